import { catalogue, language } from './catalogue.ts';

/**
 * Texts that come from outside the catalogues, in English: they are shown as they are, or as the
 * language's own where it has one for `key`.
 */
function dictionary(part: string): (key: string, english: string) => string {
  const texts: Record<string, string> = catalogue(part, {});
  return (key, english) => (language() === 'en' ? english : (texts[key] ?? english));
}

const summary = dictionary('model-summaries');

/** What a model is for, in the language of the app. `english` is the catalogue's sentence. */
export const summaryText = (english: string): string => summary(english, english);

const apiError = dictionary('api-errors');

/** An error of `/v1` for a person. Translated by its code; an unknown code shows the English message. */
export const apiErrorText = (code: string | null, message: string): string =>
  code === null ? message : apiError(code, message);
