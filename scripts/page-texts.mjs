// The texts of a drawn page, for its picture in another language.

/** Attributes that hold texts. */
export const TEXT_ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt', 'data-drop'];

const PART = new RegExp(`>([^<]+)|\\s(?:${TEXT_ATTRIBUTES.join('|')})="([^"]*)"`, 'g');
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Texts and text attributes in the order of the document. */
function textsOf(html) {
  return Array.from(html.matchAll(PART), ([, text, attribute]) =>
    (text ?? attribute).replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ENTITIES[name]),
  );
}

/**
 * The texts of a page in another language, in the order of the document; 0 where a text is the same in English.
 * @throws when the pages differ in more than their texts.
 */
export function translatedTexts(english, translated) {
  const shape = (html) => html.replace(PART, (part) => (part.startsWith('>') ? '>' : ''));
  const [from, to] = [textsOf(english), textsOf(translated)];
  const bare = (html) => shape(html).replace(/ (?:value|data-figures)="[^"]*"/g, '');
  if (from.length !== to.length || bare(english) !== bare(translated))
    throw new Error(
      'A page is built differently in another language: its first picture cannot be.',
    );
  return to.map((text, i) => (text === from[i] ? 0 : text));
}
