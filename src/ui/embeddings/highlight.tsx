import type { ReactNode } from 'react';
import { foldCase } from '#base/words.ts';

/** Words that are everywhere mark nothing. */
const SHORTEST = 3;

/** A text with the words it shares with a query marked: meaning is the score, words are the reason. */
export function highlight(text: string, query: string): ReactNode {
  const words = foldCase(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST);
  if (words.length === 0) return text;
  const wanted = new Set(words);
  return text.split(/([\p{L}\p{N}]+)/u).map((piece, i) =>
    // Pieces have no other name than their place.
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    wanted.has(foldCase(piece)) ? <mark key={i}>{piece}</mark> : piece,
  );
}
