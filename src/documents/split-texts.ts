import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';
import { type CountTokens, packPassages } from './pack-passages.ts';
import { sentencesOf } from './sentences.ts';

/** How a long text becomes texts to embed. */
export type Chunking =
  | { by: 'rows' }
  | { by: 'lines' }
  | { by: 'sentences' }
  | { by: 'paragraphs' }
  /** Whole sentences of at most `tokens` tokens together; the next text begins again with `overlap` of them. */
  | { by: 'tokens'; tokens: number; overlap: number };

/** Texts with the row each came from. */
export interface TextRows {
  texts: string[];
  rows: number[];
}

/**
 * The texts of rows in order, without empty ones. `count` is called for `tokens` only.
 * @throws DocumentError when there are more than can be embedded.
 */
export async function splitRows(
  values: readonly string[],
  chunking: Chunking,
  count: CountTokens,
): Promise<TextRows> {
  const found: TextRows = { texts: [], rows: [] };
  for (const [row, value] of values.entries()) {
    const texts =
      chunking.by === 'tokens' ? await byTokens(value, chunking, count) : split(value, chunking.by);
    for (const text of texts) {
      found.texts.push(text);
      found.rows.push(row);
      if (found.texts.length > LIMITS.tableRows) {
        throw new DocumentError('texts', { max: LIMITS.tableRows });
      }
    }
  }
  return found;
}

async function byTokens(
  text: string,
  { tokens, overlap }: { tokens: number; overlap: number },
  count: CountTokens,
): Promise<string[]> {
  const size = { tokens, overlap: Math.min(overlap, tokens >> 1), characters: Infinity };
  const spans = await packPassages(text, sentencesOf(text), size, count);
  return spans.map(({ start, end }) => text.slice(start, end));
}

function* split(text: string, by: Exclude<Chunking['by'], 'tokens'>): Generator<string> {
  for (const piece of pieces(text, by)) {
    const tidy = piece.trim();
    if (tidy !== '') yield by === 'lines' || by === 'rows' ? tidy : tidy.replace(/\s+/g, ' ');
  }
}

function* pieces(text: string, by: Exclude<Chunking['by'], 'tokens'>): Generator<string> {
  switch (by) {
    case 'rows':
      yield text;
      break;
    case 'lines':
      yield* text.split(/\r?\n/);
      break;
    case 'paragraphs':
      yield* text.split(/\r?\n[^\S\n]*\n/);
      break;
    case 'sentences':
      for (const { start, end } of sentencesOf(text)) yield text.slice(start, end);
  }
}
