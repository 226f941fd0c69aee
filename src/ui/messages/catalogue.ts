/** The languages the app speaks, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/** A language, or the one the browser prefers. */
export type LanguageChoice = Language | 'system';

/** A text, or a function that puts values into one. */
export type Texts = Record<string, string | ((...values: never[]) => string)>;

interface Catalogue {
  english: Texts;
  /** What the app reads: changed in place with the language. */
  texts: Texts;
}

let current: Language = 'en';
let translations: Record<string, Texts> = {};
const catalogues = new Map<string, Catalogue>();

/**
 * The texts of one part of the app, in English until `translate` has brought another language.
 * Read a text when it is shown, not when a module is loaded: the object changes with the language.
 */
export function catalogue<T extends Texts>(part: string, english: T): T {
  const texts = { ...english, ...translations[part] };
  catalogues.set(part, { english, texts });
  return texts;
}

/** The language of the texts, as in `<html lang>` and as `Intl` takes it. */
export function language(): Language {
  return current;
}

/** Puts every catalogue, loaded already or later, into a language. */
export function translate(into: Language, translated: Record<string, Texts>): void {
  current = into;
  translations = translated;
  for (const [part, { english, texts }] of catalogues) {
    Object.assign(texts, english, translations[part]);
  }
}

/** `#` in the form of the language's plural for `count` becomes the count. */
export function plural(count: number, forms: { one: string; other: string }): string {
  const form = new Intl.PluralRules(current).select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', new Intl.NumberFormat(current).format(count));
}
