import { Fragment, type ReactNode } from 'react';

/**
 * Characters without white space that a browser breaks into lines at a bearable cost. Where it looks for
 * words of Thai, Lao, Khmer or Burmese, or for numbers behind backslashes, the cost is quadratic:
 * 50,000 characters took 8 s.
 */
const MAX_RUN = 1_000;
/** A part of a run; combining marks stay with their character. */
const PART = new RegExp(`\\S{1,${MAX_RUN}}\\p{M}*`, 'gu');

/** A text in pieces, none of which has a longer run without white space. */
export function splitRuns(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let start = 0;
  for (const { index, 0: run } of text.matchAll(/\S+/g)) {
    if (run.length <= MAX_RUN) continue;
    const parts = run.match(PART) ?? [];
    // White space before a run and behind it stays with its first and last part.
    for (const part of parts.slice(0, -1)) {
      const end: number = Math.max(start, index) + part.length;
      pieces.push(text.slice(start, end));
      start = end;
    }
  }
  return [...pieces, text.slice(start)];
}

/** The same characters, with places where a line may be broken in runs that have none. */
export function breakRuns(text: string): ReactNode {
  const pieces = splitRuns(text);
  if (pieces.length === 1) return text;
  return pieces.map((piece, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name.
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
