import type { ReactNode } from 'react';
import type { HostControl } from '#transport/host-control.ts';
import { Button, type ButtonProps } from '#ui/kit/button.tsx';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { useServices } from '#ui/services.ts';
import { fetchBuiltIn, isMissing, useBuiltIn } from '#ui/state/built-in.ts';
import { beginDownload, refreshCatalog } from '#ui/state/catalog.ts';
import { refreshHost } from '#ui/state/models.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import styles from './models.module.css';
import type { ModelRow } from './session/model-rows.ts';

type Work = (control: HostControl) => Promise<unknown>;

/** States in which files can be deleted. */
const STOPPED: ReadonlySet<string> = new Set(['ready', 'paused', 'failed']);

/**
 * What can be done with a model where it stands: its download, loading it, its files. `isMain`: its download is the
 * main action of the page.
 */
export function ModelActions({ row, isMain = false }: { row: ModelRow; isMain?: boolean }) {
  const { control } = useServices();
  const { model, entry, level } = row;
  const { id, title } = model;
  const missing = useBuiltIn(({ models }) => entry === null && isMissing(models, id));

  function act(work: Work) {
    const refresh = () => Promise.all([refreshCatalog(control), refreshHost(control)]);
    // Also refresh immediately: loading takes a while, and the list shows its progress.
    reportFailure(title, Promise.all([control(work).then(refresh), refresh()]));
  }
  const button = (label: string, work: Work, kind: ButtonProps['kind'] = 'secondary') => (
    <Button
      size={kind === 'primary' ? 'normal' : 'small'}
      kind={kind}
      aria-label={modelsText.actionOf(label, title)}
      onClick={() => act(work)}
    >
      {label}
    </Button>
  );
  const download = (label: string) =>
    button(label, () => beginDownload(control, id), isMain ? 'primary' : 'secondary');
  const remove = button(modelsText.delete, (c) => c.deleteModel(id), 'quiet');
  // A browser gives no file twice: a conversion neither pauses nor resumes.
  const isOwn = entry?.file !== undefined;
  // Downloaded parts stay; without any, the model is listed as not chosen.
  const leave: Work = (c) =>
    entry && !isOwn && 'loaded' in entry.state && entry.state.loaded > 0
      ? c.pauseDownload(id)
      : c.deleteModel(id);
  const isHere = entry === null || entry.state.kind === 'ready';
  return (
    <span className={styles['actions']}>
      {missing && button(modelsPageText.fetchNow, () => fetchBuiltIn(id))}
      {isHere && !missing && <LoadButton row={row} button={button} />}
      {entry?.state.kind === 'available' &&
        level !== 'no' &&
        download(entry.isOnServer ? modelsText.install : modelsText.download)}
      {entry?.state.kind === 'downloading' && (
        <>
          {!isOwn && button(modelsText.pause, (c) => c.pauseDownload(id))}
          {button(modelsText.cancel, (c) => c.deleteModel(id), 'quiet')}
        </>
      )}
      {entry?.state.kind === 'queued' && (
        <>
          {!isOwn &&
            entry.state.place > 1 &&
            button(modelsText.downloadNext, (c) => c.downloadNext(id))}
          {button(modelsText.leaveQueue, leave, 'quiet')}
        </>
      )}
      {entry?.state.kind === 'paused' &&
        download(entry.state.loaded > 0 ? modelsText.resume : modelsText.download)}
      {entry?.state.kind === 'failed' && !isOwn && download(modelsText.tryAgain)}
      {entry && STOPPED.has(entry.state.kind) && remove}
    </span>
  );
}

interface LoadButtonProps {
  row: ModelRow;
  button: (label: string, work: Work) => ReactNode;
}

function LoadButton({ row: { model, slot }, button }: LoadButtonProps) {
  if (slot?.state === 'loading') return button(modelsText.cancel, (c) => c.unload(model.id));
  if (slot?.state === 'ready') return button(modelsText.unload, (c) => c.unload(model.id));
  return button(modelsText.load, (c) => c.load(model.id));
}
