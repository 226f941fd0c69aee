import { proxy } from 'comlink';
import type { ModelCard } from '#catalog/model-card.ts';
import { type FileStore, listFiles } from '#model-files/file-store.ts';
import { DownloadError } from '#model-files/model-file.ts';
import type { StoredModel } from '#storage/model-records.ts';
import type { ChosenFile } from './describe-gguf.ts';
import { downloadProblem } from './download-problem.ts';
import { DownloadQueue } from './download-queue.ts';
import type { DownloadOutcome } from './download-worker.ts';
import { isSameFolder, toStored } from './stored-model.ts';
import { withConversions } from './with-workers.ts';

/** What a page that ends during a conversion leaves in the list: a browser gives no file twice. */
const INTERRUPTED = 'The file was not read to its end. Choose it again.';
/** Of a model for WebLLM that a pack brought: its library is fetched when a person resumes. */
const NO_LIBRARY =
  'The weights are here. The compiled library is code, which no pack brings: with a connection, try again to fetch it from its own address.';

interface Rows {
  find: (id: string) => StoredModel | undefined;
  all: () => Iterable<StoredModel>;
  save: (model: StoredModel) => Promise<void>;
  /** Whether a download of the model runs or waits. */
  isDownloading: (id: string) => boolean;
  /** Bytes that are written so far. */
  onLoaded: (id: string, loaded: number) => void;
}

/** Models that are converted from a person's own files, or read from packs, one after the other. */
export class OwnFiles {
  readonly #rows: Rows;
  readonly #files = new Map<string, Blob>();
  /** Rows of downloads that packs take over, until the packs are read: a download can be resumed where its pack is damaged. */
  readonly #before = new Map<string, StoredModel>();
  readonly #queue: DownloadQueue;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#queue = new DownloadQueue((id, signal) => this.#follow(id, signal));
  }

  /** 0 for the one that is converted, 1 for the next; null for others. */
  placeOf(id: string): number | null {
    return this.#queue.placeOf(id);
  }

  /**
   * Begins to convert a GGUF file, or to read a pack of models. A file that is here already is not read again.
   * @returns the id of its first model; all are in the list from then on.
   * @throws Error with a sentence for people where the file cannot be converted
   */
  async add(file: Blob, chosen: ChosenFile): Promise<string> {
    const { isPack, cards } = await withConversions((c) => c.describe(file, chosen));
    if (isPack) for (const card of cards) this.#requireFree(card);
    const ids: string[] = [];
    for (const card of cards) {
      // A pack names its models; a file of weights has the name that a person gave it.
      ids.push(await (isPack ? this.#addPacked(file, card) : this.#addOwn(file, card, chosen)));
    }
    return ids[0] ?? '';
  }

  /** @throws Error where a download writes the files of the model, or where they would be among another one's */
  #requireFree({ id, title, source }: ModelCard): void {
    if (this.#rows.isDownloading(id)) {
      throw new Error(
        `${title} is being downloaded. Pause the download or wait for its end, then choose the pack again.`,
      );
    }
    for (const { id: other, card } of this.#rows.all()) {
      if (other === id) continue;
      if (isSameFolder(card.source?.repository ?? other, source?.repository ?? id)) {
        throw new Error(
          `${title} of the pack would replace files of ${card.title}. Delete that model first, or leave the pack.`,
        );
      }
    }
  }

  async #addPacked(file: Blob, card: ModelCard): Promise<string> {
    const { id } = card;
    const known = this.#rows.find(id);
    if (known?.state === 'complete' || this.#files.has(id)) return id;
    if (known && known.card.source?.file === undefined) this.#before.set(id, known);
    await this.#begin(id, card, file);
    return id;
  }

  async #addOwn(file: Blob, described: ModelCard, chosen: ChosenFile): Promise<string> {
    const { source } = described;
    for (let number = 1; ; number++) {
      const id = number === 1 ? described.id : `${described.id}-${number}`;
      const known = this.#rows.find(id);
      const same = known?.card.source?.file;
      const isSame = same?.name === chosen.name && same.bytes === file.size;
      if (isSame && (known?.state === 'complete' || this.#files.has(id))) return id;
      if (known && this.#isOccupied(known)) continue;
      const card = { ...described, id, ...(source && { source: { ...source, repository: id } }) };
      await this.#begin(id, card, file);
      return id;
    }
  }

  /** Whether a model stays next to another file of its name: only an unfinished conversion of a file is replaced. */
  #isOccupied({ id, state, card }: StoredModel): boolean {
    const isFromFile = card.source?.file !== undefined;
    return (
      !isFromFile || state === 'complete' || this.#files.has(id) || this.#rows.isDownloading(id)
    );
  }

  async #begin(id: string, card: ModelCard, file: Blob): Promise<void> {
    this.#files.set(id, file);
    await this.#rows.save({ ...toStored(card), problem: INTERRUPTED });
    this.#queue.add(id).catch(reportError);
  }

  /** Ends a conversion. Resolves when nothing of it is written any more. */
  async remove(id: string): Promise<void> {
    await this.#queue.remove(id);
    this.#files.delete(id);
    this.#before.delete(id);
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    const file = this.#files.get(id);
    try {
      if (file) await this.#convert(id, file, signal);
    } catch (error) {
      const model = this.#before.get(id) ?? this.#rows.find(id);
      if (this.#rows.find(id) && model && !signal.aborted) {
        await this.#rows.save({ ...model, loaded: 0, problem: downloadProblem(error) });
      }
    } finally {
      this.#files.delete(id);
      this.#before.delete(id);
    }
  }

  async #convert(id: string, file: Blob, signal: AbortSignal): Promise<void> {
    const outcome = await withConversions((conversions, alive): Promise<DownloadOutcome> => {
      // While the worker started, too.
      signal.throwIfAborted();
      signal.addEventListener('abort', () => void conversions.stop(), { once: true });
      const onBytes = proxy((done: number) => {
        alive();
        this.#rows.onLoaded(id, done);
      });
      return conversions.convert(file, id, onBytes);
    });
    if (outcome.kind === 'failed') {
      const { fault, message } = outcome;
      throw fault === null ? new Error(message) : new DownloadError(fault, message);
    }
    const model = this.#rows.find(id);
    if (outcome.kind === 'stopped' || !model) return;
    if (model.card.runtime === 'webllm') {
      // With no file: the model is the hub's, and its download is resumed from these files.
      const { file: _, ...source } = model.card.source ?? {
        repository: id,
        page: '',
        isMeasured: false,
      };
      const card = { ...model.card, source };
      await this.#rows.save({ ...model, card, loaded: model.total, problem: NO_LIBRARY });
      return;
    }
    await this.#rows.save({ ...model, state: 'complete', loaded: model.total, problem: null });
  }
}

/** Installed models as one file, made in a worker of its own. @throws Error with a sentence for people */
export async function packStored(
  ids: readonly string[],
  stored: ReadonlyMap<string, StoredModel>,
  store: FileStore,
): Promise<Blob> {
  const chosen = ids.map(async (id) => {
    const model = stored.get(id);
    if (model?.state !== 'complete') throw new Error(`Model ${id} is not installed here.`);
    const { card, revision } = model;
    const folder = card.source?.repository ?? id;
    const files = (await listFiles(store, folder)).map(({ path, bytes, sha256 }) => ({
      path,
      bytes,
      sha256,
    }));
    return { card, revision, files, folder };
  });
  const models = await Promise.all(chosen);
  return withConversions((conversions, alive) => conversions.pack(models, proxy(alive)));
}
