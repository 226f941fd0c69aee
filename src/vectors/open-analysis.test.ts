import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { WorkerError } from '#workers/worker-thread.ts';
import { Analysis } from './analysis.ts';
import { openAnalysis } from './open-analysis.ts';
import { normalise, toVectorSet, truncate } from './vector-set.ts';

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

/** Rows around eight directions: more than are searched by the first worker alone. */
function manyRows(count: number) {
  const random = seeded(2);
  const data = Float32Array.from({ length: count * 8 }, (_, at) => {
    const heap = Math.floor(at / 8) % 8;
    return (at % 8 === heap ? 1 : 0) + 0.4 * (random() - 0.5);
  });
  return normalise(toVectorSet(data, 8));
}

const job = (signal = new AbortController().signal) => {
  const parts: number[] = [];
  return { parts, signal, onProgress: (part: number) => void parts.push(part) };
};

test('map, similar pairs and comparison share one search on all cores, with progress', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 3 });
  const set = manyRows(700);
  const analysis = openAnalysis();
  await analysis.load(set);
  const [pairs, reports] = [job(), job()];
  const found = analysis.duplicates(0.9, 50, pairs);
  const start = await analysis.pca();
  const onMap = (part: number) => reports.onProgress(part);
  const map = await analysis.umap(start, onMap, reports.signal);
  expect(map).toHaveLength(1_400);
  const seen = reports.parts.length;
  expect((await found).length).toBe(50);
  expect(pairs.parts.at(-1)).toBe(1);
  // One worker for the set, three for the search, one for the layout.
  expect(FakeWorker.started).toHaveLength(5);
  const same = await analysis.duplicates(0.9, 50, job());
  expect(same).toEqual(await found);
  expect(await analysis.estimate()).toMatchObject({ neighbours: 0 });
  expect(reports.parts).toHaveLength(seen);
  expect(FakeWorker.started.filter((worker) => !worker.isEnded)).toHaveLength(1);
  const compared = await analysis.compare(truncate(set, 6), 5, 5, job());
  expect(compared.overlap).toBeGreaterThan(0.1);
  expect(compared.overlap).toBeLessThan(1);
  expect(compared.moves).toHaveLength(5);
});

test('a search ends with the last of those who wait for it, and starts again', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  const analysis = openAnalysis();
  await analysis.load(manyRows(700));
  const [first, second] = [new AbortController(), new AbortController()];
  const stopped = Promise.allSettled([
    analysis.duplicates(0.9, 5, job(first.signal)),
    analysis.duplicates(0.9, 5, job(second.signal)),
  ]);
  first.abort();
  await vi.waitFor(() => expect(FakeWorker.started.length).toBeGreaterThan(2));
  expect(FakeWorker.started.some((worker) => worker.isEnded)).toBe(false);
  second.abort();
  expect((await stopped).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.waitFor(() =>
    expect(FakeWorker.started.filter((worker) => !worker.isEnded)).toHaveLength(1),
  );
  // Short questions were never in the way of it.
  expect(await analysis.nearestTo(0, 1)).toHaveLength(1);
  expect(await analysis.duplicates(0.9, 5, job())).toHaveLength(5);
});

test('other rows end a search for the earlier ones', async () => {
  const analysis = openAnalysis();
  await analysis.load(manyRows(700));
  const late = expect(analysis.duplicates(0.9, 5, job())).rejects.toThrow();
  await analysis.load(SET);
  await late;
  expect(await analysis.duplicates(0.5, 5, job())).toHaveLength(2);
});

test('a closed analysis rejects, starts no worker and ends the ones of long work', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  const analysis = openAnalysis();
  const set = manyRows(700);
  await analysis.load(set);
  const work = [
    analysis.compare(truncate(set, 6), 5, 5, job()),
    analysis.duplicates(0.9, 5, job()),
    analysis.umap(await analysis.pca(), () => {}, job().signal),
  ].map((one) => expect(one).rejects.toThrow(WorkerError));
  await vi.waitFor(() => expect(FakeWorker.started.length).toBeGreaterThan(2));
  analysis.close();
  await Promise.all(work);
  const { length } = FakeWorker.started;
  for (const late of [
    () => analysis.load(SET),
    () => analysis.pca(),
    () => analysis.estimate(),
    () => analysis.clusters(null),
    () => analysis.compare(SET, 1, 1, job()),
  ]) {
    await expect(late()).rejects.toThrow(WorkerError);
  }
  expect(FakeWorker.started).toHaveLength(length);
  expect(FakeWorker.started.filter((worker) => !worker.isEnded)).toEqual([]);
});

test('closed while its rows are sent, an analysis starts no other worker', async () => {
  const analysis = openAnalysis();
  const loading = expect(analysis.load(SET)).rejects.toThrow(WorkerError);
  analysis.close();
  await loading;
  await expect(analysis.pca()).rejects.toThrow(WorkerError);
  expect(FakeWorker.started).toHaveLength(1);
});
