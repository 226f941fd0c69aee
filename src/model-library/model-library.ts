import { proxy, type Remote, wrap } from 'comlink';
import type { ModelCard, ModelDevice } from '#catalog/model-card.ts';
import { toModelView } from '#catalog/model-view.ts';
import { ONNX_MODELS } from '#catalog/onnx-models.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { WEBLLM_MODELS } from '#catalog/webllm-models.ts';
import type { CatalogEntry, ModelState } from '#contract/catalog-entry.ts';
import { FileStore } from '#model-files/file-store.ts';
import { DownloadError } from '#model-files/model-file.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import type { StoredModel } from '#storage/model-records.ts';
import { inOwnWorker, WorkerError } from '#workers/worker-thread.ts';
import { downloadProblem } from './download-problem.ts';
import type { Downloads } from './download-worker.ts';

const NOT_LOADED = 'The download could not be started. Check the connection and try again.';
const ENDED = 'The download stopped. Resume it.';
/** Milliseconds without a byte after which a download is ended: the hub may ask to wait for minutes. */
const SILENCE_MS = 300_000;

/** Models of the catalogue that are downloaded from the hub. */
const OFFERED: readonly ModelCard[] = [...ONNX_MODELS, ...WEBLLM_MODELS];

/** Settings that say where models come from and which files of them suit. */
interface Wishes {
  readonly hub: string;
  readonly device: ModelDevice;
}

interface Running {
  stop: () => void;
  /** Resolves when the download has let go of its files, however it ended. */
  ended: Promise<void>;
}

/** Models besides those that ship with the app: what there is, what is here, what is on its way. */
export class ModelLibrary {
  readonly #database: AlcoveDatabase;
  readonly #wishes: () => Wishes;
  readonly #store = new FileStore();
  readonly #running = new Map<string, Running>();
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

  /** Cards of the models whose files are all here. */
  get ready(): ModelCard[] {
    return [...this.#stored.values()].filter((m) => m.state === 'complete').map((m) => m.card);
  }

  /** Models of the catalogue that are not here. */
  get available(): ModelCard[] {
    return OFFERED.filter((card) => this.#stored.get(card.id)?.state !== 'complete');
  }

  entries(): CatalogEntry[] {
    const own = [...this.#stored.values()].map((m) => m.card);
    const others = OFFERED.filter((c) => !this.#stored.has(c.id));
    return [...own, ...others].map((card) => ({
      model: toModelView(card),
      state: this.#stateOf(card.id),
      isMeasured: card.source?.isMeasured ?? false,
      page: card.source?.page ?? '',
      parameters: card.parameters ?? 0,
      device: traitsOf(card).fixedDevice,
      gpu: card.gpu ?? null,
      rank: card.rank ?? {},
    }));
  }

  #stateOf(id: string): ModelState {
    const stored = this.#stored.get(id);
    if (!stored) return { kind: 'available' };
    const { state, loaded, total, problem } = stored;
    if (state === 'complete') return { kind: 'ready' };
    if (this.#running.has(id)) return { kind: 'downloading', loaded, total };
    return problem === null
      ? { kind: 'paused', loaded, total }
      : { kind: 'failed', problem, loaded, total };
  }

  /** Adds a model of the hub by what a person typed. @returns its id. @throws Error with a sentence. */
  async add(named: string): Promise<string> {
    const { hub, device } = this.#wishes();
    const card = await withDownloads((d) => d.describe(named, hub, device));
    if (!this.#find(card.id)) {
      await this.#save(toStored(card));
    }
    return card.id;
  }

  #find(id: string): ModelCard | undefined {
    const offered = OFFERED.find((card) => card.id === id);
    return this.#stored.get(id)?.card ?? offered;
  }

  /** Begins a download or resumes one. Resolves when it has ended, however it ended. */
  async download(id: string): Promise<void> {
    const card = this.#find(id);
    if (!card) throw new Error(`There is no model ${id}.`);
    if (this.#running.has(id) || this.#stateOf(id).kind === 'ready') return;
    const controller = new AbortController();
    const ended = this.#follow(id, card, controller);
    this.#running.set(id, { stop: () => controller.abort(), ended });
    await ended;
  }

  async #follow(id: string, card: ModelCard, controller: AbortController): Promise<void> {
    await this.#save({ ...(this.#stored.get(id) ?? toStored(card)), problem: null });
    try {
      await this.#bring(id, card, controller);
    } catch (error) {
      if (controller.signal.aborted) {
        await this.#change(id, { problem: null });
        return;
      }
      reportError(error);
      await this.#change(id, { problem: downloadProblem(error) });
    } finally {
      this.#running.delete(id);
    }
  }

  async #bring(id: string, card: ModelCard, controller: AbortController): Promise<void> {
    controller.signal.throwIfAborted();
    await withDownloads(async (downloads, alive) => {
      controller.signal.addEventListener('abort', () => void downloads.stop(), { once: true });
      const { hub, device } = this.#wishes();
      const placed = traitsOf(card).fixedDevice ? card : { ...card, device };
      const plan = await downloads.plan(placed, hub);
      await this.#change(id, { card: plan.card, revision: plan.revision, total: plan.total });
      const repository = card.source?.repository ?? id;
      const onBytes = proxy((loaded: number) => {
        alive();
        const model = this.#stored.get(id);
        if (model) this.#stored.set(id, { ...model, loaded });
      });
      const outcome = await downloads.download(repository, plan.files, onBytes);
      if (outcome.kind === 'failed') throw new Error(outcome.message);
      const { loaded } = this.#stored.get(id) ?? { loaded: 0 };
      await this.#change(
        id,
        outcome.kind === 'done' ? { state: 'complete', loaded: plan.total } : { loaded },
      );
    });
  }

  /** Stops a download; what is there stays. */
  pause(id: string): void {
    this.#running.get(id)?.stop();
  }

  /** Deletes the files of a model, and the model itself where it was added by hand. */
  async remove(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.stop();
    // A file that is still open cannot be deleted.
    await running?.ended;
    const stored = this.#stored.get(id);
    this.#stored.delete(id);
    await this.#database.models.delete(id);
    await this.#database.modelLooks.delete(id);
    if (stored) await this.#store.discardModel(stored.card.source?.repository ?? id);
  }

  async #change(id: string, changes: Partial<StoredModel>): Promise<void> {
    const model = this.#stored.get(id);
    if (model) await this.#save({ ...model, ...changes });
  }

  async #save(model: StoredModel): Promise<void> {
    this.#stored.set(model.id, model);
    await this.#database.models.put(model);
  }
}

/** A model of which nothing has come yet. */
function toStored(card: ModelCard): StoredModel {
  return {
    id: card.id,
    card,
    revision: null,
    state: 'partial',
    loaded: 0,
    total: card.downloadBytes,
    problem: null,
    addedAt: Date.now(),
  };
}

/** Work of the one worker that may reach the hub; it lives no longer than that. */
async function withDownloads<T>(
  work: (downloads: Remote<Downloads>, alive: () => void) => Promise<T>,
): Promise<T> {
  try {
    return await inOwnWorker(
      () => new Worker(new URL('./download-worker.ts', import.meta.url), { type: 'module' }),
      (worker, alive) => work(wrap<Downloads>(worker), alive),
      { silenceMs: SILENCE_MS },
    );
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error;
    const message = error.problem === 'not-started' ? NOT_LOADED : ENDED;
    throw new DownloadError('offline', message, { cause: error });
  }
}
