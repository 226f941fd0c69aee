import type { CatalogEntry } from '#contract/catalog-entry.ts';
import type { ModelView } from '#contract/model-view.ts';
import type { SlotStatus } from '#transport/host-control.ts';
import controls from '#ui/kit/controls.module.css';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/progress.tsx';
import { sentenceText } from '#ui/messages/dictionary.ts';
import { modelFileText } from '#ui/messages/model-file.ts';
import { modelsText } from '#ui/messages/models.ts';
import { modelsPageText } from '#ui/messages/models-page.ts';
import { statusText } from '#ui/messages/status.ts';
import { roughTime } from '#ui/model-offer/describe-download-time.ts';
import { DownloadProblem } from '#ui/model-offer/download-problem.tsx';
import { whereItRuns } from '#ui/page-header/describe-status.ts';
import { isMissing, useBuiltIn } from '#ui/state/built-in.ts';
import styles from './models.module.css';
import type { ModelRow } from './session/model-rows.ts';

const PHASES = {
  download: 'readingFiles',
  prepare: 'preparing',
  'warm-up': 'warmingUp',
} as const;

/** Where a model stands: its download, whether its files are here, whether it is loaded. */
export function ModelState({ row: { model, entry, slot } }: { row: ModelRow }) {
  if (slot) return <SlotLine slot={slot} />;
  if (entry) return <DownloadState entry={entry} />;
  return <BuiltInState model={model} />;
}

/** A model that ships with the app: it may still have to be fetched. Nothing to report once it is stored. */
function BuiltInState({ model }: { model: ModelView }) {
  const missing = useBuiltIn(({ models }) => isMissing(models, model.id));
  const loaded = useBuiltIn(({ fetching }) => (fetching?.id === model.id ? fetching.loaded : null));
  const total = formatBytes(model.downloadBytes);
  if (loaded === null) {
    if (!missing) return null;
    return <p className={controls['secondary']}>{modelsPageText.builtInLater(total)}</p>;
  }
  return (
    <div className={styles['loading']}>
      <Progress label={modelsText.downloaded} value={Math.min(1, loaded / model.downloadBytes)} />
      <span className={controls['secondary']} data-figures>
        {modelsPageText.fetchingBuiltIn(formatBytes(loaded), total)}
      </span>
    </div>
  );
}

function SlotLine({ slot }: { slot: SlotStatus }) {
  const { state, progress, running, waiting, note } = slot;
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
  const facts = [
    slot.device === 'wasm' ? modelsText.loadedOnProcessor : modelsText.loadedOn(whereItRuns(slot)),
    running > 0 && statusText.running(running),
    waiting > 0 && statusText.waiting(waiting),
  ];
  return (
    <>
      <p className={styles['loaded']}>{facts.filter(Boolean).join(' · ')}</p>
      {note !== null && <p className={controls['secondary']}>{sentenceText(note)}</p>}
    </>
  );
}

function DownloadState({ entry }: { entry: CatalogEntry }) {
  const { state, file } = entry;
  // Converted from a person's file.
  const isOwn = file !== undefined;
  if (state.kind === 'available') return null;
  if (state.kind === 'ready') {
    const text = isOwn ? modelFileText.converted : modelsText.isHere;
    return <p className={styles['loaded']}>{text}</p>;
  }
  const { loaded, total } = state;
  const isConversion = isOwn || (state.kind === 'downloading' && state.isConverting === true);
  return (
    <div className={styles['loading']}>
      <DownloadProblem entry={entry} />
      {(state.kind === 'downloading' || loaded > 0) && (
        <Progress
          label={isConversion ? modelFileText.conversions : modelsText.downloaded}
          value={total > 0 ? loaded / total : null}
        />
      )}
      <span className={controls['secondary']} data-figures>
        {isConversion ? describeConversion(state) : describeProgress(state)}
      </span>
    </div>
  );
}

type Unfinished = Exclude<CatalogEntry['state'], { kind: 'available' | 'ready' }>;

function describeConversion(state: Unfinished): string {
  if (state.kind === 'queued') {
    const { place } = state;
    return place === 1 ? modelFileText.convertsNext : modelFileText.convertsAt(formatCount(place));
  }
  if (state.kind !== 'downloading') return '';
  return modelFileText.converting(formatBytes(state.loaded), formatBytes(state.total));
}

function describeProgress(state: Unfinished): string {
  const { kind, loaded, total } = state;
  if (kind === 'queued') {
    const { place } = state;
    return place === 1 ? modelsText.nextInQueue : modelsText.placeInQueue(formatCount(place));
  }
  if (kind === 'paused') {
    return loaded > 0
      ? modelsText.paused(formatBytes(loaded), formatBytes(total))
      : modelsText.notStarted;
  }
  if (loaded === 0) return '';
  const size = modelsText.progress(formatBytes(loaded), formatBytes(total));
  if (kind !== 'downloading' || !state.bytesPerSecond) return size;
  const left = roughTime((total - loaded) / state.bytesPerSecond);
  return `${size} · ${modelsText.rateAndLeft(formatBytes(state.bytesPerSecond), left)}`;
}
