/** Marks on one letter that are drawn: no script needs as many. Thousands of them stop the layout of a page. */
const MAX_MARKS = 16;
const STACK = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** A text without the combining marks that pile up on a letter past what any script writes. */
export function limitMarks(text: string): string {
  return text.replace(STACK, '$1');
}
