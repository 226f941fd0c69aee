import { proxy } from 'comlink';
import type { ModelCard, ModelDevice } from '#catalog/model-card.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import type { CatalogEntry, GgufFile, ModelFileView, ModelState } from '#contract/catalog-entry.ts';
import { FileStore, listFiles } from '#model-files/file-store.ts';
import { DownloadError } from '#model-files/model-file.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { StoredModel } from '#storage/model-records.ts';
import { bringModel } from './bring-model.ts';
import type { ChosenFile } from './describe-gguf.ts';
import { damagedProblem, downloadProblem } from './download-problem.ts';
import { DownloadQueue } from './download-queue.ts';
import { OwnFiles, packStored } from './own-files.ts';
import { GGUF_PATH } from './plan-download.ts';
import { ServerModels, serverHub } from './server-models.ts';
import { folderOf, stateOf, toEntry, toStored, withFreeId } from './stored-model.ts';
import { TransferRate } from './transfer-rate.ts';
import { withDownloads } from './with-workers.ts';

/** Models of the catalogue that are downloaded from the hub. */
const OFFERED: readonly ModelCard[] = [...ONNX_MODELS, ...WEBLLM_MODELS];

/** Settings that say where models come from and which files of them suit. */
interface Wishes {
  readonly hub: string;
  readonly device: ModelDevice;
  readonly offline: boolean;
}

/** `entries` says something else; with `models`, perhaps `ready` too. `coming`: a model of which more has arrived. */
type Listener = (kind: 'models' | 'progress', coming?: ModelCard) => void;

const OFFLINE = 'Offline mode is on: nothing is downloaded. Turn it off in Settings, Privacy.';

