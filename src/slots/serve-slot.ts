import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError, toErrorData } from '#engine/engine-error.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { ChatTask, Task, TaskEvent } from '#engine/tasks.ts';
import { JoinTimer } from '#transport/join-timer.ts';
import type { SlotAnswer, SlotRequest } from './slot-protocol.ts';

/** Milliseconds that events of a run wait for others to cross the thread with, unless its task says more. */
const JOIN_MS = 4;

interface SlotParts {
  /** Makes the runtime once the model is known. */
  open: (card: ModelCard) => Promise<Runtime>;
  /** Makes ready what most models need. */
  prepare: () => Promise<void>;
}

type Send = (message: SlotAnswer, transfer: Transferable[]) => void;

/** Answers a host's requests with one runtime. Returns the function that handles a request. */
export function serveSlot(
  send: Send,
  { open, prepare }: SlotParts,
): (request: SlotRequest) => void {
  const running = new Map<number, AbortController>();
  let runtime: Runtime | null = null;
  const answer = (message: SlotAnswer, transfer: Transferable[] = []) => send(message, transfer);
  const loaded = (): Runtime => {
    if (!runtime) throw new EngineError('runtime-failed', 'No model is loaded in this slot.');
    return runtime;
  };

  async function handle(request: SlotRequest, signal: AbortSignal): Promise<void> {
    const { id } = request;
    switch (request.type) {
      case 'prepare':
        // Ignored: the following load reports the same error.
        await prepare().catch(() => {});
        return;
      case 'load': {
        runtime = await open(request.card);
        const report = (progress: SlotAnswer & { type: 'progress' }) => answer(progress);
        const backend = await runtime.load(
          request.card,
          (progress) => report({ type: 'progress', id, progress }),
          signal,
          request.known,
        );
        const interrupt = runtime.openInterruptPort?.() ?? null;
        answer({ type: 'loaded', id, backend, interrupt }, interrupt ? [interrupt] : []);
        return;
      }
      case 'probe':
        answer({ type: 'probed', id, abilities: (await loaded().probeRest?.(signal)) ?? {} });
        return;
      case 'count':
        answer({ type: 'counted', id, counts: await loaded().countTokens(request.task) });
        return;
      case 'run':
        await run(id, loaded(), request.task, signal, answer);
        return;
      case 'cancel':
        running.get(id)?.abort();
        return;
    }
  }

  return (request) => {
    const { id, type } = request;
    const controller = new AbortController();
    if (type !== 'cancel') running.set(id, controller);
    handle(request, controller.signal)
      .catch((error: unknown) => answer({ type: 'failed', id, error: toErrorData(error) }))
      .finally(() => {
        if (type !== 'cancel') running.delete(id);
      });
  };
}

/** Text that leaves together leaves as one event. */
function append(batch: TaskEvent[], event: TaskEvent): void {
  const last = batch.at(-1);
  const isText =
    event.type === 'text' && last?.type === 'text' && !event.logprobs && !last.logprobs;
  if (isText || (event.type === 'reasoning' && last?.type === 'reasoning')) {
    const { type } = event;
    const [text, tokens] = [last.text + event.text, last.tokens + event.tokens];
    batch[batch.length - 1] = { type, text, tokens };
  } else batch.push(event);
}

/**
 * The first token leaves immediately; events within the next few milliseconds are sent together. Each
 * message wakes the other thread, so the start event is sent with the first text and the end event with
 * the last.
 */
async function run(
  id: number,
  runtime: Runtime,
  task: Task,
  signal: AbortSignal,
  answer: (message: SlotAnswer, transfer?: Transferable[]) => void,
): Promise<void> {
  const { joinMs = JOIN_MS } = task as Partial<ChatTask>;
  let batch: TaskEvent[] = [];
  const send = (type: 'events' | 'done') => {
    const transfer = batch.flatMap((e) => (e.type === 'vectors' ? [e.data.buffer] : []));
    answer({ type, id, events: batch }, transfer);
    batch = [];
  };
  const sendEvents = () => {
    if (batch.length === 0) return false;
    send('events');
    return true;
  };
  const timer = new JoinTimer(joinMs, sendEvents);
  try {
    for await (const event of runtime.run(task, signal)) {
      append(batch, event);
      if (timer.isRunning || event.type === 'start' || event.type === 'end') continue;
      // The end follows the last vectors closely.
      if (event.type !== 'vectors') sendEvents();
      // The first token is next, and waits for nothing.
      if (event.type !== 'reading') timer.start();
    }
  } catch (error) {
    sendEvents();
    throw error;
  } finally {
    timer.stop();
  }
  send('done');
}
