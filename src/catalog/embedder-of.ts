import { isOtherLanguage, isShortOther, MAX_CHARACTERS } from '#base/other-language.ts';
import { isEnglishOnly, type ModelCard } from './model-card.ts';

/** The embedding model that ships for texts in other languages than English. */
const MULTILINGUAL = 'alcove-embed-multilingual';
/** Where a text is looked at, as shares of its length: its start may be a title page, or a form's head. */
const PLACES = [0, 1 / 3, 2 / 3];

type Models = Iterable<Pick<ModelCard, 'id' | 'languages'>>;

/**
 * The model that makes a text's vectors: the preferred one, unless it knows English alone and the text is in another
 * language. To such a model other languages are noise.
 */
export const embedderOf = (text: string, preferred: string, models: Models): string =>
  embedderIn(isMostlyOther(text), preferred, models);

/** The same, where it is known whether the text is in another language. */
export function embedderIn(isOther: boolean, preferred: string, models: Models): string {
  const cards = [...models];
  const own = cards.find(({ id }) => id === preferred);
  const hasOther = cards.some(({ id }) => id === MULTILINGUAL);
  return own && hasOther && isEnglishOnly(own) && isOther ? MULTILINGUAL : preferred;
}

/** Whether most of a text is in another language than English. */
export function isMostlyOther(text: string): boolean {
  if (text.length <= MAX_CHARACTERS) return isShortOther(text);
  const found = PLACES.filter((share) => isOtherLanguage(text.slice(text.length * share)));
  return found.length * 2 > PLACES.length;
}
