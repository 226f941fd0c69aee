// The text layer of a page of a PDF, with the values of its fields, and its comments.

/** A piece of the layer, as pdf.js gives it; marks of structure have no `str`. */
export interface LayerItem {
  type?: string;
  str?: string;
  /** The last two numbers are the place of its lower left corner. */
  transform?: readonly number[];
  width?: number;
  height?: number;
  hasEOL?: boolean;
}

/** A field or comment over a page, as pdf.js gives it. */
export interface Annotation {
  subtype?: string;
  annotationFlags?: number;
  rect?: readonly number[];
  /** Of a field: its kind and its entry. */
  fieldType?: string | null;
  fieldValue?: unknown;
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  options?: readonly { exportValue: string | null; displayValue: string | null }[];
  /** Of a comment: its words and its author. */
  contentsObj?: { str?: string };
  titleObj?: { str?: string };
}

/** Fields and comments of one page that are read, and pieces of its layer that fields may stand next to. */
const [MAX_ANNOTATIONS, MAX_NEAR] = [2_000, 10_000];
/** Flags of annotations that no reader sees: invisible, hidden, not viewed. */
const UNSEEN_FLAGS = 1 | 2 | 32;
/** Points by which a field may overlap the words next to it. */
const SLACK = 3;

const COMMENTS = new Set(
  'Text FreeText Highlight Underline StrikeOut Squiggly Caret Square Circle Polygon PolyLine Line Ink Stamp'.split(
    ' ',
  ),
);

/** The layer of a page as lines, the values of fields where they are entered. */
export function layerText(
  items: readonly LayerItem[],
  annotations: readonly Annotation[] = [],
): string {
  const before = new Map<number, string>();
  const after = new Map<number, string>();
  let below = '';
  const boxes = annotations.length > 0 ? items.slice(0, MAX_NEAR).map(boxOfItem) : [];
  for (const field of annotations.slice(0, MAX_ANNOTATIONS)) {
    const value = enteredIn(field);
    if (value === '') continue;
    const isCross = field.fieldType === 'Btn';
    const at = isCross ? wordsRightOf(boxes, field) : wordsBefore(boxes, field);
    if (at < 0) below += `\n${value}`;
    else if (isCross) before.set(at, `\0${value}\0${before.get(at) ?? ''}`);
    else after.set(at, `${after.get(at) ?? ''}\0${value}\0`);
  }
  const text = items.map(({ str = '', hasEOL }, i) =>
    [before.get(i), str, after.get(i), hasEOL ? '\n' : ''].join(''),
  );
  return (text.join('') + below).replaceAll(/ *\0 */g, ' ').replaceAll(/ ?\n ?/g, '\n');
}

/** The comments on a page, a line for each, which begins with its author. */
export function commentsOf(annotations: readonly Annotation[]): string {
  return annotations
    .slice(0, MAX_ANNOTATIONS)
    .filter((one) => COMMENTS.has(one.subtype ?? '') && isSeen(one))
    .flatMap(({ contentsObj, titleObj }) => {
      const words = inOneLine(contentsObj?.str ?? '');
      const author = inOneLine(titleObj?.str ?? '');
      if (words === '') return [];
      return [author === '' ? words : `${author}: ${words}`];
    })
    .join('\n');
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const isSeen = ({ annotationFlags = 0 }: Annotation) => (annotationFlags & UNSEEN_FLAGS) === 0;

/** The entry of a field; empty for an empty one, for a secret, and for anything else. */
function enteredIn(field: Annotation): string {
  const { subtype, fieldType, fieldValue, password, options = [] } = field;
  if (subtype !== 'Widget' || password || !isSeen(field)) return '';
  if (fieldType === 'Btn') return isCrossed(field) ? '[x]' : '';
  if (fieldType !== 'Tx' && fieldType !== 'Ch') return '';
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter(
    (value): value is string => typeof value === 'string',
  );
  const shown = values.map(
    (value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return inOneLine(shown.join(', '));
}

function isCrossed({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Annotation) {
  if (typeof fieldValue !== 'string' || fieldValue === '' || fieldValue === 'Off') return false;
  if (radioButton) return fieldValue === buttonValue;
  return checkBox === true && (exportValue === undefined || fieldValue === exportValue);
}

interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** Of the pieces of a layer; null for one without words. */
type Boxes = readonly (Box | null)[];

const boxOf = ({ rect = [] }: Annotation): Box => {
  const [x = 0, y = 0, x2 = 0, y2 = 0] = rect;
  return {
    ...{ left: Math.min(x, x2), right: Math.max(x, x2) },
    ...{ bottom: Math.min(y, y2), top: Math.max(y, y2) },
  };
};

function boxOfItem({ str = '', transform = [], width = 0, height = 0 }: LayerItem): Box | null {
  const [left, bottom] = transform.slice(4);
  if (str.trim() === '' || left === undefined || bottom === undefined) return null;
  return { left, right: left + width, bottom, top: bottom + height };
}

/** Whether the words are at the height of a field. */
const isBeside = (words: Box, field: Box) =>
  Math.min(words.top, field.top) - Math.max(words.bottom, field.bottom) >
  Math.min(words.top - words.bottom, field.top - field.bottom) / 3;

/** The words for which `distance` is the least; −1 where it is null for all. */
function nearest(boxes: Boxes, distance: (words: Box) => number | null): number {
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [i, box] of boxes.entries()) {
    const away = box && distance(box);
    if (away !== null && away < least) [found, least] = [i, away];
  }
  return found;
}

/** The words that a reader takes for the name of a field: on its left, or above it. */
function wordsBefore(boxes: Boxes, annotation: Annotation): number {
  const field = boxOf(annotation);
  const left = nearest(boxes, (words) =>
    isBeside(words, field) && words.right <= field.left + SLACK ? field.left - words.right : null,
  );
  if (left >= 0) return left;
  const isOver = (words: Box) => words.left < field.right && words.right > field.left;
  return nearest(boxes, (words) =>
    words.bottom >= field.bottom && isOver(words) ? words.bottom - field.bottom : null,
  );
}

/** The words that a box to cross precedes, or else after. */
function wordsRightOf(boxes: Boxes, annotation: Annotation): number {
  const field = boxOf(annotation);
  const right = nearest(boxes, (words) =>
    isBeside(words, field) && words.left >= field.right - SLACK ? words.left - field.right : null,
  );
  return right >= 0 ? right : wordsBefore(boxes, annotation);
}
