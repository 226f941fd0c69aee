import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { EngineError } from '#engine/engine-error.ts';
import type { Task } from '#engine/tasks.ts';
import { SlotClient } from './slot-client.ts';
import type { SlotAnswer, SlotRequest } from './slot-protocol.ts';

const CARD = EMBEDDED_MODELS[0] as ModelCard;
const MINUTE = 60_000;

/** A worker that answers only when the test lets it. */
function open() {
  const worker = {
    onmessage: null as ((event: MessageEvent<SlotAnswer>) => void) | null,
    onerror: null as ((event: ErrorEvent) => void) | null,
    postMessage: vi.fn(),
    terminate: vi.fn(),
  };
  const client = new SlotClient(worker);
  const controller = new AbortController();
  const load = client.load(CARD, () => {}, controller.signal);
  const [[{ id }]] = worker.postMessage.mock.calls as unknown as [[{ id: number }]];
  const answer = (data: object) => worker.onmessage?.({ data: { id, ...data } } as MessageEvent);
  return { worker, client, controller, load, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a load that makes no progress for five minutes fails', async () => {
  const { load, answer } = open();
  const failed = load.catch((error: Error) => error.message);
  vi.advanceTimersByTime(4 * MINUTE);
  answer({ type: 'progress', progress: { phase: 'download', loaded: 1, total: 2 } });
  vi.advanceTimersByTime(4 * MINUTE);
  answer({ type: 'progress', progress: { phase: 'download', loaded: 2, total: 2 } });
  vi.advanceTimersByTime(5 * MINUTE);
  expect(await failed).toBe('The model did not load in time.');
});

test('a loaded model has no limit any more', async () => {
  const { load, answer } = open();
  answer({ type: 'loaded', backend: { device: 'wasm', threads: 1 } });
  await expect(load).resolves.toEqual({ device: 'wasm', threads: 1 });
  expect(vi.getTimerCount()).toBe(0);
});

test('an abort ends a load, and means nothing to the thread once the model is loaded', async () => {
  const running = open();
  running.controller.abort();
  expect(running.worker.postMessage).toHaveBeenCalledTimes(2);
  expect(running.worker.postMessage).toHaveBeenLastCalledWith({ type: 'cancel', id: 1 });
  const { worker, controller, load, answer } = open();
  answer({ type: 'loaded', backend: { device: 'wasm', threads: 1 } });
  await load;
  controller.abort();
  expect(worker.postMessage).toHaveBeenCalledOnce();
});

test('a load that was aborted before it began asks the thread for nothing', async () => {
  const { worker, client, controller } = open();
  controller.abort();
  worker.postMessage.mockClear();
  const load = client.load(CARD, () => {}, controller.signal);
  await expect(load).rejects.toMatchObject({ code: 'aborted' });
  expect(worker.postMessage).not.toHaveBeenCalled();
});

test('an abort is sent to the thread, then interrupts the step it is blocked by', async () => {
  const { worker, client, load, answer } = open();
  const sent: string[] = [];
  const interrupt = { postMessage: () => sent.push('interrupt') };
  answer({ type: 'loaded', backend: { device: 'wasm', threads: 2 }, interrupt });
  await load;
  const controller = new AbortController();
  const answered = client
    .run({ kind: 'chat' } as Task, controller.signal)
    .next()
    .catch((error: EngineError) => error.code);
  worker.postMessage.mockImplementation(({ type }: SlotRequest) => sent.push(type));
  controller.abort();
  expect(sent).toEqual(['cancel', 'interrupt']);
  worker.onerror?.(new Event('error') as ErrorEvent);
  expect(await answered).toBe('slot-crashed');
});
