import type { Availability, Backing, ChosenModel } from './backing.ts';
import { streamChat } from './service.ts';
import {
  type CreateOptions,
  canonicalTags,
  Lifetime,
  openModel,
  quotaExceeded,
  toDomException,
  toStream,
} from './session.ts';

interface WritingOptions extends CreateOptions {
  sharedContext?: string;
  type?: string;
  tone?: string;
  format?: string;
  length?: string;
  preference?: string;
  expectedInputLanguages?: readonly string[];
  expectedContextLanguages?: readonly string[];
  outputLanguage?: string;
}

interface CallOptions {
  signal?: AbortSignal;
  context?: string;
}

type Choices = Readonly<Record<string, string>>;

/** One of the writing assistance APIs: its options, of which the first of each is the default, and their instructions. */
interface Task {
  name: string;
  method: string;
  /** What the model is asked to do; the input follows as a message of its own. */
  instruction: string;
  /** The answer to a text without words, where no model is asked. */
  ofNothing: 'nothing' | 'ask';
  choices: Readonly<Record<string, Choices>>;
}

const FORMATS = {
  'plain-text': 'Write plain text, without any formatting.',
  markdown: 'Format it as Markdown.',
};

const SUMMARIZER: Task = {
  name: 'Summarizer',
  method: 'summarize',
  instruction: 'You summarize the text of the user. Use its facts alone, and begin immediately.',
  ofNothing: 'nothing',
  choices: {
    type: {
      'key-points': 'Write its most important points as a list with a dash before each.',
      tldr: 'Write a short overview for a reader in a hurry.',
      teaser: 'Write its most interesting part, so that one wants to read it.',
      headline: 'Write one headline of a single sentence.',
    },
    format: { markdown: FORMATS.markdown, 'plain-text': FORMATS['plain-text'] },
    length: {
      short: 'At most three points or sentences.',
      medium: 'At most five points or sentences.',
      long: 'At most seven points or sentences.',
    },
    preference: { auto: '', speed: '', capability: '' },
  },
};

const WRITER: Task = {
  name: 'Writer',
  method: 'write',
  instruction: 'You write the text that the user asks for. Write the text alone.',
  ofNothing: 'ask',
  choices: {
    tone: { neutral: '', formal: 'Write formally.', casual: 'Write casually.' },
    format: { markdown: FORMATS.markdown, 'plain-text': FORMATS['plain-text'] },
    length: {
      short: 'One short paragraph.',
      medium: 'Two or three paragraphs.',
      long: 'As long as the subject needs.',
    },
  },
};

const REWRITER: Task = {
  name: 'Rewriter',
  method: 'rewrite',
  instruction: 'You rewrite the text of the user and do not answer it. Write the new text alone.',
  ofNothing: 'nothing',
  choices: {
    tone: {
      'as-is': '',
      'more-formal': 'Make it more formal.',
      'more-casual': 'Make it more casual.',
    },
    format: { 'as-is': '', ...FORMATS },
    length: { 'as-is': '', shorter: 'Make it shorter.', longer: 'Make it longer.' },
  },
};

const LANGUAGES = ['expectedInputLanguages', 'expectedContextLanguages'] as const;

/** The chosen value of each option. @throws TypeError, RangeError for a value that an option does not have */
function choose({ choices }: Task, options: WritingOptions): Record<string, string> {
  for (const name of LANGUAGES) canonicalTags(options[name]);
  if (options.outputLanguage !== undefined) canonicalTags([options.outputLanguage]);
  return Object.fromEntries(
    Object.entries(choices).map(([name, values]) => {
      const value = options[name as keyof WritingOptions] ?? Object.keys(values)[0] ?? '';
      if (!(String(value) in values)) throw new TypeError(`"${value}" is not a ${name}.`);
      return [name, String(value)];
    }),
  );
}

/**
 * A class of the writing assistance APIs, answered by a service's model.
 * @see https://webmachinelearning.github.io/writing-assistance-apis
 */
