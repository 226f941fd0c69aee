import type { Availability, Backing, ChosenModel } from './backing.ts';
import {
  type ChatMessage,
  formatOf,
  hasPrefix,
  type Prompt,
  toMessages,
  unquote,
} from './messages.ts';
import { streamChat } from './service.ts';
import {
  type CreateOptions,
  canonicalTags,
  Lifetime,
  openModel,
  quotaExceeded,
  Turns,
  toDomException,
  toStream,
} from './session.ts';

interface Expected {
  type: string;
  languages?: readonly string[];
}

interface CoreOptions {
  expectedInputs?: readonly Expected[];
  expectedOutputs?: readonly Expected[];
  tools?: readonly object[];
  samplingMode?: string;
}

type Options = CoreOptions & CreateOptions & { initialPrompts?: Prompt };

interface PromptOptions {
  signal?: AbortSignal;
  /** A JSON Schema, or a regular expression that the whole answer matches. */
  responseConstraint?: object | null;
  omitResponseConstraintInput?: boolean;
}

/** The service's temperatures of the modes of the specification; `balanced` is the model's own. */
const TEMPERATURES: Readonly<Record<string, number | null>> = {
  'most-predictable': 0,
  predictable: 0.3,
  balanced: null,
  creative: 0.9,
  'most-creative': 1,
};

const INPUTS: readonly string[] = ['text', 'image', 'audio'];

/** @throws TypeError, RangeError for options that no session has */
function validate({ expectedInputs = [], expectedOutputs = [], samplingMode }: CoreOptions): void {
  for (const { type, languages } of [...expectedInputs, ...expectedOutputs]) {
    if (!INPUTS.includes(type)) throw new TypeError(`"${type}" is not a type of content.`);
    canonicalTags(languages);
  }
  if (samplingMode !== undefined && !(samplingMode in TEMPERATURES)) {
    throw new TypeError(`"${samplingMode}" is not a sampling mode.`);
  }
}

const typesOf = (expected: readonly Expected[] = []) => new Set(expected.map(({ type }) => type));

/** Answers in text alone; functions are not called. */
const isBeyond = ({ expectedOutputs, tools }: CoreOptions) =>
  (tools?.length ?? 0) > 0 || [...typesOf(expectedOutputs)].some((type) => type !== 'text');

/** Text after text is one token more than it has words: an estimate where a piece was not counted. */
const CHARACTERS_PER_TOKEN = 4;

interface State {
  model: ChosenModel;
  options: Options;
  history: readonly ChatMessage[];
  usage: number;
}

/**
 * The class `LanguageModel` of the Prompt API, answered by a service's model.
 * @see https://webmachinelearning.github.io/prompt-api
 */
