/** Most words of one message that are indexed; a longer one is found by its first. */
const MAX_WORDS = 2_000;

/** The distinct words of a text as search compares them: lower case, without accents, two characters or more. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const found = plain.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  return [...new Set(found.map((word) => word.slice(0, 40)))].slice(0, MAX_WORDS);
}
