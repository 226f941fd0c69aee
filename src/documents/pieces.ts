import { sentencesOf } from './sentences.ts';

/** Characters of lines that are items of a list. */
const SHORT_LINE = 80;
/** Fewer lines say nothing of the form of a text. */
const MIN_LINES = 3;

/** A line that can be a title: short, and without an end. */
const TITLE =
  /^\s*(?=\S)[^\n]{1,60}(?<![\p{Sentence_Terminal}:;,]["'”’»)\]]*)\n+(?=\s*[^\p{Ll}\s])/u;

/** The sentences of a passage. A title above them is one; of a list each line is one. */
export function piecesOf(passage: string): string[] {
  const items = itemsOf(passage);
  if (items) return items;
  const title = TITLE.exec(passage)?.[0] ?? '';
  const prose = passage.slice(title.length);
  const sentences = [...sentencesOf(prose)].map(({ start, end }) => prose.slice(start, end));
  return title === '' ? sentences : [title.trim(), ...sentences];
}

/** The lines of a list: most are short and end without a stop. Null for prose. */
function itemsOf(passage: string): string[] | null {
  const lines = passage.split('\n').map((line) => line.trim());
  const items = lines.filter((line) => line !== '');
  const lengths = items.map(({ length }) => length).sort((a, b) => a - b);
  const isShort = (lengths[lengths.length >> 1] ?? 0) < SHORT_LINE;
  const open = items.filter((line) => !/[\p{Sentence_Terminal}:;,]["'”’»)\]]*$/u.test(line));
  // Broken prose begins its lines in the middle of a sentence.
  const inside = items.filter((line) => /^\p{Ll}/u.test(line));
  const isList = items.length >= MIN_LINES && isShort && open.length * 2 > items.length;
  return isList && inside.length * 3 < items.length ? items : null;
}
