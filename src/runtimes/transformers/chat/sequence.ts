import { EngineError } from '#engine/engine-error.ts';
import type { Sampling } from '#engine/sampling.ts';
import type { RawToken, Reading } from '#engine/shape-tokens.ts';
import type { PromptToken, TokenLogprob } from '#engine/tasks.ts';
import type { GrammarState } from '#grammar/token-grammar.ts';
import type { Row } from '#runtimes/transformers/cache/kv-cache.ts';
import { LoopCloser, RepeatPenalty } from './break-loop.ts';
import { applyBias, applyPenalties, chooseToken, describeLogprobs, seeded } from './sampler.ts';
import { TimelyEnd } from './timely-end.ts';

export interface SequenceOptions {
  /** Tokens of the prompt. */
  prompt: readonly number[];
  /** The cached prefix of the prompt, always shorter than it. The sequence releases it. */
  row: Row;
  sampling: Sampling;
  /** Alternatives to report per token; null reports nothing. */
  topLogprobs: number | null;
  /** Whether the tokens of the prompt, and the one that ends the answer, are reported too. */
  isScored?: boolean;
  grammar: GrammarState | null;
  /** Whether the grammar allows one JSON text and nothing else, or calls that are written as JSON. */
  isJson?: boolean;
  /** Most tokens of the answer: none beyond it are worth drafting. */
  maxTokens: number;
  signal: AbortSignal;
}

export interface Tokens {
  /** Tokens that end an answer. */
  ends: ReadonlySet<number>;
  bytesOf: (token: number) => Uint8Array;
}

/**
 * What a sequence does: it reads several tokens, of its prompt or of text that its grammar forces; or its last token
 * is all that it still has to read; or its answer is over, with the error of one that failed.
 */
type Phase = { at: 'reading' } | { at: 'writing' } | { at: 'over'; error: unknown };

/** One answer in progress: the tokens read, the tokens to read next, and its consumer. */
export class Sequence {
  readonly #options: SequenceOptions;
  readonly #tokens: Tokens;
  readonly #random: () => number;
  readonly #written = new Map<number, number>();
  readonly #loops: LoopCloser | null;
  readonly #repeats: RepeatPenalty | null;
  readonly #end: TimelyEnd | null;
  /** All tokens that the row holds. */
  readonly ids: number[];
  row: Row;
  /** Tokens to read next: the rest of the prompt, then the last token written. */
  next: readonly number[];
  #ready: (RawToken | Reading)[] = [];
  /** The prompt's tokens so far, where they are reported. */
  readonly scored: PromptToken[] = [];
  #wake: (() => void) | null = null;
  /** Tokens written. */
  #count = 0;
  #phase: Phase = { at: 'reading' };
  /** Whether tokens were replaced so that the answer ends in time. */
  #isShortened = false;
  /** How often a step that read its prompt was ended early. */
  interruptions = 0;

  constructor(options: SequenceOptions, tokens: Tokens) {
    this.#options = options;
    this.#tokens = tokens;
    this.#random = seeded(options.sampling.seed);
    this.#loops = options.isJson ? new LoopCloser(options.prompt, tokens.bytesOf) : null;
    // What a grammar prescribes repeats itself, as the objects of a list do.
    this.#repeats =
      options.sampling.avoidsRepetition && !options.grammar
        ? new RepeatPenalty(options.prompt, tokens.bytesOf)
        : null;
    this.#end =
      options.isJson && options.grammar
        ? new TimelyEnd(options.grammar, options.maxTokens, tokens.bytesOf)
        : null;
    this.row = options.row;
    this.ids = options.prompt.slice(0, options.row.tokens);
    this.next = options.prompt.slice(options.row.tokens);
  }

