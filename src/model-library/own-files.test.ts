import { createHash } from 'node:crypto';
import { expose } from 'comlink';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ModelCard } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import { FileStore } from '#model-files/file-store.ts';
import { type PackedModel, writePack } from '#model-files/pack.ts';
import type { StoredModel } from '#storage/model-records.ts';
import { OwnFiles } from './own-files.ts';
import { describePack, packModels, unpackModel } from './pack-work.ts';
import { toStored } from './stored-model.ts';

/** The worker's part, in this thread, with files in memory. */
vi.mock('#workers/worker-thread.ts', () => ({
  inOwnWorker: (_: unknown, work: (worker: unknown, alive: () => void) => unknown) => {
    const { port1, port2 } = new MessageChannel();
    expose(conversions, port1);
    return work(port2, () => {});
  },
}));

const conversions = {
  describe: async (file: Blob, { name }: { name: string }) =>
    name.endsWith('.gguf')
      ? { isPack: false, cards: [ofFile(name, file.size)] }
      : { isPack: true, cards: await describePack(file, name) },
  stop: () => {},
  convert: async (file: Blob, id: string) => {
    try {
      const { signal } = new AbortController();
      await unpackModel(file, id, store, { signal, onBytes: () => {} });
      return { kind: 'done' };
    } catch (error) {
      return { kind: 'failed', fault: null, message: (error as Error).message };
    }
  },
};

/** Folders of models with their files, in place of the browser's. */
const folders = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
const missing = () => new DOMException('none', 'NotFoundError');

function folderNamed(folder: string) {
  const files = folders.get(folder) ?? new Map<string, Uint8Array<ArrayBuffer>>();
  folders.set(folder, files);
  return {
    keys: () => files.keys(),
    removeEntry: async (name: string) => void files.delete(name),
    getFileHandle: async (name: string, { create }: { create: boolean }) => {
      if (!create && !files.has(name)) throw missing();
      const read = () => files.get(name) ?? new Uint8Array();
      return {
        getFile: async () => new File([read()], name),
        createSyncAccessHandle: async () => ({
          truncate: (size: number) => void files.set(name, read().slice(0, size)),
          write(bytes: Uint8Array) {
            files.set(name, new Uint8Array([...read(), ...bytes]));
            return bytes.length;
          },
          flush: () => {},
          close: () => {},
        }),
      };
    },
  };
}

const models = {
  getDirectoryHandle: async (name: string, options?: { create?: boolean }) => {
    if (!options?.create && !folders.has(name)) throw missing();
    return folderNamed(name);
  },
  removeEntry: async (name: string) => void folders.delete(name),
};
const root = { getDirectoryHandle: async () => models };
const store = new FileStore(async () => root as unknown as FileSystemDirectoryHandle);

const rows = new Map<string, StoredModel>();
let downloading: string | null = null;
let own: OwnFiles;

beforeEach(() => {
  folders.clear();
  rows.clear();
  downloading = null;
  own = new OwnFiles({
    find: (id) => rows.get(id),
    all: () => rows.values(),
    save: async (model) => void rows.set(model.id, model),
    isDownloading: (id) => id === downloading,
    onLoaded: () => {},
  });
});

const BYTES = {
  'config.json': new Uint8Array([1, 2, 3]),
  'onnx/model.onnx': new Uint8Array([4, 5]),
};
const [ONNX] = ONNX_MODELS as [ModelCard];
const [WEBLLM] = WEBLLM_MODELS as [ModelCard];

function packed(
  card: ModelCard,
  files: Record<string, Uint8Array<ArrayBuffer>> = BYTES,
): PackedModel {
  const listed = Object.entries(files).map(([path, bytes]) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { path, bytes: bytes.length, sha256 };
  });
  return { card, revision: null, files: listed };
}

async function packOf(card: ModelCard, files: Record<string, Uint8Array<ArrayBuffer>> = BYTES) {
  const pieces: BlobPart[] = [];
  const open = async (_: PackedModel, path: string) => new Blob([files[path] ?? '']);
  for await (const piece of writePack([packed(card, files)], open)) pieces.push(piece);
  return new Blob(pieces);
}

/** The card of a file of weights. */
function ofFile(name: string, bytes: number): ModelCard {
  const id = `local/${name.replace('.gguf', '')}`;
  return { ...ONNX, id, source: { ...NONE, repository: id, file: { name, bytes } } };
}
const NONE = { page: '', isMeasured: true };

const add = (file: Blob) => own.add(file, { name: 'a.alcovepack' });
const ended = (id: string) => vi.waitFor(() => expect(own.placeOf(id)).toBeNull());

