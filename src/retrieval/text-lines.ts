import { pause } from '#base/pause.ts';
import { rankingTerms } from '#base/words.ts';
import { piecesOf } from '#documents/pieces.ts';

/** A sentence, a title, an item of a list or a row of a table, word for word, with its place. */
export interface TextLine {
  documentId: string;
  /** Characters of the document's text, end exclusive. */
  start: number;
  end: number;
  text: string;
}

/** Characters of a line; a longer one is no sentence. */
const MAX_LINE = 1_000;
/** Lines of dashes and numbers of pages have none. */
const HAS_WORD = /\p{L}{2}/u;

/** The lines of passages, in the order of `documentIds` and of the text; passages may overlap. @throws the reason of `signal` */
export async function linesOf(
  passages: readonly TextLine[],
  documentIds: readonly string[],
  signal?: AbortSignal,
): Promise<TextLine[]> {
  const order = new Map(documentIds.map((id, i) => [id, i]));
  const placeOf = ({ documentId }: TextLine) => order.get(documentId) ?? -1;
  const sorted = passages
    .filter((passage) => placeOf(passage) >= 0)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.start - b.start);
  const lines: TextLine[] = [];
  const rest = pause(signal);
  let last: TextLine | undefined;
  for (const passage of sorted) {
    await rest();
    for (const line of cut(passage)) {
      // What an overlap repeats was read with the passage before.
      const from = last?.documentId === line.documentId ? last.end - line.start : 0;
      const more = from > 0 ? behind(line, from) : line;
      if (!more) continue;
      lines.push(more);
      last = more;
    }
  }
  return lines;
}

function* cut({ documentId, start, text }: TextLine): Generator<TextLine> {
  let at = 0;
  for (const piece of piecesOf(text)) {
    const from = text.indexOf(piece, at);
    at = from + piece.length;
    if (from < 0 || !HAS_WORD.test(piece)) continue;
    const line = piece.slice(0, MAX_LINE);
    const place = start + from;
    yield { documentId, start: place, end: place + line.length, text: line };
  }
}

/** What of a line stands behind its first characters; null for no words. */
function behind(line: TextLine, characters: number): TextLine | null {
  const rest = line.text.slice(characters);
  const text = rest.trimStart();
  return HAS_WORD.test(text) ? { ...line, start: line.end - text.length, text } : null;
}

/** Letters from which a word is found inside another: Frist in Kündigungsfrist. */
const MIN_INSIDE = 5;

/**
 * The share of a subject's words that each text has, from 0 to 1, rare ones counted more. A long word counts inside
 * another one, as compounds are written. @throws the reason of `signal`
 */
export async function shareOfWords(
  subject: string,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<number[]> {
  const terms = [...new Set(rankingTerms(subject))];
  const places = terms.map(() => new Set<number>());
  const rest = pause(signal);
  for (const [i, text] of texts.entries()) {
    await rest();
    const words = new Set(rankingTerms(text));
    for (const [j, term] of terms.entries()) if (has(words, term)) places[j]?.add(i);
  }
  // A word that no text has says nothing of any of them.
  const weights = places.map(({ size }) => (size === 0 ? 0 : Math.log(1 + texts.length / size)));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return texts.map(() => 0);
  return texts.map((_, i) => {
    const own = weights.filter((_, j) => places[j]?.has(i));
    return own.reduce((sum, weight) => sum + weight, 0) / all;
  });
}

function has(words: ReadonlySet<string>, term: string): boolean {
  if (words.has(term)) return true;
  if (term.length < MIN_INSIDE) return false;
  for (const word of words) if (word.length > term.length && word.includes(term)) return true;
  return false;
}

/** Numbers of lines that a model names, from 1 to `count`, as indices from 0: "2, 5-7" or "none". */
export function readNumbers(text: string, count: number): number[] {
  const found = new Set<number>();
  for (const [, first = '', last] of text.matchAll(/(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?/g)) {
    const end = Math.min(count, Number(last ?? first));
    for (let number = Math.max(1, Number(first)); number <= end; number++) found.add(number - 1);
  }
  return [...found].sort((a, b) => a - b);
}
