import type { Backing, ChosenModel } from './backing.ts';
import { streamChat } from './service.ts';
import { Lifetime, quotaExceeded, toDomException, toStream } from './session.ts';

export interface CallOptions {
  signal?: AbortSignal;
  context?: string;
}

interface Work {
  backing: Backing;
  model: ChosenModel;
  /** What the model is sent for an input. */
  messages: (input: string, context?: string) => readonly object[];
  /** The answer to an input without words, where no model is asked; null where one is. */
  ofBlank: ((input: string) => string) | null;
  /** More of the request, such as a temperature. */
  request?: object;
  /** The part of the context, without the instructions, that an input may take: 0 to 1. */
  share: number;
  /** Whether an answer that the context cut off is an error: half a translation looks like a whole one. */
  isWhole?: boolean;
}

const BLANK = /^[\s\p{Cc}]*$/u;

/** What the task APIs have in common: one input, one answer, and nothing remembered between them. */
export class TextTask {
  readonly #work: Work;
  readonly #life: Lifetime;
  /** Tokens of the instructions. */
  readonly #overhead: number;
  /** Tokens that an input may have. */
  readonly inputQuota: number;

  private constructor(work: Work, overhead: number, signal?: AbortSignal) {
    this.#work = work;
    this.#life = new Lifetime(signal);
    this.#overhead = overhead;
    this.inputQuota = Math.floor((work.model.contextTokens - overhead) * work.share);
  }

  /** @throws DOMException `QuotaExceededError` where the instructions alone are too long, or the signal's reason */
  static async create(work: Work, signal?: AbortSignal): Promise<TextTask> {
    const { contextTokens } = work.model;
    const overhead = await new TextTask(work, 0).measure('', signal ? { signal } : {});
    if (overhead > contextTokens) throw quotaExceeded(overhead, contextTokens);
    return new TextTask(work, overhead, signal);
  }

  async run(input: string, options: CallOptions = {}): Promise<string> {
    this.#life.assertAlive();
    let text = '';
    for await (const piece of this.#answer(input, options)) text += piece;
    return text;
  }

  stream(input: string, options: CallOptions = {}): ReadableStream<string> {
    this.#life.assertAlive();
    return toStream((cancelled) => this.#answer(input, options, cancelled));
  }

  /** Tokens of an input, without the instructions. */
  async measure(input: string, { signal, context }: CallOptions = {}): Promise<number> {
    this.#life.assertAlive();
    const { backing, model, messages } = this.#work;
    const until = this.#life.follow(signal);
    try {
      until.signal.throwIfAborted();
      const whole = await backing.count(model, messages(input, context), until.signal);
      return Math.max(0, whole - this.#overhead);
    } catch (error) {
      until.signal.throwIfAborted();
      throw toDomException(error, model.contextTokens);
    } finally {
      until.release();
    }
  }

  destroy(): void {
    this.#life.end();
  }

  async *#answer(
    input: string,
    options: CallOptions,
    cancelled?: AbortSignal,
  ): AsyncGenerator<string> {
    const { signal, release } = this.#life.follow(options.signal, cancelled);
    const { backing, model, messages, ofBlank, request, isWhole = false } = this.#work;
    try {
      signal.throwIfAborted();
      if (ofBlank && BLANK.test(input)) {
        const text = ofBlank(input);
        if (text) yield text;
        return;
      }
      const requested = await this.measure(input, { ...options, signal });
      if (requested > this.inputQuota) throw quotaExceeded(requested, this.inputQuota);
      const body = { model: model.id, messages: messages(input, options.context), ...request };
      for await (const { text, isCut } of streamChat(backing.service, body, signal)) {
        if (text) yield text;
        if (isCut && isWhole) {
          throw new DOMException('The context of the model was too short.', 'UnknownError');
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      throw toDomException(error, model.contextTokens);
    } finally {
      release();
    }
  }
}
