/** Strings, brackets, and any other character of a JSON text. */
const PARTS = /"(?:[^"\\]|\\.)*"|[{[]|[}\]]|"/gs;

/** Characters of the JSON object that a text begins with; null where it is not whole. */
export function objectEnd(text: string): number | null {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    // A quote alone: its string has no end yet.
    if (part === '"') return null;
    if (part === '{' || part === '[') depth++;
    if (part === '}' || part === ']') depth--;
    if (depth === 0) return index + part.length;
  }
  return null;
}
