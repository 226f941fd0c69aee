/** The languages the app speaks, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/** A language, or the one the browser prefers. */
export type LanguageChoice = Language | 'system';