test('a pack becomes a model, with its files under its own name', async () => {
  const id = await add(await packOf({ ...ONNX, scope: 'app', alias: 'gpt-4o', threads: 9 }));
  await ended(id);
  const { source, ...facts } = ONNX;
  const file = { name: 'a.alcovepack', bytes: expect.any(Number) };
  expect(rows.get(id)).toMatchObject({ state: 'complete', problem: null });
  expect(rows.get(id)?.card).toEqual({ ...facts, downloadBytes: 5, source: { ...source, file } });
  expect((await store.paths(ONNX.id)).sort()).toEqual(['config.json', 'onnx/model.onnx']);
});

test('no pack has its files in the folder of another model', async () => {
  const repository = WEBLLM.source?.repository ?? '';
  for (const id of [repository, repository.toLowerCase()]) {
    await expect(add(await packOf({ ...ONNX, id }))).rejects.toThrow(
      'is no model that this version',
    );
  }
  const theirs = { ...ONNX, id: 'own/name', title: 'Theirs' };
  rows.set('own/name', {
    ...toStored({ ...theirs, source: { ...theirs.source, repository: ONNX.id } as never }),
    state: 'complete',
  });
  await expect(add(await packOf(ONNX))).rejects.toThrow(
    `${ONNX.title} of the pack would replace files of Theirs.`,
  );
  expect([...rows.keys()]).toEqual(['own/name']);
});

test('a model for WebLLM comes without its library, which its own address has', async () => {
  const withLibrary = { ...BYTES, 'library.wasm': new Uint8Array([0, 97, 115, 109]) };
  const repository = WEBLLM.source?.repository ?? '';
  folders.set(
    encodeURIComponent(repository),
    new Map(Object.entries(withLibrary).map(([path, bytes]) => [encodeURIComponent(path), bytes])),
  );
  const { files } = packed(WEBLLM, withLibrary);
  for (const { path, bytes, sha256 } of files) {
    await store.complete(repository, path, { bytes, sha256 });
  }
  const installed = { card: WEBLLM, revision: null, files, folder: repository };
  const pack = await packModels(store, [installed], () => {});
  folders.clear();
  const id = await add(pack);
  await ended(id);
  expect((await store.paths(repository)).sort()).toEqual(['config.json', 'onnx/model.onnx']);
  expect(rows.get(id)).toMatchObject({ state: 'partial', card: WEBLLM, queuedAt: null });
  expect(rows.get(id)?.card.source).toEqual(WEBLLM.source);
  expect(rows.get(id)?.problem).toContain('The compiled library is code');
});

test('what no one could open is not packed', async () => {
  const pack = (card: ModelCard) =>
    packModels(store, [{ ...packed(card), folder: card.id }], () => {});
  await expect(pack({ ...WEBLLM, id: 'own/webllm' })).rejects.toThrow(
    'the catalogue does not have the model',
  );
  await expect(pack({ ...ONNX, gpu: {} as never })).rejects.toThrow('could read its description');
});

test('a file of weights leaves the download of another file of its name alone', async () => {
  const gguf = { address: 'https://models.test/tiny.gguf', bytes: 9, sha256: null };
  const source = { ...NONE, repository: 'local/tiny', gguf };
  const paused = { ...toStored({ ...ONNX, id: 'local/tiny', source }), loaded: 7 };
  rows.set('local/tiny', paused);
  const file = new Blob([new Uint8Array(5)]);
  expect(await own.add(file, { name: 'tiny.gguf' })).toBe('local/tiny-2');
  expect(rows.get('local/tiny')).toBe(paused);
  await ended('local/tiny-2');
  // An unfinished conversion of a file is taken over.
  expect(rows.get('local/tiny-2')?.state).toBe('partial');
  expect(await own.add(file, { name: 'tiny.gguf' })).toBe('local/tiny-2');
  await ended('local/tiny-2');
});

test('a pack leaves a download of its model alone: one that runs, and the parts of one that was paused', async () => {
  const { id } = ONNX;
  const paused = { ...toStored(ONNX), loaded: 7, revision: 'abc' };
  rows.set(id, paused);
  folders.set(encodeURIComponent(id), new Map([['part', new Uint8Array(7)]]));
  const pack = await packOf(ONNX);
  downloading = id;
  await expect(add(pack)).rejects.toThrow(`${ONNX.title} is being downloaded.`);
  expect(rows.get(id)).toBe(paused);
  downloading = null;
  const bytes = new Uint8Array(await pack.arrayBuffer());
  const at = Buffer.from(bytes).indexOf('/config.json') + '/config.json'.length;
  bytes[at] = 9;
  await add(new Blob([bytes]));
  await ended(id);
  expect(rows.get(id)).toMatchObject({ card: ONNX, revision: 'abc', state: 'partial' });
  expect(rows.get(id)?.problem).toContain('config.json');
  expect(folders.get(encodeURIComponent(id))?.has('part')).toBe(true);
  await add(pack);
  await ended(id);
  expect(rows.get(id)).toMatchObject({ state: 'complete' });
  expect(folders.get(encodeURIComponent(id))?.has('part')).toBe(false);
});
