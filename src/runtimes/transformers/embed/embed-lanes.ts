import { env } from '@huggingface/transformers';
import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError } from '#engine/engine-error.ts';
import { WorkerThread } from '#workers/worker-thread.ts';
import type { EmbedCard } from './embed-graph.ts';

/** Tokens per message to a worker: the longest that an abort waits for. */
const PARCEL_TOKENS = 256;
/** Bytes of a model beyond which one copy of it is enough. */
const MOST_BYTES = 150e6;
/** Milliseconds without work after which lanes give their memory back. */
const IDLE_MS = 60_000;
/** Milliseconds in which a lane loads its model, or answers a parcel. */
const SILENCE_MS = 120_000;

export interface LaneStart {
  card: EmbedCard;
  /** Where the library finds files of this origin. */
  modelPath: string;
}

/** Rows of one length, as tokens. */
export type LaneRequest = readonly (readonly (readonly number[])[])[];
/** First `ready`; then for each request the vectors of its batches, or what went wrong. */
export type LaneAnswer = 'ready' | { vectors: Float32Array[] } | { error: string };

/** Some batches of rows. */
type Parcel = number[][];

/**
 * Copies of a model in threads of their own. One text on two threads is hardly half as long under way
 * as on one; two texts on one thread each are done in the time of one.
 */
export class EmbedLanes {
  readonly #card: EmbedCard;
  readonly #count: number;
  #lanes: Lane[] = [];
  #opening: Promise<void> | null = null;
  #idle: ReturnType<typeof setTimeout> | null = null;
  isOpen = false;

  private constructor(card: EmbedCard, count: number) {
    this.#card = card;
    this.#count = count;
  }

  /** Null where they would not pay: one processor, a GPU, or a model too large to copy. */
  static plan(card: ModelCard, threads: number): EmbedLanes | null {
    const { id, device, source, embedding, downloadBytes = 0 } = card;
    if (threads < 2 || device !== 'wasm' || downloadBytes > MOST_BYTES) return null;
    const facts = {
      id,
      device,
      ...(source ? { source } : {}),
      ...(embedding ? { embedding } : {}),
    };
    return new EmbedLanes(facts, threads);
  }

  /** Begins to load the copies, if there are none. They stay for a minute after their last work. */
  open(): void {
    if (this.#opening !== null) return;
    this.#lanes = Array.from({ length: this.#count }, () => new Lane());
    const start: LaneStart = { card: this.#card, modelPath: env.localModelPath };
    this.#opening = Promise.all(this.#lanes.map((lane) => lane.open(start))).then(
      () => {
        this.isOpen = true;
        this.#rest();
      },
      // Without the pool everything works as before, if more slowly.
      () => this.#close(),
    );
  }

  /**
   * Vectors of batches, by row, as they are done.
   * @throws EngineError `aborted`, or `runtime-failed` when a lane breaks.
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
    let working = this.#lanes.length;
    let wake = () => {};
    const work = async (lane: Lane) => {
      for (let parcel = parcels.shift(); parcel; parcel = parcels.shift()) {
        const rows = parcel.map((batch) => batch.map((row) => ids[row] as number[]));
        const vectors = await lane.run(rows);
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
    for (const lane of this.#lanes) work(lane).then(() => end(), end);
    while (working > 0 || done.length > 0) {
      const next = done.shift();
      if (next) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    if (failure && !signal.aborted) this.#close();
    else this.#rest();
    if (failure) throw failure;
  }

  /** Gives the memory back, if nothing comes for a while. */
  #rest(): void {
    this.#idle = setTimeout(() => this.#close(), IDLE_MS);
  }

  #close(): void {
    for (const lane of this.#lanes) lane.close();
    this.#lanes = [];
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

/** One copy: answers come in the order of requests, one at a time. */
class Lane {
  readonly #thread = new WorkerThread(
    () => new Worker(new URL('./embed-lane-worker.ts', import.meta.url), { type: 'module' }),
  );

  async open(start: LaneStart): Promise<void> {
    await this.#ask(start);
  }

  async run(request: LaneRequest): Promise<Float32Array[]> {
    const answer = await this.#ask(request);
    return answer === 'ready' ? [] : answer.vectors;
  }

  close(): void {
    this.#thread.end();
  }

  async #ask(message: LaneStart | LaneRequest): Promise<Exclude<LaneAnswer, { error: string }>> {
    const ask = (worker: Worker) =>
      new Promise<LaneAnswer>((resolve) => {
        worker.onmessage = ({ data }: MessageEvent<LaneAnswer>) => resolve(data);
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
