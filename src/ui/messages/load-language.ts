import { type Language, translate } from './catalogue.ts';

/** The languages the app speaks, each by its own name. */
export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** A language, or the one the browser prefers. */
export type LanguageChoice = Language | 'system';

/** The first of a person's languages that the app speaks, else English. */
export function matchLanguage(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

/** Loads the texts of a language. English needs no download. */
export async function loadLanguage(choice: LanguageChoice): Promise<void> {
  const wanted = choice === 'system' ? matchLanguage(navigator.languages) : choice;
  const texts = wanted === 'de' ? (await import('./de.ts')).GERMAN : {};
  translate(wanted, texts);
  document.documentElement.lang = wanted;
}
