import { Link } from 'wouter';
import { useShallow } from 'zustand/react/shallow';
import type { SlotStatus } from '#transport/host-control.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { statusText } from '#ui/messages/status.ts';
import { useHost } from '#ui/state/models.ts';
import { whereItRuns } from '#ui/state/where-it-runs.ts';
import styles from './status-chip.module.css';

interface Status {
  kind: 'ok' | 'busy' | 'bad' | 'idle';
  text: string;
  /** Left out where there is little room. */
  more: string;
}

/** Shows which model is loaded, on what, how long its queue is and how much memory it takes. */
export function StatusChip() {
  const { kind, text, more } = useHost(
    useShallow(({ status, models, service }) => {
      if (service.state === 'failed') return describeFailure(service.part);
      const slot = mostTelling(status.slots);
      if (!slot) return describeIdle(service.state);
      return describeSlot(slot, models.find((m) => m.id === slot.model)?.title ?? slot.model);
    }),
  );
  return (
    <Link href="/models" className={styles['chip']}>
      <span className={`${styles['dot']} ${styles[kind]}`} aria-hidden />
      <span aria-live="polite">{text}</span>
      {more !== '' && <span className={styles['more']}>{more}</span>}
    </Link>
  );
}

function describeIdle(state: 'starting' | 'ready'): Status {
  return state === 'starting'
    ? { kind: 'busy', text: statusText.starting, more: '' }
    : { kind: 'idle', text: statusText.noModel, more: '' };
}

function describeFailure(part: 'host' | 'service-worker'): Status {
  return part === 'host'
    ? { kind: 'bad', text: statusText.noHost, more: statusText.seeDetails }
    : { kind: 'bad', text: statusText.noServiceWorker, more: statusText.onlyPage };
}

/** What runs before what loads before what waits to be used. */
function mostTelling(slots: readonly SlotStatus[]): SlotStatus | undefined {
  return (
    slots.find((slot) => slot.running > 0) ??
    slots.find((slot) => slot.state === 'loading') ??
    slots.find((slot) => slot.state === 'ready') ??
    slots[0]
  );
}

function describeSlot(slot: SlotStatus, title: string): Status {
  if (slot.state === 'loading')
    return { kind: 'busy', text: describeLoading(slot, title), more: '' };
  if (slot.state === 'failed') return { kind: 'bad', text: statusText.failed(title), more: '' };
  const more = `${whereItRuns(slot)} · ${formatBytes(slot.memoryBytes)}`;
  if (slot.running === 0) return { kind: 'ok', text: title, more };
  const text =
    slot.waiting > 0
      ? statusText.answeringWithQueue(title, slot.waiting)
      : statusText.answering(title);
  return { kind: 'busy', text, more };
}

function describeLoading({ progress }: SlotStatus, title: string): string {
  if (progress.total === 0) return statusText.loading(title);
  // More than was announced may arrive.
  const share = Math.min(100, Math.round((100 * progress.loaded) / progress.total));
  return statusText.loadingShare(title, `${share} %`);
}
