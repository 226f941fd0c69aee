import { language } from '#ui/messages/catalogue.ts';
import { kitText } from '#ui/messages/kit.ts';

/** Names by the language they are in: the first of these takes as long as drawing a page. */
const names = new Map<string, Intl.DisplayNames>();

/** Languages of Whisper that Chromium has no names for. */
const UNNAMED: Readonly<Record<string, () => string>> = {
  ba: () => kitText.bashkir,
  bo: () => kitText.tibetan,
};

/** A language by its name in the language of the app. */
export function languageName(code: string): string {
  const shown = language();
  try {
    const known = names.get(shown) ?? new Intl.DisplayNames(shown, { type: 'language' });
    names.set(shown, known);
    const name = known.of(code) ?? code;
    return name === code ? (UNNAMED[code]?.() ?? code) : name;
  } catch {
    return code;
  }
}
