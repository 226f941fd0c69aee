import { language } from '#ui/messages/catalogue.ts';

/** Names by the language they are in: the first of these takes as long as drawing a page. */
const names = new Map<string, Intl.DisplayNames>();

/** A language by its name in the language of the app. */
export function languageName(code: string): string {
  const shown = language();
  try {
    const known = names.get(shown) ?? new Intl.DisplayNames(shown, { type: 'language' });
    names.set(shown, known);
    return known.of(code) ?? code;
  } catch {
    return code;
  }
}
