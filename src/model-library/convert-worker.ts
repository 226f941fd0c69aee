import { expose } from 'comlink';
import type { ModelCard } from '#catalog/model-card.ts';
import { planConversion, writeModel } from '#gguf/convert-gguf.ts';
import { GgufError } from '#gguf/gguf-error.ts';
import type { ByteSource } from '#gguf/read-gguf.ts';
import { FileStore } from '#model-files/file-store.ts';
import { DownloadError } from '#model-files/model-file.ts';
import type { PackedModel } from '#model-files/pack.ts';
import { type ModelFileWriter, writeModelFile } from '#model-files/write-model-file.ts';
import { type ChosenFile, describeGguf } from './describe-gguf.ts';
import { downloadProblem } from './download-problem.ts';
import type { DownloadOutcome } from './download-worker.ts';
import { describePack, isArchive, packModels, unpackModel } from './pack-work.ts';
import { GGUF_PATH } from './plan-download.ts';

/** Milliseconds between two words about progress. */
const REPORT_MS = 200;

const controller = new AbortController();

const conversions = {
  /** The cards of a GGUF file or of a pack; no weight is read. Rejects with a sentence. */
  async describe(file: Blob, chosen: ChosenFile): Promise<{ isPack: boolean; cards: ModelCard[] }> {
    const isPack = await isArchive(file);
    const cards = isPack
      ? await describePack(file, chosen.name)
      : [describeGguf(await planConversion(sourceOf(file)), chosen, file.size)];
    const bytes = cards.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0);
    await requireStorage(bytes);
    return { isPack, cards };
  },
  /** Writes the files of a model; `onBytes` gets the bytes of the graph so far. Nothing stays of one that ends early. */
  async convert(
    file: Blob,
    model: string,
    onBytes: (done: number) => void,
  ): Promise<DownloadOutcome> {
    const store = new FileStore();
    if (await isArchive(file)) return unpack(file, model, store, onBytes);
    try {
      // What an earlier try may have left.
      await store.discardModel(model);
      await writeConverted(file, { store, model }, onBytes);
      return { kind: 'done' };
    } catch (error) {
      await store.discardModel(model).catch(reportError);
      return outcomeOf(error);
    }
  },
  /**
   * The same for a GGUF file that was downloaded into the model's own folder. It stays there, so that a conversion that
   * ended early begins again without a download; only a file that cannot be converted is discarded.
   */
  async convertDownloaded(
    model: string,
    bytes: number,
    onBytes: (done: number) => void,
  ): Promise<DownloadOutcome> {
    const store = new FileStore();
    try {
      const file = await store.read(model, GGUF_PATH);
      if (!file) throw new DownloadError('changed', 'The downloaded file was deleted. Try again.');
      await requireStorage(bytes);
      await writeConverted(file, { store, model }, onBytes);
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof GgufError) await store.discardModel(model).catch(reportError);
      return outcomeOf(error);
    }
  },
  /** Installed models as one file. Rejects with a sentence. */
  pack(
    models: readonly (PackedModel & { folder: string })[],
    onBytes: (done: number) => void,
  ): Promise<Blob> {
    return packModels(new FileStore(), models, sparing(onBytes));
  },
  /** Ends a conversion. */
  stop(): void {
    controller.abort();
  },
};

export type Conversions = typeof conversions;

/** Converts a GGUF file. Nothing is marked as whole, and no file is open, unless all of them are. */
async function writeConverted(
  file: Blob,
  { store, model }: { store: FileStore; model: string },
  onBytes: (done: number) => void,
): Promise<void> {
  const writers: ModelFileWriter[] = [];
  const open = async (path: string) => {
    const writer = await writeModelFile(store, model, path);
    writers.push(writer);
    return writer;
  };
  try {
    await writeModel(await planConversion(sourceOf(file)), {
      writeText: async (path, text) => (await open(path)).write(new TextEncoder().encode(text)),
      async open(path) {
        const writer = await open(path);
        return {
          write: (bytes) => {
            controller.signal.throwIfAborted();
            return writer.write(bytes);
          },
          // Left open until all is written: only whole models have whole files.
          close: async () => {},
        };
      },
      onBytes: sparing(onBytes),
    });
    for (const writer of writers) await writer.complete();
  } finally {
    for (const writer of writers) writer.close();
  }
}

async function unpack(
  file: Blob,
  model: string,
  store: FileStore,
  onBytes: (done: number) => void,
): Promise<DownloadOutcome> {
  try {
    const { signal } = controller;
    await unpackModel(file, model, store, { signal, onBytes: sparing(onBytes) });
    return { kind: 'done' };
  } catch (error) {
    return outcomeOf(error);
  }
}

function outcomeOf(error: unknown): DownloadOutcome {
  if (controller.signal.aborted) return { kind: 'stopped' };
  const fault = error instanceof DownloadError ? error.fault : null;
  return { kind: 'failed', fault, message: downloadProblem(error) };
}

/** Says no more often than a person reads. */
function sparing(onBytes: (done: number) => void): (done: number) => void {
  let reportedAt = 0;
  return (done) => {
    if (performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    onBytes(done);
  };
}

/** The bytes of a person's file, read as they are needed. */
function sourceOf(file: Blob): ByteSource {
  return {
    size: file.size,
    async read(at, length) {
      try {
        const bytes = await file.slice(at, at + length).arrayBuffer();
        if (bytes.byteLength === length) return new Uint8Array(bytes);
      } catch (cause) {
        throw new GgufError(MOVED, { cause });
      }
      throw new GgufError(MOVED);
    },
  };
}

const MOVED = 'The file could not be read: it was moved, changed or removed. Choose it again.';

/** @throws DownloadError where the browser says that the files of a model find no place. */
async function requireStorage(bytes: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate();
  if (quota === undefined || usage === undefined) return;
  const free = Math.max(0, quota - usage);
  if (free >= bytes) return;
  const size = (count: number) => `${(count / 1e6).toFixed(0)} MB`;
  throw new DownloadError(
    'disk-full',
    `The model takes ${size(bytes)} here, and this browser has ${size(free)} of storage left for this app. Delete models or other data, then try again.`,
  );
}

expose(conversions);
