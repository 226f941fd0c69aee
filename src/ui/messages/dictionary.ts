import { catalogue, language } from './catalogue.ts';

/**
 * Texts that come from outside the catalogues, in English: they are shown as they are, or as the
 * language's own where it has one for `key`.
 */
export function dictionary(part: string): (key: string, english: string) => string {
  const texts: Record<string, string> = catalogue(part, {});
  return (key, english) => (language() === 'en' ? english : (texts[key] ?? english));
}
