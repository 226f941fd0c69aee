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

const sentences: Record<string, string> = catalogue('sentences', {});
const patterns = new Map<string, RegExp>();

/**
 * A sentence that a part below the page wrote in English, in the language of the app. The translations are found by
 * the English ones, with `{}` for each value; an unknown sentence stays.
 */
export function sentenceText(english: string): string {
  if (language() === 'en') return english;
  const known = sentences[english];
  if (known !== undefined) return known;
  for (const [template, text] of Object.entries(sentences)) {
    if (!template.includes('{}')) continue;
    const values = patternOf(template).exec(english);
    if (values) return text.replace(/\{(\d)\}/g, (_, at: string) => values[Number(at)] ?? '');
  }
  return english;
}

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known) return known;
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${literal.replaceAll('{}', '(.{1,300}?)')}$`, 's');
  patterns.set(template, pattern);
  return pattern;
}
