import type { Vocabulary } from './token-grammar.ts';

/** The token that ends a text. */
export const BYTE_END = 0;

/** Bytes 0 to 255 as the tokens 1 to 256, and the end as token 0. */
export function byteVocabulary(): Vocabulary {
  const bytes = Array.from({ length: 257 }, (_, id) =>
    Uint8Array.from(id === BYTE_END ? [] : [id - 1]),
  );
  return {
    tokens: bytes.map((b, id) => (id === BYTE_END ? '</s>' : byteToken(b[0] ?? 0))),
    kind: 'byte_fallback',
    bytes,
    size: bytes.length,
    stops: [BYTE_END],
    encode: (text) => [...new TextEncoder().encode(text)].map((byte) => byte + 1),
  };
}

function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
