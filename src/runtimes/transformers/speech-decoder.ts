import { EngineError } from '#engine/engine-error.ts';
import { giveThreadAway } from '#engine/give-thread-away.ts';
import { chooseToken, createRandom, GREEDY } from './sampler.ts';
import { bool, float32, int64, type OrtSession, type OrtTensor } from './session.ts';
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

type Cache = Record<string, unknown>;

/** The text side of a Whisper: encoder states of several windows in, tokens of each out. */
export class SpeechDecoder {
  readonly #session: OrtSession;
  readonly #shape: SpeechShape;
  readonly #tokens: SpeechTokens;
  readonly #cacheNames: string[];
  /** Of these only the first step gives something new: the encoder's states do not change. */
  readonly #fixedNames: string[];

  constructor(session: OrtSession, shape: SpeechShape, tokens: SpeechTokens) {
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
    let cache = this.#emptyCache(rows);
    for (let length = 0; length < options.most && open.size > 0; length++) {
      await giveThreadAway();
      if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
      const step = await this.#step(next, heard, cache);
      cache = step.cache;
      next = written.map((mine, row) => {
        if (!open.has(row)) return [end];
        const token = this.#choose(step.logits(row), mine, options, random);
        if (token === end) open.delete(row);
        else mine.push(token);
        return [token];
      });
    }
    return written;
  }

  /** Logits of the token after `start`, [vocabulary] per window. */
  async first(heard: OrtTensor, start: readonly number[]): Promise<Float32Array[]> {
    const rows = heard.dims[0] as number;
    const ids = Array.from({ length: rows }, () => [...start]);
    const { logits } = await this.#step(ids, heard, this.#emptyCache(rows));
    return ids.map((_, row) => logits(row));
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

  async #step(ids: readonly (readonly number[])[], heard: OrtTensor, cache: Cache) {
    const rows = ids.length;
    const length = ids[0]?.length ?? 0;
    const first = cache[this.#cacheNames[0] ?? ''] as { dims: readonly number[] };
    const isFirst = first.dims[2] === 0;
    const feeds: Record<string, unknown> = {
      input_ids: int64(ids.flat(), [rows, length]),
      encoder_hidden_states: heard,
      use_cache_branch: bool(!isFirst),
      ...cache,
    };
    const named = Object.fromEntries(this.#session.inputNames.map((name) => [name, feeds[name]]));
    const grows = this.#cacheNames.filter((name) => isFirst || !this.#fixedNames.includes(name));
    const wanted = ['logits', ...grows.map(toPresent)];
    const out = await this.#session.run(named, wanted);
    const data = out['logits']?.data as Float32Array;
    const width = data.length / (rows * length);
    const grown: Cache = { ...cache };
    for (const name of grows) grown[name] = out[toPresent(name)];
    const logits = (row: number) => {
      const at = ((row + 1) * length - 1) * width;
      return data.slice(at, at + width);
    };
    return { logits, cache: grown };
  }

  #emptyCache(rows: number): Cache {
    const { heads, size } = this.#shape;
    const empty = () => float32(new Float32Array(0), [rows, heads, 0, size]);
    return Object.fromEntries(this.#cacheNames.map((name) => [name, empty()]));
  }
}

const toPresent = (name: string) => name.replace('past_key_values', 'present');
