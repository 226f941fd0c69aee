import type { SpokenLanguage } from '#engine/tasks.ts';

/** Seconds of sound before which no language is sure: of a syllable a model names any. */
const SOONEST = 1;
/** Where a model does not say how likely a language is, seconds from which on it is taken for sure. */
const TELLING = 3;
/** Probability from which on a language is that of the utterance, and from which on its words may be shown. */
const SURE = 0.9;
const MAYBE = 0.5;
/**
 * How many times likelier than others a language is that this device is used in, and the one of the utterance before: it
 * is sure where it is as likely by the sound as all others together, and others may be sure all the same.
 */
const LIKELY = 10;

/**
 * In which language an utterance is: as the client says, or once a run is sure. Words in a wrong one could not be taken
 * back. Each utterance may be in another one.
 */
export class SessionLanguage {
  readonly #given: string | null;
  readonly #used: readonly string[];
  #before: string | null = null;
  #last: SpokenLanguage = { language: null };
  #sure: string | null = null;

  /** @param given code, or null to detect it; `used`: codes that are likelier than others. */
  constructor(given: string | null, used: readonly string[]) {
    this.#given = given;
    this.#used = used;
  }

  /** The code of this utterance's; null while it is not sure. */
  get sure(): string | null {
    return this.#given ?? this.#sure;
  }

  /** The code that is sure, or else the last that a run found. */
  get found(): string | null {
    return this.sure ?? this.#last.language;
  }

  /** How many times likelier than others languages are. */
  get likely(): Record<string, number> {
    const codes = this.#before === null ? this.#used : [...this.#used, this.#before];
    return Object.fromEntries(codes.map((code) => [code, LIKELY]));
  }

  /** @param seconds of sound that a run found it in; 0 where it found no words. @returns whether it is sure, or may be shown */
  read(found: SpokenLanguage, seconds: number): 'sure' | 'maybe' | 'open' {
    const probability = found.languageProbability ?? (seconds < TELLING ? 0 : 1);
    if (seconds > 0) this.#last = found;
    if (seconds >= SOONEST && probability >= SURE) this.#sure ??= found.language;
    if (this.sure !== null || found.language === null) return 'sure';
    return probability >= MAYBE ? 'maybe' : 'open';
  }

  /** The utterance is over. */
  next(): void {
    const { language, languageProbability = 0 } = this.#last;
    const found = this.#sure ?? (languageProbability >= MAYBE ? language : null);
    this.#before = found ?? this.#before;
    this.#sure = null;
  }
}
