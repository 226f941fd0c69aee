import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { WorkerError } from '#workers/worker-thread.ts';
import { Analysis } from './analysis.ts';
import { openAnalysis } from './open-analysis.ts';
import { toVectorSet } from './vector-set.ts';

/** Workers that the analysis starts: the far end of a channel plays the thread. */
class FakeWorker extends EventTarget {
  static started: FakeWorker[] = [];
  static loads = true;
  readonly #channel = new MessageChannel();
  isEnded = false;

  constructor() {
    super();
    FakeWorker.started.push(this);
    if (!FakeWorker.loads) {
      setTimeout(() => this.dispatchEvent(new Event('error', { cancelable: true })));
      return;
    }
    expose(new Analysis(), this.#channel.port2 as never);
    this.#channel.port1.onmessage = ({ data }) =>
      this.dispatchEvent(new MessageEvent('message', { data }));
  }

  postMessage(data: unknown, transfer: Transferable[] = []): void {
    this.#channel.port1.postMessage(data, transfer as never);
  }

  terminate(): void {
    this.isEnded = true;
    this.#channel.port1.close();
  }
}

const SET = toVectorSet(Float32Array.from([1, 0, 0, 1, 0.6, 0.8]), 2);

vi.stubGlobal('Worker', FakeWorker);
afterEach(() => {
  for (const worker of FakeWorker.started) worker.terminate();
  FakeWorker.started = [];
  FakeWorker.loads = true;
});

test('a worker that does not load rejects every call in a sentence', async () => {
  FakeWorker.loads = false;
  const analysis = openAnalysis();
  await expect(analysis.load(SET)).rejects.toThrow(WorkerError);
  await expect(analysis.pca()).rejects.toThrow('could not be loaded');
  expect(FakeWorker.started.every((worker) => worker.isEnded)).toBe(true);
});

test('a worker that died is replaced by one that knows the same vectors', async () => {
  const analysis = openAnalysis();
  await analysis.load(SET);
  expect((await analysis.nearestTo(0, 1))[0]?.index).toBe(2);
  const crash = Object.assign(new Event('error', { cancelable: true }), { message: 'crash' });
  FakeWorker.started[0]?.dispatchEvent(crash);
  expect((await analysis.nearestTo(0, 1))[0]?.index).toBe(2);
  expect(FakeWorker.started).toHaveLength(2);
});
