/** GPT-2's table of printable stand-ins for bytes, turned around. */
const BYTE_OF_LETTER = (() => {
  const letters = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
    letters.set(String.fromCodePoint(printable ? byte : next++), byte);
  }
  return letters;
})();

/** The bytes of a token of a byte-level vocabulary: they may end inside a code point. */
export function tokenBytes(token: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of token) {
    const byte = BYTE_OF_LETTER.get(letter);
    if (byte === undefined) return new TextEncoder().encode(token);
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
