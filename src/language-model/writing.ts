import type { Availability, Backing } from './backing.ts';
import { type CreateOptions, canonicalTags, languageName, openModel } from './session.ts';
import { type CallOptions, TextTask } from './text-task.ts';

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

/** What a model has to know. */
function languagesOf(options: WritingOptions): string[] {
  const { outputLanguage } = options;
  const expected = LANGUAGES.flatMap((name) => options[name] ?? []);
  return outputLanguage === undefined ? expected : [...expected, outputLanguage];
}

/** The messages for an input under the options of its task. */
function messagesOf(task: Task, options: WritingOptions) {
  const { outputLanguage, sharedContext } = options;
  const instructions = [
    task.instruction,
    ...Object.entries(choose(task, options)).map(
      ([name, value]) => task.choices[name]?.[value] ?? '',
    ),
    outputLanguage === undefined ? '' : `Write in ${languageName(outputLanguage)}.`,
    sharedContext ? `Context: ${sharedContext}` : '',
  ];
  return (input: string, context?: string) => {
    const content = [...instructions, context ? `Context of this text: ${context}` : ''];
    return [
      { role: 'system', content: content.filter(Boolean).join('\n') },
      { role: 'user', content: input },
    ];
  };
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
    readonly #options: WritingOptions;
    readonly #task: TextTask;

    constructor(key?: symbol, work?: TextTask, options: WritingOptions = {}) {
      if (key !== own || !work) throw new TypeError('Illegal constructor');
      this.#task = work;
      this.#options = options;
      this.sharedContext = options.sharedContext ?? '';
      for (const [name, value] of Object.entries(choose(task, options))) {
        Object.defineProperty(this, name, { value, enumerable: true });
      }
    }

    static async availability(options: WritingOptions = {}): Promise<Availability> {
      choose(task, options);
      return backing.availability([], languagesOf(options));
    }

    static async create(options: WritingOptions = {}): Promise<WritingTask> {
      options.signal?.throwIfAborted();
      choose(task, options);
      const model = await openModel(backing, options, languagesOf(options));
      const messages = messagesOf(task, options);
      const ofBlank = task.ofNothing === 'nothing' ? () => '' : null;
      const work = { backing, model, messages, ofBlank, share: 1 };
      return new WritingTask(own, await TextTask.create(work, options.signal), options);
    }

    get inputQuota(): number {
      return this.#task.inputQuota;
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
      return this.#task.run(String(input), options);
    }

    runStreaming(input: string, options: CallOptions = {}): ReadableStream<string> {
      return this.#task.stream(String(input), options);
    }

    /** Tokens of an input, without the instructions. */
    measureInputUsage(input: string, options: CallOptions = {}): Promise<number> {
      return this.#task.measure(String(input), options);
    }

    destroy(): void {
      this.#task.destroy();
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
