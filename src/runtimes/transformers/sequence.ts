import { EngineError } from '#engine/engine-error.ts';
import type { RawToken } from '#engine/shape-tokens.ts';
import type { Sampling } from '#engine/tasks.ts';
import type { GrammarState } from '#grammar/token-grammar.ts';
import type { Row } from './kv-rows.ts';
import {
  applyBias,
  applyPenalties,
  chooseToken,
  createRandom,
  describeLogprobs,
} from './sampler.ts';

export interface SequenceOptions {
  /** Tokens of the prompt. */
  prompt: readonly number[];
  /** What of the prompt has been read before: always less than all. */
  row: Row;
  sampling: Sampling;
  /** Alternatives to report per token; null reports nothing. */
  topLogprobs: number | null;
  grammar: GrammarState | null;
  /** Most tokens of the answer: none beyond it are worth drafting. */
  maxTokens: number;
  signal: AbortSignal;
}

export interface Tokens {
  /** Tokens that end an answer. */
  ends: ReadonlySet<number>;
  bytesOf: (token: number) => Uint8Array;
}

/** One answer that is being written: what it has read, what comes next, and who waits for it. */
export class Sequence {
  readonly #options: SequenceOptions;
  readonly #tokens: Tokens;
  readonly #random: () => number;
  readonly #written = new Map<number, number>();
  /** All tokens that the row holds. */
  readonly ids: number[];
  row: Row;
  /** Tokens to read next: the rest of the prompt, then the last token written. */
  next: readonly number[];
  #ready: RawToken[] = [];
  #wake: (() => void) | null = null;
  #error: unknown = null;
  #count = 0;
  isOver = false;
  isWriting = false;

  constructor(options: SequenceOptions, tokens: Tokens) {
    this.#options = options;
    this.#tokens = tokens;
    this.#random = createRandom(options.sampling.seed);
    this.row = options.row;
    this.ids = options.prompt.slice(0, options.row.tokens);
    this.next = options.prompt.slice(options.row.tokens);
  }

  get isAborted(): boolean {
    return this.#options.signal.aborted;
  }

  /** Tokens that may still be written. */
  get left(): number {
    return this.#options.maxTokens - this.#count;
  }

  /** Notes that tokens were read: the row holds them now. */
  hasRead(ids: readonly number[], row: Row): void {
    this.ids.push(...ids);
    this.row = row;
  }

  /** Chooses the token after the last one read; null when the answer is over with it. */
  async choose(logits: Float32Array): Promise<number | null> {
    if (this.isOver) return null;
    const { sampling, topLogprobs, grammar } = this.#options;
    applyPenalties(logits, this.#written, sampling);
    if (sampling.bias) applyBias(logits, sampling.bias);
    if (grammar) await grammar.mask(logits);
    const token = chooseToken(logits, sampling, this.#random);
    if (this.#tokens.ends.has(token)) {
      this.finish(null);
      return null;
    }
    if (grammar && !grammar.accept(token)) {
      this.finish(new EngineError('runtime-failed', 'The grammar allows no token here.'));
      return null;
    }
    this.isWriting = true;
    this.#count++;
    this.#written.set(token, (this.#written.get(token) ?? 0) + 1);
    const { bytesOf } = this.#tokens;
    const logprob =
      topLogprobs === null ? null : describeLogprobs(logits, token, topLogprobs, bytesOf);
    this.#ready.push({ bytes: bytesOf(token), ...(logprob ? { logprob } : {}) });
    this.#wake?.();
    this.next = [token];
    if (this.left <= 0) this.finish(null);
    return token;
  }

  /** Ends the answer; with an error where it failed. */
  finish(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#error = error;
    this.#wake?.();
  }

  /** Frees what it holds. Only between steps: one that runs may still ask the grammar. */
  close(): void {
    this.#options.grammar?.close();
  }

  /** Tokens as they are written. Leaving early ends the answer. @throws EngineError */
  async *tokens(): AsyncGenerator<RawToken> {
    const { signal } = this.#options;
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake, { once: true });
    try {
      for (;;) {
        const ready = this.#ready;
        this.#ready = [];
        yield* ready;
        if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
        if (this.#ready.length > 0) continue;
        if (this.#error) throw this.#error;
        if (this.isOver) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.finish(null);
    }
  }
}
