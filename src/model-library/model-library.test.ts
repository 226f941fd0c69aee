import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import type { StoredModel } from '#storage/model-records.ts';
import { ModelLibrary } from './model-library.ts';

afterEach(() => vi.unstubAllGlobals());

/** A worker that reads a pack of the first model and does not end. */
vi.mock('#workers/worker-thread.ts', () => ({
  inOwnWorker: (_: unknown, work: (worker: unknown, alive: () => void) => unknown) => {
    const { port1, port2 } = new MessageChannel();
    const describe = () => ({ isPack: true, cards: ONNX_MODELS.slice(0, 1) });
    expose({ describe, convert: () => new Promise(() => {}) }, port1);
    return work(port2, () => {});
  },
}));

test('a model whose files cannot be deleted stays listed, and can be deleted again', async () => {
  let isOpen = true;
  const folder = {
    getDirectoryHandle: async () => folder,
    removeEntry: async () => {
      if (isOpen) throw new DOMException('A file is open.', 'NoModificationAllowedError');
    },
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => folder } });
  const database = new AlcoveDatabase(`test-${crypto.randomUUID()}`);
  const [card] = ONNX_MODELS;
  if (!card) throw new Error('The catalogue is empty.');
  const { id, downloadBytes: total } = card;
  const state = { state: 'complete', loaded: total, problem: null, queuedAt: null } as const;
  const model: StoredModel = { id, card, revision: null, total, addedAt: 0, ...state };
  await database.models.put(model);
  const wishes = { hub: 'https://hub.test', device: 'wasm', offline: false } as const;
  const library = await ModelLibrary.open(database, () => wishes);
  await expect(library.remove(id)).rejects.toThrow('A file is open.');
  expect(library.ready.map((ready) => ready.id)).toEqual([id]);
  expect(await database.models.count()).toBe(1);
  isOpen = false;
  await library.remove(id);
  expect(library.ready).toEqual([]);
  expect(await database.models.count()).toBe(0);
});

test('no download of a model begins while a pack brings it', async () => {
  const database = new AlcoveDatabase(`test-${crypto.randomUUID()}`);
  const wishes = { hub: 'https://hub.test', device: 'wasm', offline: true } as const;
  const library = await ModelLibrary.open(database, () => wishes);
  const id = await library.addFile(new Blob(['PK']), { name: 'a.alcovepack' });
  const before = await database.models.get(id);
  await library.download(id);
  expect(await database.models.get(id)).toEqual(before);
});
