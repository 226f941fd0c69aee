/** Characters of a line from which on it may have been broken for its width: shorter ones are headings, lists or code. */
const WIDE = 40;

/**
 * Joins the lines that a layout has broken: a wide one that ends inside a sentence, and a lower-case word after it.
 * A word that was divided is one again.
 */
export function joinLines(text: string): string {
  const lines = text.split('\n');
  const parts = lines.map((line, i) => {
    const next = lines[i + 1];
    if (next === undefined) return line;
    const end = line.trimEnd();
    const goesOn = line.length >= WIDE && /^\p{Ll}/u.test(next) && !'.!?:'.includes(end.slice(-1));
    if (!goesOn) return `${line}\n`;
    return /^\p{L}-$/u.test(end.slice(-2)) ? end.slice(0, -1) : `${end} `;
  });
  return parts.join('');
}
