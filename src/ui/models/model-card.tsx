import type { ModelView } from '#contract/model-view.ts';
import { fitsDevice } from '#device/fits-device.ts';
import type { Device } from '#device/measure-device.ts';
import type { SlotStatus } from '#transport/host-control.ts';
import { Button } from '#ui/kit/button.tsx';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { modelsText } from '#ui/messages/models.ts';
import { useServices } from '#ui/services.ts';
import { refreshHost } from '#ui/state/models.ts';
import { tryOrSay } from '#ui/state/toasts.ts';
import { whereItRuns } from '#ui/state/where-it-runs.ts';
import { describeFit } from './describe-fit.ts';
import styles from './models.module.css';
import { taskName } from './task-names.ts';

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
        <span className={controls['secondary']}>{taskName(model.task)}</span>
        <Button size="small" onClick={change}>
          {isLoading && modelsText.cancel}
          {isLoaded && modelsText.unload}
          {!isLoaded && !isLoading && modelsText.load}
        </Button>
      </div>
      <p>{model.summary}</p>
      <p className={controls['secondary']}>
        <code>{model.id}</code> · {formatBytes(model.downloadBytes)} ·{' '}
        {modelsText.context(formatCount(model.contextTokens))} · {model.licence}
      </p>
      {fit && (
        <p className={fit.fits ? controls['secondary'] : controls['error']}>{describeFit(fit)}</p>
      )}
      {slot && <SlotLine slot={slot} />}
    </article>
  );
}

function SlotLine({ slot }: { slot: SlotStatus }) {
  const { state, progress, running, waiting } = slot;
  if (state === 'loading') {
    const { loaded, total } = progress;
    const phase = modelsText[PHASES[progress.phase]];
    return (
      <div className={styles['loading']}>
        <Progress label={modelsText.loading} value={total > 0 ? loaded / total : null} />
        <span className={controls['secondary']}>
          {total > 0
            ? modelsText.phaseOf(phase, formatBytes(Math.min(loaded, total)), formatBytes(total))
            : phase}
        </span>
      </div>
    );
  }
  return (
    <>
      <p className={styles['loaded']}>
        {modelsText.loadedOn(whereItRuns(slot), formatCount(running), formatCount(waiting))}
      </p>
      {slot.note !== null && <p className={controls['secondary']}>{slot.note}</p>}
    </>
  );
}

const PHASES = {
  download: 'readingFiles',
  prepare: 'preparing',
  'warm-up': 'warmingUp',
} as const;
