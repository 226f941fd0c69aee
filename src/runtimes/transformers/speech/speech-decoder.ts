import { EngineError } from '#engine/engine-error.ts';
import { giveThreadAway } from '#engine/give-thread-away.ts';
import { chooseToken, createRandom, GREEDY } from '#runtimes/transformers/chat/sampler.ts';
import {
  bool,
  int64,
  type LoopSession,
  type OrtTensor,
} from '#runtimes/transformers/ort/session.ts';
import { applyTimestampRules, type SpeechTokens } from './timestamp-rules.ts';

/** The shape of a decoder's caches. */
export interface SpeechShape {
  heads: number;
  /** Of one head. */
  size: number;
}

export interface DecodeOptions {
  /** Tokens every answer starts with. */
  start: readonly number[];
  /** Most tokens after them. */
  most: number;
  withTimes: boolean;
  temperature: number;
  seed: number;
}

type Cache = Record<string, OrtTensor>;

/** The text side of a Whisper: encoder states of several windows in, tokens of each out. */
export class SpeechDecoder {
  readonly #session: LoopSession;
  readonly #shape: SpeechShape;
  readonly #tokens: SpeechTokens;
  readonly #cacheNames: string[];
  /** Of these only the first step gives something new: the encoder's states do not change. */
  readonly #fixedNames: string[];

  constructor(session: LoopSession, shape: SpeechShape, tokens: SpeechTokens) {
    this.#session = session;
    this.#shape = shape;
    this.#tokens = tokens;
    this.#cacheNames = session.inputNames.filter((name) => name.startsWith('past_key_values'));
    this.#fixedNames = this.#cacheNames.filter((name) => name.includes('.encoder.'));
  }

  /**
   * Writes all windows in step: on a processor a step for several costs little more than for one.
   * `heard`: [windows, frames, d_model]. @throws EngineError `aborted`.
   */
  async write(heard: OrtTensor, options: DecodeOptions, signal: AbortSignal): Promise<number[][]> {
    const { end } = this.#tokens;
    const rows = heard.dims[0] as number;
    const written: number[][] = Array.from({ length: rows }, () => []);
    const open = new Set(written.keys());
    const random = createRandom(options.seed);
    let next: number[][] = written.map(() => [...options.start]);
    await this.#run(heard, async (step) => {
      for (let length = 0; length < options.most && open.size > 0; length++) {
        await giveThreadAway();
        if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
        const logits = await step(next);
        next = written.map((mine, row) => {
          if (!open.has(row)) return [end];
          const token = this.#choose(logits(row), mine, options, random);
          if (token === end) open.delete(row);
          else mine.push(token);
          return [token];
        });
      }
    });
    return written;
  }

  /** Logits of the token after `start`, [vocabulary] per window. */
  async first(heard: OrtTensor, start: readonly number[]): Promise<Float32Array[]> {
    const rows = heard.dims[0] as number;
    const ids = Array.from({ length: rows }, () => [...start]);
    let first: Float32Array[] = [];
    await this.#run(heard, async (step) => {
      const logits = await step(ids);
      first = ids.map((_, row) => logits(row));
    });
    return first;
  }

  /** Steps over one cache, which is freed after the last. */
  async #run(
    heard: OrtTensor,
    write: (step: (ids: readonly (readonly number[])[]) => Promise<Logits>) => Promise<void>,
  ): Promise<void> {
    const held = this.#session.hold(heard);
    const cache = this.#emptyCache(heard.dims[0] as number);
    try {
      await write((ids) => this.#step(ids, held, cache));
    } finally {
      for (const tensor of Object.values(cache)) tensor.dispose();
      if (held !== heard) held.dispose();
    }
  }

  #choose(
    logits: Float32Array,
    written: readonly number[],
    { withTimes, temperature }: DecodeOptions,
    random: () => number,
  ): number {
    if (withTimes) applyTimestampRules(logits, written, this.#tokens);
    else logits.fill(-Infinity, this.#tokens.firstTime);
    return chooseToken(logits, { ...GREEDY, temperature }, random);
  }

  /** Reads tokens of each window; what the cache held is replaced and freed. */
  async #step(
    ids: readonly (readonly number[])[],
    heard: OrtTensor,
    cache: Cache,
  ): Promise<Logits> {
    const rows = ids.length;
    const length = ids[0]?.length ?? 0;
    const isFirst = cache[this.#cacheNames[0] ?? '']?.dims[2] === 0;
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids.flat(), [rows, length]),
      encoder_hidden_states: heard,
      use_cache_branch: bool(!isFirst),
      ...cache,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const grows = this.#cacheNames.filter((name) => isFirst || !this.#fixedNames.includes(name));
    const out = await this.#session.run(named, ['logits', ...grows.map(toPresent)]);
    for (const name of grows) {
      cache[name]?.dispose();
      cache[name] = out[toPresent(name)] as OrtTensor;
    }
    const given = out['logits'] as OrtTensor;
    const width = given.dims.at(-1) as number;
    const all = given.data as Float32Array;
    const last = ids.map((_, row) => {
      const at = ((row + 1) * length - 1) * width;
      return all.slice(at, at + width);
    });
    given.dispose();
    return (row) => last[row] ?? new Float32Array(0);
  }

  #emptyCache(rows: number): Cache {
    const { heads, size } = this.#shape;
    const empty = () => this.#session.allocate([rows, heads, 0, size]);
    return Object.fromEntries(this.#cacheNames.map((name) => [name, empty()]));
  }
}

/** Logits of the token after those read, by window. */
type Logits = (row: number) => Float32Array;

const toPresent = (name: string) => name.replace('past_key_values', 'present');
