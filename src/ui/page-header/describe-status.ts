import type { ModelView } from '#contract/model-view.ts';
import type { SlotStatus } from '#transport/host-control.ts';
import { formatBytes, formatCount } from '#ui/kit/format.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import { statusText } from '#ui/messages/status.ts';
import type { useHost } from '#ui/state/models.ts';

/** How a model or the service stands. */
export interface Status {
  kind: 'loaded' | 'busy' | 'bad' | 'idle' | 'remote';
  text: string;
  /** Hidden where there is little space. */
  more: string;
}

type Host = ReturnType<typeof useHost.getState>;

/** The service as a whole: its failure, or the slot that says most. */
export function describeHost({ status, models, service }: Host): Status {
  if (service.state === 'failed') return describeFailure(service.part);
  const slot = mostRelevant(status.slots);
  if (!slot) return describeIdle(service.state);
  return describeSlot(slot, models.find((m) => m.id === slot.model)?.title ?? slot.model);
}

/** One model, with its queue or the speed it was last measured at. */
export function describeModel(id: string, host: Host, speed: number | undefined): Status {
  const { status, models, service } = host;
  if (service.state === 'failed') return describeFailure(service.part);
  const model = models.find((m) => m.id === id);
  const title = model?.title ?? id;
  const slot = status.slots.find(({ model, state }) => model === id && state !== 'closed');
  // Nothing of it is loaded here.
  if (model?.boundary) return { kind: 'remote', text: title, more: statusText[model.boundary] };
  const rate = speed === undefined ? '' : chatThreadText.speed(formatCount(Math.round(speed)));
  if (!slot) return { kind: 'idle', text: title, more: rate };
  if (slot.state !== 'ready') return { ...describeSlot(slot, title), more: '' };
  if (slot.running === 0) return { kind: 'loaded', text: title, more: rate };
  const work = WORK[model?.task ?? 'chat'];
  const doing = work ? statusText[work] : rate;
  const more = slot.waiting > 0 ? statusText.waiting(slot.waiting) : doing;
  return { kind: 'busy', text: title, more };
}

/** What a model of a task does while it runs, where a page does not show it being written. */
const WORK: Partial<Record<ModelView['task'], 'transcribing' | 'embedding'>> = {
  speech: 'transcribing',
  embeddings: 'embedding',
};

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

/** The slot that runs before the one that loads before the one that waits to be used. */
function mostRelevant(slots: readonly SlotStatus[]): SlotStatus | undefined {
  return (
    slots.find((slot) => slot.running > 0) ??
    slots.find((slot) => slot.state === 'loading') ??
    slots.find((slot) => slot.state === 'ready') ??
    slots[0]
  );
}

/** The state of a model whose name stands next to it. */
export function stateOf(slot: SlotStatus): string {
  if (slot.state === 'failed') return statusText.loadFailed;
  if (slot.state === 'loading') {
    const share = loadedShare(slot.progress);
    if (share === 1) return statusText.isPreparing;
    return share === null ? statusText.isLoading : statusText.isLoadingShare(percent(share));
  }
  if (slot.running === 0) return `${statusText.loaded} · ${describeSlot(slot, '').more}`;
  return slot.waiting > 0 ? statusText.isAnsweringWithQueue(slot.waiting) : statusText.isAnswering;
}

export function describeSlot(slot: SlotStatus, title: string): Status {
  if (slot.state === 'loading')
    return { kind: 'busy', text: describeLoading(slot, title), more: '' };
  if (slot.state === 'failed') return { kind: 'bad', text: statusText.failed(title), more: '' };
  const place = whereItRuns(slot);
  // A browser does not say what its own model takes.
  const more = slot.memoryBytes > 0 ? `${place} · ${formatBytes(slot.memoryBytes)}` : place;
  if (slot.running === 0) return { kind: 'loaded', text: title, more };
  const text =
    slot.waiting > 0
      ? statusText.answeringWithQueue(title, slot.waiting)
      : statusText.answering(title);
  return { kind: 'busy', text, more };
}

function describeLoading({ progress }: SlotStatus, title: string): string {
  const share = loadedShare(progress);
  // All bytes are read: the rest has no measure.
  if (share === 1) return statusText.preparing(title);
  if (share === null) return statusText.loading(title);
  return statusText.loadingShare(title, percent(share));
}

const percent = (share: number) => `${Math.floor(100 * share)} %`;

/** From 0 to 1; null while the total is unknown. More than was announced may arrive. */
function loadedShare({ loaded, total }: SlotStatus['progress']): number | null {
  return total === 0 ? null : Math.min(1, loaded / total);
}

/** What a model runs on, in words. */
export function whereItRuns({ device }: SlotStatus): string {
  if (device === 'webgpu') return 'WebGPU';
  if (device === 'browser') return statusText.byBrowser;
  return device === 'script' ? statusText.scripted : statusText.processor;
}
