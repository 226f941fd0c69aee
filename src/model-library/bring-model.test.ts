import { expose } from 'comlink';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { READER_ADDRESSES } from '#catalog/voice-reader.ts';
import { bringModel } from './bring-model.ts';

/** The workers' part, in this thread; each start can be waited for. */
vi.mock('#workers/worker-thread.ts', () => ({
  WorkerError: class extends Error {},
  inOwnWorker: async (_: unknown, work: (worker: unknown, alive: () => void) => unknown) => {
    starts += 1;
    await onStart(starts);
    const { port1, port2 } = new MessageChannel();
    expose(worker, port1);
    return work(port2, () => {});
  },
}));

const done = { kind: 'done' };
const worker = {
  plan: async (card: ModelCard) => {
    called.push('plan');
    return { card, revision: null, files: [], total: 0 };
  },
  fetchOwn: async (addresses: readonly string[]) => {
    called.push(...addresses);
  },
  download: async () => {
    called.push('download');
    return done;
  },
  convertDownloaded: async () => {
    called.push('convert');
    return done;
  },
  stop: () => {},
};

let called: string[];
let starts: number;
let onStart: (nth: number) => Promise<void>;
beforeEach(() => {
  called = [];
  starts = 0;
  onStart = async () => {};
});

const [ONNX] = ONNX_MODELS as [ModelCard];
const gguf = { address: 'https://models.test/a.gguf', bytes: 1, sha256: null };
const CARD: ModelCard = {
  ...ONNX,
  source: { repository: 'local/a', page: '', isMeasured: true, gguf },
};

function bring(controller: AbortController, onConversion = async () => {}, card = CARD) {
  const { signal } = controller;
  return bringModel(card, {
    hub: 'https://hub.test',
    device: 'wasm',
    signal,
    onPlan: async () => {},
    onLoaded: () => {},
    onConversion,
  });
}

test('a GGUF file is downloaded, then converted', async () => {
  expect(await bring(new AbortController())).toBe(true);
  expect(called).toEqual(['plan', 'download', 'convert']);
});

test('a voice brings the dictionary along, so that it speaks without a network', async () => {
  const source = { repository: 'a/b', page: '', isMeasured: true };
  const card: ModelCard = { ...ONNX, task: 'voice', source };
  expect(await bring(new AbortController(), undefined, card)).toBe(true);
  expect(called).toEqual(['plan', ...READER_ADDRESSES, 'download']);
});

test('a pause while a worker starts ends its stage', async () => {
  for (const [nth, before] of [
    [1, []],
    [2, ['plan', 'download']],
  ] as const) {
    called = [];
    starts = 0;
    const controller = new AbortController();
    onStart = async (at) => {
      if (at === nth) controller.abort();
    };
    await expect(bring(controller)).rejects.toThrow('aborted');
    expect(called).toEqual(before);
  }
});

test('a pause while the conversion is noted ends it', async () => {
  const controller = new AbortController();
  await expect(bring(controller, async () => controller.abort())).rejects.toThrow('aborted');
  expect(called).toEqual(['plan', 'download']);
});