export function createLanguageModel(backing: Backing) {
  /** Lets the constructor be called from here only, as the platform's. */
  const own = Symbol('own');

  return class LanguageModel extends EventTarget {
    /** The app's own list of models asks for it: this is not a model that the browser brings along. */
    static readonly alcove = true;

    oncontextoverflow: ((event: Event) => void) | null = null;
    readonly #state: State;
    readonly #life: Lifetime;
    readonly #turns = new Turns();

    constructor(key?: symbol, state?: State, signal?: AbortSignal) {
      super();
      if (key !== own || !state) throw new TypeError('Illegal constructor');
      this.#state = { ...state };
      this.#life = new Lifetime(signal);
    }

    static async availability(options: CoreOptions = {}): Promise<Availability> {
      validate(options);
      if (isBeyond(options)) return 'unavailable';
      return backing.availability(typesOf(options.expectedInputs));
    }

    static async create(options: Options = {}): Promise<LanguageModel> {
      const { signal, expectedInputs, initialPrompts } = options;
      signal?.throwIfAborted();
      validate(options);
      const inputs = typesOf(expectedInputs);
      const rules = { expected: inputs, areInitial: true };
      const hasPrompts = initialPrompts !== undefined && initialPrompts.length > 0;
      const history = hasPrompts ? await toMessages(initialPrompts, rules) : [];
      if (isBeyond(options)) {
        throw new DOMException(
          'This model writes text and calls no functions.',
          'NotSupportedError',
        );
      }
      const model = await openModel(backing, options);
      for (const type of inputs) {
        if (!model.inputs.has(type)) {
          throw new DOMException(`${model.id} does not take ${type}.`, 'NotSupportedError');
        }
      }
      const usage = await count(model, history, signal);
      if (usage > model.contextTokens) throw quotaExceeded(usage, model.contextTokens);
      return new LanguageModel(own, { model, options, history, usage }, signal);
    }

    get contextWindow(): number {
      return this.#state.model.contextTokens;
    }

    get contextUsage(): number {
      return this.#state.usage;
    }

    /** The names of the two before the API was revised in 2026. */
    get inputQuota(): number {
      return this.contextWindow;
    }

    get inputUsage(): number {
      return this.contextUsage;
    }

    async prompt(input: Prompt, options: PromptOptions = {}): Promise<string> {
      this.#life.assertAlive();
      let text = '';
      for await (const piece of this.#answer(input, options)) text += piece;
      return text;
    }

    promptStreaming(input: Prompt, options: PromptOptions = {}): ReadableStream<string> {
      this.#life.assertAlive();
      return toStream((cancelled) => this.#answer(input, options, cancelled));
    }

    /** Adds messages without an answer. */
    async append(input: Prompt, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
      this.#life.assertAlive();
      const until = this.#life.follow(signal);
      const turn = this.#turns.enter(until);
      try {
        await turn.begins;
        const { messages, usage } = await this.#prefill(input, until.signal);
        this.#state.history = messages;
        this.#state.usage = usage;
      } finally {
        turn.end();
      }
    }

    async measureContextUsage(input: Prompt, options: PromptOptions = {}): Promise<number> {
      this.#life.assertAlive();
      const { signal, release } = this.#life.follow(options.signal);
      try {
        signal.throwIfAborted();
        return await count(this.#state.model, await this.#messages(input), signal);
      } finally {
        release();
      }
    }

    measureInputUsage(input: Prompt, options: PromptOptions = {}): Promise<number> {
      return this.measureContextUsage(input, options);
    }

    async clone({ signal }: { signal?: AbortSignal } = {}): Promise<LanguageModel> {
      this.#life.assertAlive();
      signal?.throwIfAborted();
      return new LanguageModel(own, this.#state, signal);
    }

    destroy(): void {
      this.#life.end();
    }

    #messages(input: Prompt): Promise<ChatMessage[]> {
      const expected = typesOf(this.#state.options.expectedInputs);
      return toMessages(input, { expected, areInitial: false });
    }

    /** The conversation with a prompt after it, and its tokens. @throws DOMException `QuotaExceededError` */
    async #prefill(input: Prompt, signal: AbortSignal) {
      signal.throwIfAborted();
      const { model, history } = this.#state;
      const messages = [...history, ...(await this.#messages(input))];
      const usage = await count(model, messages, signal);
      if (usage > model.contextTokens) throw quotaExceeded(usage, model.contextTokens);
      return { messages, usage };
    }

    /** Enters the queue when it is called, not when the first piece is asked for. */
    #answer(
      input: Prompt,
      options: PromptOptions,
      cancelled?: AbortSignal,
    ): AsyncGenerator<string> {
      const until = this.#life.follow(options.signal, cancelled);
      return this.#write(input, options, until.signal, this.#turns.enter(until));
    }

    async *#write(
      input: Prompt,
      { responseConstraint = null }: PromptOptions,
      signal: AbortSignal,
      turn: ReturnType<Turns['enter']>,
    ): AsyncGenerator<string> {
      const { model } = this.#state;
      try {
        await turn.begins;
        const { messages, usage } = await this.#prefill(input, signal);
        let text = '';
        let total = 0;
        const request = { ...this.#request(messages), ...formatOf(responseConstraint) };
        const isQuoted = responseConstraint instanceof RegExp;
        for await (const piece of streamChat(backing.service, request, signal)) {
          text += piece.text;
          if (piece.usage) total = piece.usage.prompt_tokens + piece.usage.completion_tokens;
          if (piece.text && !isQuoted) yield piece.text;
        }
        if (isQuoted) {
          text = unquote(text);
          yield text;
        }
        this.#remember(messages, hasPrefix(input), text);
        this.#state.usage = total || usage + Math.ceil(text.length / CHARACTERS_PER_TOKEN);
      } catch (error) {
        signal.throwIfAborted();
        throw toDomException(error, model.contextTokens);
      } finally {
        turn.end();
      }
    }

    /** An answer that continued a prefix is one message with it. */
    #remember(messages: readonly ChatMessage[], continues: boolean, text: string): void {
      const last = messages.at(-1);
      const begun = continues && typeof last?.content === 'string' ? last.content : null;
      const before = begun === null ? messages : messages.slice(0, -1);
      const content = `${begun ?? ''}${text}`;
      this.#state.history = [...before, { role: 'assistant', content }];
    }

    #request(messages: readonly ChatMessage[]): object {
      const { model, options } = this.#state;
      const temperature = TEMPERATURES[options.samplingMode ?? 'balanced'] ?? null;
      return { model: model.id, messages, ...(temperature !== null && { temperature }) };
    }
  };

  async function count(
    model: ChosenModel,
    messages: readonly ChatMessage[],
    signal?: AbortSignal,
  ): Promise<number> {
    if (messages.length === 0) return 0;
    try {
      return await backing.count(model, messages, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw toDomException(error, model.contextTokens);
    }
  }
}
