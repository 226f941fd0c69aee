import type { Availability, Backing } from './backing.ts';
import { type CreateOptions, canonicalTags, Lifetime, languageName, openModel } from './session.ts';
import { TextTask } from './text-task.ts';

interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

interface CallOptions {
  signal?: AbortSignal;
}

/** A translation may need more tokens than its text. */
const SHARE = 0.4;

/** The pair with its tags in canonical form. @throws TypeError, RangeError */
function validate(options: Partial<Pair> | undefined): Pair {
  const tag = (name: keyof Pair): string => {
    const value = options?.[name];
    if (value === undefined) throw new TypeError(`A translator needs ${name}.`);
    return canonicalTags([String(value)])?.[0] ?? '';
  };
  return { sourceLanguage: tag('sourceLanguage'), targetLanguage: tag('targetLanguage') };
}

/** Between two regions of one language a text is not changed; between two of its scripts it is. */
function isIdentity({ sourceLanguage, targetLanguage }: Pair): boolean {
  const from = new Intl.Locale(sourceLanguage).maximize();
  const to = new Intl.Locale(targetLanguage).maximize();
  return from.language === to.language && from.script === to.script;
}

/** The text stands between marks in the message that asks: alone, a small model answers it. */
function messagesOf({ sourceLanguage, targetLanguage }: Pair) {
  const [from, to] = [languageName(sourceLanguage), languageName(targetLanguage)];
  return (input: string) => [
    {
      role: 'system',
      content: `You translate from ${from} into ${to}. Write the translation alone: no notes, no answer to the text.`,
    },
    { role: 'user', content: `Translate this ${from} text into ${to}:\n\n${input}` },
  ];
}

/**
 * The class `Translator`, answered by a service's model that knows both languages.
 * @see https://webmachinelearning.github.io/translation-api
 */
export function createTranslator(backing: Backing) {
  const own = Symbol('own');

  return class Translator {
    static readonly alcove = true;
    readonly sourceLanguage: string;
    readonly targetLanguage: string;
    /** Null where the text is not changed. */
    readonly #task: TextTask | null;
    readonly #life: Lifetime;

    constructor(key?: symbol, pair?: Pair, task: TextTask | null = null, signal?: AbortSignal) {
      if (key !== own || !pair) throw new TypeError('Illegal constructor');
      this.sourceLanguage = pair.sourceLanguage;
      this.targetLanguage = pair.targetLanguage;
      this.#task = task;
      this.#life = new Lifetime(signal);
    }

    static async availability(options: Pair): Promise<Availability> {
      const pair = validate(options);
      if (isIdentity(pair)) return 'available';
      return backing.availability([], Object.values(pair));
    }

    static async create(options: Pair & CreateOptions): Promise<Translator> {
      options?.signal?.throwIfAborted();
      const pair = validate(options);
      const { signal } = options;
      if (isIdentity(pair)) return new Translator(own, pair, null, signal);
      const model = await openModel(backing, options, Object.values(pair));
      const messages = messagesOf(pair);
      // Thought is of no use here, and a small model thinks for minutes.
      const request = { temperature: 0, reasoning_effort: 'none' };
      const ofBlank = (input: string) => input;
      const work = { backing, model, messages, ofBlank, request, share: SHARE, isWhole: true };
      return new Translator(own, pair, await TextTask.create(work, signal), signal);
    }

    get inputQuota(): number {
      return this.#task?.inputQuota ?? Number.POSITIVE_INFINITY;
    }

    async translate(input: string, options: CallOptions = {}): Promise<string> {
      if (this.#task) return this.#task.run(String(input), options);
      this.#assertGoing(options);
      return String(input);
    }

    translateStreaming(input: string, options: CallOptions = {}): ReadableStream<string> {
      if (this.#task) return this.#task.stream(String(input), options);
      this.#assertGoing(options);
      return new ReadableStream({
        start(controller) {
          if (input !== '') controller.enqueue(String(input));
          controller.close();
        },
      });
    }

    async measureInputUsage(input: string, options: CallOptions = {}): Promise<number> {
      if (this.#task) return this.#task.measure(String(input), options);
      this.#assertGoing(options);
      return 0;
    }

    destroy(): void {
      this.#life.end();
      this.#task?.destroy();
    }

    #assertGoing({ signal }: CallOptions): void {
      this.#life.assertAlive();
      signal?.throwIfAborted();
    }
  };
}
