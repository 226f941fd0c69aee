/** Lower-case letters that have another one for the same capital. */
const SAME: Readonly<Record<string, string>> = { ı: 'i', ς: 'σ' };

/**
 * A text as searches compare it, in whatever language: lower case, with every character in its place. Only
 * the Turkish İ gets longer in lower case: positions behind it would be wrong in the text.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const plain = lower.length === text.length ? lower : text.replaceAll('İ', 'i').toLowerCase();
  return plain.replace(/[ıς]/g, (letter) => SAME[letter] ?? letter);
}
