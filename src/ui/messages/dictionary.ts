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

/**
 * An error of `/v1` for a person: by its sentence, which may name a server or a limit, else by its code. Where neither
 * is translated, the English message.
 */
export function apiErrorText(code: string | null, message: string): string {
  const own = apiSentence(message);
  return code === null || own !== message ? own : apiError(code, message);
}

const apiSentence = sentencesOf('api-sentences');

/**
 * A sentence that a part below the page wrote in English, in the language of the app. The translations are found by
 * the English ones, with `{}` for each value; an unknown sentence stays.
 */
export const sentenceText = sentencesOf('sentences');

function sentencesOf(part: string): (english: string) => string {
  const sentences: Record<string, string> = catalogue(part, {});
  const find = (text: string) => (Object.hasOwn(sentences, text) ? sentences[text] : undefined);
  return (english) => {
    if (language() === 'en') return english;
    const known = find(english);
    if (known !== undefined) return known;
    for (const [template, text] of Object.entries(sentences)) {
      if (!template.includes('{}')) continue;
      const values = patternOf(template).exec(english);
      if (!values) continue;
      const valueAt = (at: number) => find(values[at] ?? '') ?? values[at] ?? '';
      return text.replace(/\{(\d)\}/g, (_, at: string) => valueAt(Number(at)));
    }
    return english;
  };
}

const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known) return known;
  const literal = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${literal.replaceAll('{}', '(.{1,400}?)')}$`, 's');
  patterns.set(template, pattern);
  return pattern;
}
