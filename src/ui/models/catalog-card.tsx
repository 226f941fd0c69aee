import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { Device } from '#device/measure-device.ts';
import type { HostControl } from '#transport/host-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { modelsText } from '#ui/messages/models.ts';
import { useServices } from '#ui/services.ts';
import { beginDownload, refreshCatalog } from '#ui/state/catalog.ts';
import { fitOf } from '#ui/state/catalog-choice.ts';
import { refreshHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { describeFit } from './describe-fit.ts';
import styles from './models.module.css';
import { taskName } from './task-names.ts';

interface CatalogCardProps {
  entry: CatalogEntry;
  device: Device | null;
}

/** A model that can be downloaded, is on its way, or is here. */
export function CatalogCard({ entry, device }: CatalogCardProps) {
  const { model, state, page } = entry;
  const fit = device && fitOf(entry, device);
  const bytes = formatBytes(model.downloadBytes);
  const size = entry.isMeasured ? bytes : modelsText.about(bytes);
  return (
    <article className={styles['card']} aria-label={model.title}>
      <div className={styles['title']}>
        <h4>{model.title}</h4>
        <span className={controls['secondary']}>{taskName(model.task)}</span>
        <Actions entry={entry} isPossible={fit?.fits !== false} />
      </div>
      <p>{model.summary}</p>
      <p className={controls['secondary']}>
        {size} · {entry.device === 'webgpu' ? 'WebGPU' : modelsText.anyDevice} · {model.licence} ·{' '}
        <a href={page} target="_blank" rel="noopener noreferrer">
          {new URL(page, location.href).pathname.slice(1)}
        </a>
      </p>
      {fit && !fit.fits && <p className={controls['error']}>{describeFit(fit)}</p>}
      <DownloadState state={state} />
    </article>
  );
}

function Actions({ entry, isPossible }: { entry: CatalogEntry; isPossible: boolean }) {
  const { control } = useServices();
  const { id, title } = entry.model;
  function act(work: (c: HostControl) => Promise<unknown>) {
    const done = control(work).then(() =>
      Promise.all([refreshCatalog(control), refreshHost(control)]),
    );
    tryOrSay(title, done);
  }
  const button = (label: string, work: (c: HostControl) => Promise<unknown>) => (
    <Button size="small" aria-label={modelsText.actionOf(label, title)} onClick={() => act(work)}>
      {label}
    </Button>
  );
  const remove = button(modelsText.delete, (c) => c.deleteModel(id));
  const download = (label: string) => button(label, () => beginDownload(control, id));
  switch (entry.state.kind) {
    case 'ready':
      return remove;
    case 'available':
      return isPossible ? download(modelsText.download) : <span />;
    case 'downloading':
      return button(modelsText.pause, (c) => c.pauseDownload(id));
    case 'paused':
      return (
        <span className={styles['actions']}>
          {download(entry.state.loaded > 0 ? modelsText.resume : modelsText.download)}
          {remove}
        </span>
      );
    case 'failed':
      return (
        <span className={styles['actions']}>
          {download(modelsText.tryAgain)}
          {remove}
        </span>
      );
  }
}

function DownloadState({ state }: { state: CatalogEntry['state'] }) {
  if (state.kind === 'available') return null;
  if (state.kind === 'ready') {
    return <p className={styles['loaded']}>{modelsText.isHere}</p>;
  }
  const { loaded, total } = state;
  return (
    <div className={styles['loading']}>
      {state.kind === 'failed' && <p className={controls['error']}>{state.problem}</p>}
      {(state.kind === 'downloading' || loaded > 0) && (
        <Progress label={modelsText.downloaded} value={total > 0 ? loaded / total : null} />
      )}
      {loaded > 0 && (
        <span className={controls['secondary']}>
          {modelsText[state.kind === 'paused' ? 'paused' : 'progress'](
            formatBytes(loaded),
            formatBytes(total),
          )}
        </span>
      )}
    </div>
  );
}