  /** Tokens of the prompt that have been read. */
  get promptRead(): number {
    return Math.min(this.ids.length, this.#options.prompt.length);
  }

  get isAborted(): boolean {
    return this.#options.signal.aborted;
  }

  get isOver(): boolean {
    return this.#phase.at === 'over';
  }

  get isWriting(): boolean {
    return this.#phase.at === 'writing';
  }

  /** Whether it has read its prompt. */
  get hasBegun(): boolean {
    return this.#count > 0;
  }

  /** Tokens that may still be written. */
  get left(): number {
    return this.#options.maxTokens - this.#count;
  }

  /** Notes that tokens were read: `row` contains them; releases the previous row. */
  hasRead(ids: readonly number[], row: Row): void {
    this.ids.push(...ids);
    this.row.release();
    this.row = row;
  }

  /** Whether logits of the prompt's own tokens are wanted. */
  get isScored(): boolean {
    return this.#options.isScored === true && !this.hasBegun;
  }

  /** Records the model's output for the prompt's tokens: `logits(i)` after the i-th of `count` to be read. */
  score(count: number, logits: (token: number) => Float32Array): void {
    const { prompt, topLogprobs } = this.#options;
    const { bytesOf } = this.#tokens;
    const first = this.ids.length;
    if (first === 0) this.scored.push(unscored(prompt[0] ?? 0, bytesOf));
    for (let i = 0; i < count; i++) {
      const next = prompt[first + i + 1];
      if (next === undefined) return;
      this.scored.push(describeLogprobs(logits(i), next, topLogprobs ?? 0, bytesOf));
    }
  }

  /** Reports to waiting callers how much of the prompt has been read. */
  reportReading(): void {
    this.#ready.push({ done: this.ids.length, total: this.#options.prompt.length });
    this.#wake?.();
  }

  /** Chooses the token after the last one read; null when the answer is over with it. */
  async choose(logits: Float32Array): Promise<number | null> {
    // What may write nothing only reads its prompt.
    if (this.left <= 0) this.finish(null);
    if (this.isOver) return null;
    const { sampling, topLogprobs, grammar } = this.#options;
    applyPenalties(logits, this.#written, sampling);
    this.#repeats?.apply(logits);
    if (sampling.bias) applyBias(logits, sampling.bias);
    this.#end?.prepare(this.left);
    await grammar?.mask(logits);
    this.#loops?.apply(logits);
    const chosen = chooseToken(logits, sampling, this.#random);
    if (this.#tokens.ends.has(chosen)) {
      this.#reportEnd(logits, chosen);
      this.finish(null);
      return null;
    }
    if (grammar && !grammar.accept(chosen)) {
      this.finish(new EngineError('runtime-failed', 'The grammar allows no token here.'));
      return null;
    }
    const token = this.#end ? this.#end.settle(chosen, this.left - 1) : chosen;
    if (token !== chosen) this.#isShortened = true;
    if (token === null) {
      this.#ready.push({ bytes: new Uint8Array(0), isShortened: true });
      this.finish(null);
      return null;
    }
    const { bytesOf } = this.#tokens;
    const logprob =
      topLogprobs === null ? null : describeLogprobs(logits, token, topLogprobs, bytesOf);
    this.next = [];
    this.#write(token, logprob ? { logprob } : {});
    // Forced tokens need no sampling, unless log-probabilities are requested.
    if (!logprob) this.#writeForced();
    if (!this.isOver) this.#phase = { at: this.next.length === 1 ? 'writing' : 'reading' };
    this.#wake?.();
    return token;
  }

  #writeForced(): void {
    const forced = this.isOver ? [] : (this.#options.grammar?.forcedTokens() ?? []);
    for (const one of forced) {
      if (this.isOver) return;
      this.#end?.skip(one);
      this.#write(one, {});
    }
  }

  /** Harnesses compare the token that ends an answer with the one they expect. */
  #reportEnd(logits: Float32Array, token: number): void {
    const { topLogprobs, isScored } = this.#options;
    if (!isScored || topLogprobs === null) return;
    const { bytesOf } = this.#tokens;
    const logprob = describeLogprobs(logits, token, topLogprobs, bytesOf);
    this.#ready.push({ bytes: new Uint8Array(0), logprob });
  }

  #write(token: number, more: { logprob?: TokenLogprob }): void {
    this.#count++;
    this.#written.set(token, (this.#written.get(token) ?? 0) + 1);
    this.#loops?.note(token);
    this.#repeats?.note(token);
    const shortened = this.#isShortened && { isShortened: true };
    this.#ready.push({ bytes: this.#tokens.bytesOf(token), ...more, ...shortened });
    this.next = [...this.next, token];
    if (this.left <= 0) this.finish(null);
  }

  /** Ends the answer; with an error where it failed. */
  finish(error: unknown): void {
    if (this.isOver) return;
    this.#phase = { at: 'over', error };
    this.#wake?.();
  }

  /** Frees its resources. Only between steps: a running step may still use the grammar. */
  close(): void {
    this.row.release();
    this.#options.grammar?.close();
  }

  /** Tokens as they are written. Leaving early ends the answer. @throws EngineError */
  async *tokens(): AsyncGenerator<RawToken | Reading> {
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
        const phase = this.#phase;
        if (phase.at === 'over') {
          if (phase.error) throw phase.error;
          return;
        }
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

function unscored(token: number, bytesOf: Tokens['bytesOf']): PromptToken {
  const bytes = bytesOf(token);
  return { token: new TextDecoder().decode(bytes), bytes: [...bytes], logprob: null, top: [] };
}
