/** GPT-2's table of printable stand-ins for bytes, turned around. */
const BYTE_OF_CHARACTER = (() => {
  const characters = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
    characters.set(String.fromCodePoint(printable ? byte : next++), byte);
  }
  return characters;
})();

/** How a vocabulary writes bytes: GPT-2's stand-in characters, or SentencePiece with `<0x0A>`. */
export type VocabularyKind = 'byte_level' | 'byte_fallback';

/** The bytes of a token: they may end inside a code point. */
export function tokenBytes(token: string, kind: VocabularyKind = 'byte_level'): Uint8Array {
  if (kind === 'byte_fallback') {
    const byte = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1];
    if (byte) return Uint8Array.of(Number.parseInt(byte, 16));
    return new TextEncoder().encode(token.replaceAll('\u2581', ' '));
  }
  const bytes: number[] = [];
  for (const character of token) {
    const byte = BYTE_OF_CHARACTER.get(character);
    if (byte === undefined) return new TextEncoder().encode(token);
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
