import { type Language, translate } from './catalogue.ts';

/** The languages the app speaks, each by its own name. */
export const LANGUAGES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** The first of a person's languages that the app speaks, else English. */
export function matchLanguage(wanted: readonly string[]): Language {
  const found = wanted.map((tag) => tag.split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

/** Brings the texts of a language, before the first of them is drawn. English needs no download. */
export async function loadLanguage(wanted: Language): Promise<void> {
  document.documentElement.lang = wanted;
  if (wanted === 'de') translate(wanted, (await import('./de.ts')).GERMAN);
}