function createTask(backing: Backing, task: Task) {
  const own = Symbol('own');

  class WritingTask {
    static readonly alcove = true;
    readonly sharedContext: string;
    readonly inputQuota: number;
    readonly #model: ChosenModel;
    readonly #options: WritingOptions;
    readonly #chosen: Record<string, string>;
    readonly #life: Lifetime;

    constructor(key?: symbol, model?: ChosenModel, options: WritingOptions = {}, overhead = 0) {
      if (key !== own || !model) throw new TypeError('Illegal constructor');
      this.#model = model;
      this.#options = options;
      this.#chosen = choose(task, options);
      this.#life = new Lifetime(options.signal);
      this.sharedContext = options.sharedContext ?? '';
      this.inputQuota = model.contextTokens - overhead;
      for (const [name, value] of Object.entries(this.#chosen)) {
        Object.defineProperty(this, name, { value, enumerable: true });
      }
    }

    static async availability(options: WritingOptions = {}): Promise<Availability> {
      choose(task, options);
      return backing.availability([]);
    }

    static async create(options: WritingOptions = {}): Promise<WritingTask> {
      options.signal?.throwIfAborted();
      choose(task, options);
      const model = await openModel(backing, options);
      const empty = new WritingTask(own, model, options);
      const overhead = await empty.measureInputUsage('');
      if (overhead > model.contextTokens) throw quotaExceeded(overhead, model.contextTokens);
      return new WritingTask(own, model, options, overhead);
    }

    get expectedInputLanguages(): readonly string[] | null {
      return canonicalTags(this.#options.expectedInputLanguages) ?? null;
    }

    get expectedContextLanguages(): readonly string[] | null {
      return canonicalTags(this.#options.expectedContextLanguages) ?? null;
    }

    get outputLanguage(): string | null {
      return this.#options.outputLanguage ?? null;
    }

    async run(input: string, options: CallOptions = {}): Promise<string> {
      this.#life.assertAlive();
      let text = '';
      for await (const piece of this.#answer(input, options)) text += piece;
      return text;
    }

    runStreaming(input: string, options: CallOptions = {}): ReadableStream<string> {
      this.#life.assertAlive();
      return toStream((cancelled) => this.#answer(input, options, cancelled));
    }

    /** Tokens of an input, without the instructions. */
    async measureInputUsage(input: string, { signal, context }: CallOptions = {}): Promise<number> {
      this.#life.assertAlive();
      const until = this.#life.follow(signal);
      try {
        until.signal.throwIfAborted();
        const whole = await this.#count(this.#messages(String(input), context), until.signal);
        return Math.max(0, whole - (this.#model.contextTokens - this.inputQuota));
      } finally {
        until.release();
      }
    }

    destroy(): void {
      this.#life.end();
    }

    #messages(input: string, context?: string) {
      const { outputLanguage } = this.#options;
      const content = [
        task.instruction,
        ...Object.entries(this.#chosen).map(([name, value]) => task.choices[name]?.[value] ?? ''),
        outputLanguage === undefined ? '' : `Write in the language ${outputLanguage}.`,
        this.sharedContext && `Context: ${this.sharedContext}`,
        context ? `Context of this text: ${context}` : '',
      ];
      return [
        { role: 'system', content: content.filter(Boolean).join('\n') },
        { role: 'user', content: input },
      ];
    }

    async #count(messages: readonly object[], signal: AbortSignal): Promise<number> {
      try {
        return await backing.count(this.#model, messages, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw toDomException(error, this.#model.contextTokens);
      }
    }

    async *#answer(
      input: string,
      options: CallOptions,
      cancelled?: AbortSignal,
    ): AsyncGenerator<string> {
      const { signal, release } = this.#life.follow(options.signal, cancelled);
      const { id, contextTokens } = this.#model;
      try {
        signal.throwIfAborted();
        const text = String(input);
        if (task.ofNothing === 'nothing' && text.trim() === '') return;
        const requested = await this.measureInputUsage(text, { ...options, signal });
        if (requested > this.inputQuota) throw quotaExceeded(requested, this.inputQuota);
        const messages = this.#messages(text, options.context);
        for await (const piece of streamChat(backing.service, { model: id, messages }, signal)) {
          if (piece.text) yield piece.text;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw toDomException(error, contextTokens);
      } finally {
        release();
      }
    }
  }
  const { run, runStreaming } = WritingTask.prototype;
  Object.defineProperties(WritingTask, { name: { value: task.name } });
  Object.defineProperties(WritingTask.prototype, {
    [task.method]: { value: run, writable: true, configurable: true },
    [`${task.method}Streaming`]: { value: runStreaming, writable: true, configurable: true },
  });
  return WritingTask;
}

export const createWritingTasks = (backing: Backing) => ({
  Summarizer: createTask(backing, SUMMARIZER),
  Writer: createTask(backing, WRITER),
  Rewriter: createTask(backing, REWRITER),
});
