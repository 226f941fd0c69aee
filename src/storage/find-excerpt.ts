/** The place in a text where a search hit, with the words around it. */
export interface Excerpt {
  before: string;
  match: string;
  after: string;
}

/** Characters before and after the hit. */
const BEFORE = 24;
const AFTER = 80;

/** The first place where a word begins with one of `wanted` (`searchWords`); null when none does. */
export function findExcerpt(text: string, wanted: readonly string[]): Excerpt | null {
  for (const found of text.matchAll(/[\p{L}\p{N}\p{M}_]{2,}/gu)) {
    const [word] = found;
    const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    if (!wanted.some((start) => plain.startsWith(start))) continue;
    const at = found.index;
    const from = Math.max(0, at - BEFORE);
    const line = (part: string) => part.replace(/\s+/g, ' ');
    return {
      before: `${from > 0 ? '…' : ''}${line(text.slice(from, at))}`,
      match: word,
      after: line(text.slice(at + word.length, at + word.length + AFTER)),
    };
  }
  return null;
}
