import { env } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { WorkerThread } from '#workers/worker-thread.ts';
import type { EmbedCard } from './embed-graph.ts';

/** Tokens per message to a worker: the longest that an abort waits for. */
const PARCEL_TOKENS = 256;
/** Models above this size in bytes are not copied. */
const MAX_BYTES = 150e6;
/** Milliseconds without work after which the workers end and free their memory. */
const IDLE_MS = 60_000;
/** Milliseconds in which a worker loads its model, or answers a parcel. */
const SILENCE_MS = 120_000;

export interface WorkerStart {
  card: EmbedCard;
  /** Path of this origin's model files. */
  modelPath: string;
}

/** Rows of one length, as tokens. */
export type WorkerRequest = readonly (readonly (readonly number[])[])[];
/** First `ready`; then for each request the vectors of its batches, or an error. */
export type WorkerAnswer = 'ready' | { vectors: Float32Array[] } | { error: string };

/** Some batches of rows. */
type Parcel = number[][];

/**
 * Copies of a model in single-threaded workers. Two threads hardly halve the time of one text, but two
 * workers finish two texts in the time of one.
 */
export class EmbedWorkerPool {
  readonly #card: EmbedCard;
  readonly #count: number;
  #workers: PoolWorker[] = [];
  #opening: Promise<void> | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  isOpen = false;

  private constructor(card: EmbedCard, count: number) {
    this.#card = card;
    this.#count = count;
  }

  /** Null where a pool does not help: one processor, a GPU, or a model too large to copy. */
  static plan(card: ModelCard, threads: number): EmbedWorkerPool | null {
    const { id, device, source, address, embedding, isPacked, downloadBytes = 0 } = card;
    if (threads < 2 || device !== 'wasm' || downloadBytes > MAX_BYTES) return null;
    const facts = {
      id,
      device,
      ...(source ? { source } : {}),
      ...(address ? { address } : {}),
      ...(embedding ? { embedding } : {}),
      ...(isPacked ? { isPacked } : {}),
    };
    return new EmbedWorkerPool(facts, threads);
  }

  /** Starts loading the copies if there are none. They are freed a minute after their last work. */
  open(): void {
    if (this.#opening !== null) return;
    this.#workers = Array.from({ length: this.#count }, () => new PoolWorker());
    const start: WorkerStart = { card: this.#card, modelPath: env.localModelPath };
    this.#opening = Promise.all(this.#workers.map((worker) => worker.open(start))).then(
      () => {
        this.isOpen = true;
        this.#rest();
      },
      // Embedding works without the pool, only more slowly.
      () => this.#close(),
    );
  }

  /**
   * Vectors of batches, by row, in order of completion.
   * @throws EngineError `aborted`, or `runtime-failed` when a worker breaks.
   */
  async *run(
    batches: readonly (readonly number[])[],
    ids: readonly number[][],
    signal: AbortSignal,
  ) {
    if (this.#idle) clearTimeout(this.#idle);
    const parcels = toParcels(batches, ids);
    const done: { rows: number[]; vectors: Float32Array }[] = [];
    let failure: unknown = null;
    let working = this.#workers.length;
    let wake = () => {};
    const work = async (worker: PoolWorker) => {
      for (let parcel = parcels.shift(); parcel; parcel = parcels.shift()) {
        const rows = parcel.map((batch) => batch.map((row) => ids[row] as number[]));
        const vectors = await worker.run(rows);
        if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
        for (const [i, batch] of parcel.entries()) {
          done.push({ rows: batch, vectors: vectors[i] as Float32Array });
        }
        wake();
      }
    };
    const end = (error: unknown = null) => {
      failure ??= error;
      if (error) parcels.length = 0;
      working--;
      wake();
    };
    for (const worker of this.#workers) work(worker).then(() => end(), end);
    while (working > 0 || done.length > 0) {
      const next = done.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    if (failure && !signal.aborted) this.#close();
    else this.#rest();
    if (failure) throw failure;
  }

  /** Frees the memory after a while without work. */
  #rest(): void {
    this.#idle = setTimeout(() => this.#close(), IDLE_MS);
  }

  #close(): void {
    for (const worker of this.#workers) worker.close();
    this.#workers = [];
    this.#opening = null;
    this.isOpen = false;
  }
}

/** The longest first, so that the workers finish at about the same time. */
function toParcels(batches: readonly (readonly number[])[], ids: readonly number[][]): Parcel[] {
  const lengthOf = (batch: readonly number[]) => ids[batch[0] ?? 0]?.length ?? 0;
  const sorted = batches.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  const parcels: Parcel[] = [];
  let tokens = Infinity;
  for (const batch of sorted) {
    const more = lengthOf(batch) * batch.length;
    if (tokens + more > PARCEL_TOKENS) {
      parcels.push([]);
      tokens = 0;
    }
    parcels.at(-1)?.push([...batch]);
    tokens += more;
  }
  return parcels;
}

/** One copy of the model; it answers requests in order, one at a time. */
class PoolWorker {
  readonly #thread = new WorkerThread(
    () => new Worker(new URL('./embed-worker.ts', import.meta.url), { type: 'module' }),
  );

  async open(start: WorkerStart): Promise<void> {
    await this.#ask(start);
  }

  async run(request: WorkerRequest): Promise<Float32Array[]> {
    const answer = await this.#ask(request);
    return answer === 'ready' ? [] : answer.vectors;
  }

  close(): void {
    this.#thread.end();
  }

  async #ask(
    message: WorkerStart | WorkerRequest,
  ): Promise<Exclude<WorkerAnswer, { error: string }>> {
    const ask = (worker: Worker) =>
      new Promise<WorkerAnswer>((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => resolve(data);
        worker.postMessage(message);
      });
    const answer = await this.#thread
      .call(ask, { silenceMs: SILENCE_MS })
      .catch((error: Error) => ({ error: error.message }));
    if (answer !== 'ready' && 'error' in answer) {
      throw new EngineError('runtime-failed', answer.error);
    }
    return answer;
  }
}
