import type { Availability } from './backing.ts';
import { type CreateOptions, canonicalTags, Lifetime } from './session.ts';

interface CoreOptions {
  expectedInputLanguages?: readonly string[];
}

interface CallOptions {
  signal?: AbortSignal;
}

/** `confidence`: 0 to 1. */
interface Detected {
  detectedLanguage: string;
  confidence: number;
}

/** What the detector knows: that of `eld`. */
export const DETECTED: readonly string[] =
  'am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt lv ml mr ms nl no or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh'.split(
    ' ',
  );
/** The same language under its other tags. */
const OTHER_TAGS: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl' };

function validate({ expectedInputLanguages }: CoreOptions): readonly string[] | null {
  const tags = canonicalTags(expectedInputLanguages) ?? [];
  return tags.length > 0 ? Object.freeze(tags) : null;
}

function isKnown(tag: string): boolean {
  const { language } = new Intl.Locale(tag);
  return DETECTED.includes(OTHER_TAGS[language] ?? language);
}

/**
 * The class `LanguageDetector`: no chat model, counts of characters that follow each other.
 * @see https://webmachinelearning.github.io/translation-api
 */
export function createDetector() {
  const own = Symbol('own');
  type Detect = (text: string) => Detected[];

  return class LanguageDetector {
    static readonly alcove = true;
    readonly expectedInputLanguages: readonly string[] | null;
    /** Any length: of a long text a sample is read. */
    readonly inputQuota = Number.POSITIVE_INFINITY;
    readonly #detect: Detect;
    readonly #life: Lifetime;

    constructor(key?: symbol, detect?: Detect, options: CoreOptions & CreateOptions = {}) {
      if (key !== own || !detect) throw new TypeError('Illegal constructor');
      this.#detect = detect;
      this.#life = new Lifetime(options.signal);
      this.expectedInputLanguages = validate(options);
    }

    static async availability(options: CoreOptions = {}): Promise<Availability> {
      return (validate(options) ?? []).every(isKnown) ? 'available' : 'unavailable';
    }

    /** @throws DOMException `NotSupportedError` for a language that it does not know, `OperationError` where its file is out of reach */
    static async create(options: CoreOptions & CreateOptions = {}): Promise<LanguageDetector> {
      const { signal, monitor } = options;
      signal?.throwIfAborted();
      const unknown = (validate(options) ?? []).find((tag) => !isKnown(tag));
      if (unknown !== undefined) {
        throw new DOMException(`"${unknown}" is not detected here.`, 'NotSupportedError');
      }
      const events = new EventTarget();
      monitor?.(events);
      const report = (loaded: number) =>
        events.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
      report(0);
      const { detectLanguages } = await import('./detect-languages.ts').catch(() => {
        throw new DOMException('The detector could not be fetched.', 'OperationError');
      });
      signal?.throwIfAborted();
      report(1);
      return new LanguageDetector(own, detectLanguages, options);
    }

    async detect(input: string, { signal }: CallOptions = {}): Promise<Detected[]> {
      this.#life.assertAlive();
      signal?.throwIfAborted();
      return this.#detect(String(input));
    }

    async measureInputUsage(_input: string, { signal }: CallOptions = {}): Promise<number> {
      this.#life.assertAlive();
      signal?.throwIfAborted();
      return 0;
    }

    destroy(): void {
      this.#life.end();
    }
  };
}