/** Models other than the embedded ones: available, installed and downloading. */
export class ModelLibrary {
  readonly #database: AlcoveDatabase;
  readonly #wishes: () => Wishes;
  readonly #store = new FileStore();
  readonly #listeners: Listener[] = [];
  readonly #onServer = new ServerModels();
  readonly #queue = new DownloadQueue(
    (id, signal) => this.#follow(id, signal),
    () => this.#onChange('progress'),
  );
  readonly #ownFiles = new OwnFiles({
    find: (id) => this.#stored.get(id),
    all: () => this.#stored.values(),
    isDownloading: (id) => this.#queue.placeOf(id) !== null,
    save: (model) => this.#save(model),
    onLoaded: (id, loaded) => this.#noteLoaded(id, loaded),
  });
  #rate = new TransferRate();
  /** The downloaded model that is being converted. */
  #converting: string | null = null;
  #stored = new Map<string, StoredModel>();

  private constructor(database: AlcoveDatabase, wishes: () => Wishes) {
    this.#database = database;
    this.#wishes = wishes;
  }

  static async open(database: AlcoveDatabase, wishes: () => Wishes): Promise<ModelLibrary> {
    const library = new ModelLibrary(database, wishes);
    for (const model of await database.models.toArray()) library.#stored.set(model.id, model);
    return library;
  }

  /** Calls back with each change, for as long as the library lives. */
  listen(onChange: Listener): void {
    this.#listeners.push(onChange);
  }

  readonly #onChange: Listener = (...change) => {
    for (const listener of this.#listeners) listener(...change);
  };

  /** Continues the downloads that an earlier host left, in their order. */
  continueDownloads(): void {
    const left = [...this.#stored.values()].filter(
      ({ state, queuedAt }) => state === 'partial' && queuedAt !== null,
    );
    left.sort((a, b) => (a.queuedAt ?? 0) - (b.queuedAt ?? 0));
    for (const { id } of left) this.#queue.add(id).catch(reportError);
  }

  /** Cards of the models whose files are all here. */
  get ready(): ModelCard[] {
    const complete = [...this.#stored.values()].filter(({ state }) => state === 'complete');
    return complete.map(({ card, revision }) => (revision === null ? card : { ...card, revision }));
  }

  /** Models of the catalogue that are not here. */
  get available(): ModelCard[] {
    return OFFERED.filter((card) => this.#stored.get(card.id)?.state !== 'complete');
  }

  /** Asks the server of this page which models it has. Never rejects: a static host has none. */
  async readServer(): Promise<void> {
    if (await this.#onServer.refresh()) this.#onChange('progress');
  }

  entries(): CatalogEntry[] {
    const own = [...this.#stored.values()].map((m) => m.card);
    const others = [...this.#onServer.cards.values(), ...OFFERED].filter(
      ({ id }, at, all) => !this.#stored.has(id) && all.findIndex((c) => c.id === id) === at,
    );
    return [...own, ...others].map((card) =>
      toEntry(card, this.#stateOf(card.id), this.#onServer.cards.has(card.id)),
    );
  }

  #stateOf(id: string): ModelState {
    const stored = this.#stored.get(id);
    if (!stored) return { kind: 'available' };
    const ofFile = this.#ownFiles.placeOf(id);
    const isConverting = this.#converting === id;
    // A conversion says nothing about the connection.
    const rate = ofFile === null && !isConverting ? this.#rate.bytesPerSecond : null;
    return stateOf(stored, ofFile ?? this.#queue.placeOf(id), rate, isConverting);
  }

  /** Adds a model of the hub, or a GGUF file by its address, from a person's input. @returns its id. @throws Error with a message for people. */
  async add(named: string): Promise<string> {
    const { hub, device } = this.#wishes();
    this.#requireOnline();
    const card = withFreeId(await withDownloads((d) => d.describe(named, hub, device)), (id) =>
      this.#find(id),
    );
    if (!this.#find(card.id)) await this.#save(toStored(card));
    return card.id;
  }

  /** The GGUF files among which a person chooses; empty where their input names one model. @throws Error with a message for people. */
  listGgufFiles(named: string): Promise<GgufFile[]> {
    this.#requireOnline();
    return withDownloads((d) => d.listGgufFiles(named, this.#wishes().hub));
  }

  /** Converts a person's GGUF file, or installs a pack. @returns the id of its first model. @throws Error with a message for people. */
  addFile(file: Blob, chosen: ChosenFile): Promise<string> {
    return this.#ownFiles.add(file, chosen);
  }

  /** Installed models as one file. @throws Error with a message for people. */
  pack(ids: readonly string[]): Promise<Blob> {
    return packStored(ids, this.#stored, this.#store);
  }

  #find(id: string): ModelCard | undefined {
    const offered = OFFERED.find((card) => card.id === id);
    return this.#stored.get(id)?.card ?? this.#onServer.cards.get(id) ?? offered;
  }

  /** Begins a download or resumes one, after those chosen before; none of a model that a pack brings now. Resolves when it has succeeded, failed or been paused. */
  async download(id: string): Promise<void> {
    const card = this.#find(id);
    if (!card) throw new Error(`There is no model ${id}.`);
    if (this.#stateOf(id).kind === 'ready' || this.#ownFiles.placeOf(id) !== null) return;
    if (this.#queue.placeOf(id) === null) {
      const model = this.#stored.get(id) ?? toStored(card);
      await this.#save({ ...model, problem: null, queuedAt: this.#lastQueuedAt() + 1 });
    }
    await this.#queue.add(id);
  }

  /** Downloads a waiting model before the other waiting ones. */
  async downloadNext(id: string): Promise<void> {
    if (!this.#queue.placeOf(id)) return;
    const places = [...this.#stored.values()].map(({ queuedAt }) => queuedAt ?? Infinity);
    await this.#change(id, { queuedAt: Math.min(...places) - 1 });
    this.#queue.moveToFront(id);
  }

  #lastQueuedAt(): number {
    return Math.max(0, ...[...this.#stored.values()].map(({ queuedAt }) => queuedAt ?? 0));
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    this.#rate = new TransferRate();
    let problem: string | null = null;
    try {
      const card = this.#find(id);
      if (card) await this.#bring(id, card, signal);
    } catch (error) {
      if (!signal.aborted) {
        // The model list shows this message; other threads receive the name of an error, not its class.
        if (!(error instanceof Error && error.name === 'DownloadError')) reportError(error);
        problem = downloadProblem(error);
      }
    }
    this.#converting = null;
    // What cannot be stored is known until the host ends: a full disk must not end the queue.
    await this.#change(id, { problem, queuedAt: null }).catch(() => {});
  }

  async #bring(id: string, card: ModelCard, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.readServer();
    // What the server has needs no request to anyone else.
    const isOnServer = this.#onServer.cards.has(id);
    if (!isOnServer) this.#requireOnline();
    const { hub: chosen, device } = this.#wishes();
    const isWhole = await bringModel(card, {
      hub: isOnServer ? serverHub() : chosen,
      device,
      signal,
      onPlan: ({ card: planned, revision, total }) =>
        this.#change(id, { card: planned, revision, total }),
      onLoaded: (loaded) => {
        this.#rate.add(performance.now(), loaded);
        this.#noteLoaded(id, loaded);
      },
      onConversion: () => {
        this.#converting = id;
        return this.#change(id, { loaded: 0, total: card.downloadBytes });
      },
    });
    const { loaded, total } = this.#stored.get(id) ?? { loaded: 0, total: 0 };
    await this.#change(id, isWhole ? { state: 'complete', loaded: total } : { loaded });
    // Its graph holds the same weights.
    if (isWhole && card.source?.gguf) await this.#store.discard(folderOf(card), GGUF_PATH);
  }

  #requireOnline(): void {
    if (this.#wishes().offline) throw new DownloadError('offline', OFFLINE);
  }

  /** Offline mode was turned on or off: downloads of other sites stop, until a person resumes them. */
  async changeOffline(): Promise<void> {
    if (!this.#wishes().offline) return;
    const open = [...this.#stored.keys()].filter(
      (id) => this.#queue.placeOf(id) !== null && !this.#onServer.cards.has(id),
    );
    await Promise.all(open.map((id) => this.pause(id)));
  }

  /** Stops a running or waiting download; its partial files stay. */
  async pause(id: string): Promise<void> {
    await this.#queue.remove(id);
    await this.#change(id, { queuedAt: null });
  }

  /** The stored files of a model, each with its hash. */
  async files(id: string): Promise<ModelFileView[]> {
    return listFiles(this.#store, this.#folderOf(id));
  }

  /**
   * Reads all files again and compares their hashes. A damaged file is discarded, and the model's state says why.
   * Resolves to whether all are as they were downloaded.
   */
  async checkFiles(id: string): Promise<boolean> {
    const folder = this.#folderOf(id);
    const damaged = await withDownloads((downloads, alive) =>
      downloads.check(folder, proxy(alive)),
    );
    if (damaged.length === 0) return true;
    const problem = damagedProblem(damaged, this.#find(id)?.source?.file !== undefined);
    const left = await this.files(id);
    const loaded = left.reduce((sum, { bytes }) => sum + bytes, 0);
    await this.#change(id, { state: 'partial', problem, loaded });
    return false;
  }

  #folderOf(id: string): string {
    const card = this.#find(id);
    return card ? folderOf(card) : id;
  }

  /** Deletes the files of a model, and the model itself where it was added by hand. */
  async remove(id: string): Promise<void> {
    // A file that is still open cannot be deleted.
    await Promise.all([this.#queue.remove(id), this.#ownFiles.remove(id)]);
    const stored = this.#stored.get(id);
    // Files that cannot be deleted stay visible, and can be deleted again.
    if (stored) await this.#store.discardModel(folderOf(stored.card));
    this.#stored.delete(id);
    this.#onChange('models');
    await this.#database.models.delete(id);
    await this.#database.modelProbes.delete(id);
  }

  #noteLoaded(id: string, loaded: number): void {
    const model = this.#stored.get(id);
    if (model) this.#stored.set(id, { ...model, loaded });
    this.#onChange('progress', model?.card);
  }

  async #change(id: string, changes: Partial<StoredModel>): Promise<void> {
    const model = this.#stored.get(id);
    if (model) await this.#save({ ...model, ...changes });
  }

  async #save(model: StoredModel): Promise<void> {
    this.#stored.set(model.id, model);
    this.#onChange('models');
    await this.#database.models.put(model);
  }
}
