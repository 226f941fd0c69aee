/** A name before the words of a segment in plain text. */
export const NAME = /^([^:\n]{1,60}): /;
const MARKED = /^([^:\n]{1,60}:)\u00a0/;

/** Words of a segment in plain text without a name: where they look like one, the space after their colon does not break. */
export const markWords = (text: string): string =>
  text.replace(NAME, (head) => `${head.slice(0, -1)}\u00a0`);

/** The words as they were before `markWords`. */
export const unmarkWords = (text: string): string => text.replace(MARKED, '$1 ');
