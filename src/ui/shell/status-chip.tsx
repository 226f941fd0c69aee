import { useShallow } from 'zustand/react/shallow';
import type { SlotStatus } from '#transport/host-control.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { useHost } from '#ui/state/models.ts';
import { openSheet } from '#ui/state/shell.ts';
import { whereItRuns } from '#ui/state/where-it-runs.ts';
import styles from './status-chip.module.css';

interface Said {
  kind: 'ok' | 'busy' | 'bad' | 'idle';
  text: string;
  /** Left out where there is little room. */
  more: string;
}

/** Says which model is loaded, on what, how long its line is and what memory it takes. */
export function StatusChip() {
  const { kind, text, more } = useHost(
    useShallow(({ status, models, service }) => {
      if (service.state === 'failed') return service.part === 'host' ? NO_HOST : NO_SERVICE;
      const slot = mostTelling(status.slots);
      if (!slot) return service.state === 'starting' ? STARTING : NOTHING_LOADED;
      return sayOf(slot, models.find((m) => m.id === slot.model)?.title ?? slot.model);
    }),
  );
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-haspopup="dialog"
      onClick={() => openSheet('models')}
    >
      <span className={`${styles['dot']} ${styles[kind]}`} aria-hidden />
      <span aria-live="polite">{text}</span>
      {more !== '' && <span className={styles['more']}>{more}</span>}
    </button>
  );
}

const STARTING: Said = { kind: 'busy', text: 'Starting', more: '' };
const NOTHING_LOADED: Said = { kind: 'idle', text: 'No model loaded', more: '' };
const NO_HOST: Said = { kind: 'bad', text: 'Models unavailable', more: 'select for details' };
const NO_SERVICE: Said = {
  kind: 'bad',
  text: 'No service worker',
  more: 'this page works, /v1 does not',
};

/** What runs before what loads before what waits to be used. */
function mostTelling(slots: readonly SlotStatus[]): SlotStatus | undefined {
  return (
    slots.find((slot) => slot.running > 0) ??
    slots.find((slot) => slot.state === 'loading') ??
    slots.find((slot) => slot.state === 'ready') ??
    slots[0]
  );
}

function sayOf(slot: SlotStatus, title: string): Said {
  if (slot.state === 'loading')
    return { kind: 'busy', text: `Loading ${title}${share(slot)}`, more: '' };
  if (slot.state === 'failed') return { kind: 'bad', text: `${title} failed to load`, more: '' };
  const line = slot.waiting > 0 ? `, ${slot.waiting} waiting` : '';
  const more = `${whereItRuns(slot)} · ${formatBytes(slot.memoryBytes)}`;
  if (slot.running > 0) return { kind: 'busy', text: `${title} answering${line}`, more };
  return { kind: 'ok', text: title, more };
}

function share({ progress }: SlotStatus): string {
  return progress.total > 0 ? ` ${Math.round((100 * progress.loaded) / progress.total)} %` : '';
}
