import type { ModelView } from '#contract/model-view.ts';
import { fitsDevice } from '#device/fits-device.ts';
import type { Device } from '#device/measure-device.ts';
import type { SlotStatus } from '#transport/host-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { useServices } from '#ui/services.ts';
import { refreshHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { whereItRuns } from '#ui/state/where-it-runs.ts';
import styles from './models.module.css';
import { TASKS } from './task-names.ts';

interface ModelCardProps {
  model: ModelView;
  /** Null while the model is not loaded. */
  slot: SlotStatus | null;
  device: Device | null;
}

export function ModelCard({ model, slot, device }: ModelCardProps) {
  const { control } = useServices();
  const fit = device && fitsDevice(model.memoryBytes, device);
  const isLoaded = slot?.state === 'ready';
  const isLoading = slot?.state === 'loading';

  function change() {
    const work = control((c) => (isLoaded || isLoading ? c.unload(model.id) : c.load(model.id)));
    tryOrSay(
      model.title,
      Promise.all([work, refreshHost(control)]).then(() => refreshHost(control)),
    );
  }

  return (
    <article className={styles['card']} aria-label={model.title}>
      <div className={styles['title']}>
        <h2>{model.title}</h2>
        <span className={controls['secondary']}>{TASKS[model.task]}</span>
        <Button size="small" onClick={change}>
          {isLoading && 'Cancel'}
          {isLoaded && 'Unload'}
          {!isLoaded && !isLoading && 'Load'}
        </Button>
      </div>
      <p>{model.summary}</p>
      <p className={controls['secondary']}>
        <code>{model.id}</code> · {formatBytes(model.downloadBytes)} ·{' '}
        {formatCount(model.contextTokens)} tokens of context · {model.licence}
      </p>
      {fit && (
        <p className={fit.fits ? controls['secondary'] : controls['error']}>
          {fit.fits ? 'Fits this device.' : 'Too big for this device.'} {fit.reason}
        </p>
      )}
      {slot && <SlotLine slot={slot} />}
    </article>
  );
}

function SlotLine({ slot }: { slot: SlotStatus }) {
  const { state, progress, running, waiting } = slot;
  if (state === 'loading') {
    const { loaded, total } = progress;
    return (
      <div className={styles['loading']}>
        <progress
          className={controls['bar']}
          aria-label="Loading"
          {...(total > 0 ? { value: loaded, max: total } : {})}
        />
        <span className={controls['secondary']}>
          {PHASES[progress.phase]}
          {total > 0 && ` · ${formatBytes(loaded)} of ${formatBytes(total)}`}
        </span>
      </div>
    );
  }
  return (
    <>
      <p className={styles['loaded']}>
        Loaded on {whereItRuns(slot)} · {running} running, {waiting} waiting
      </p>
      {slot.note !== null && <p className={controls['secondary']}>{slot.note}</p>}
    </>
  );
}

const PHASES = {
  download: 'Reading files',
  prepare: 'Preparing',
  'warm-up': 'Warming up',
} as const;
