/** Maximum of combining marks per character; no script needs as many. Thousands of them block the layout of a page. */
const MAX_MARKS = 16;
const STACK = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/** A text without the combining marks above the limit per character. */
export function limitMarks(text: string): string {
  return text.replace(STACK, '$1');
}
