import {
  LANGUAGES,
  type Language,
  type LanguageChoice,
  type Texts,
  translate,
} from './catalogue.ts';

/** The texts of every language. English needs no download. */
export const TRANSLATIONS: Record<Language, () => Promise<Record<string, Texts>>> = {
  en: async () => ({}),
  de: async () => (await import('./de.ts')).GERMAN,
};

/** The first of a person's languages that the app speaks, else English. */
export function matchLanguage(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

/** Loads the texts of a language. */
export async function loadLanguage(choice: LanguageChoice): Promise<void> {
  const wanted = choice === 'system' ? matchLanguage(navigator.languages) : choice;
  translate(wanted, await TRANSLATIONS[wanted]());
  document.documentElement.lang = wanted;
}
