/** Text as an EBNF string of xgrammar. */
export function literal(text: string): string {
  return `"${[...text].map(escapeCodePoint).join('')}"`;
}

/** A JSON value, written without spaces, as an EBNF string. */
export function jsonLiteral(value: unknown): string {
  return literal(JSON.stringify(value));
}

/** Ranges of code points, both ends included, as an EBNF character class. */
export function characterClass(ranges: readonly (readonly [number, number])[]): string {
  const one = (code: number) => escapeCodePoint(String.fromCodePoint(code));
  return `[${ranges.map(([from, to]) => (from === to ? one(from) : `${one(from)}-${one(to)}`)).join('')}]`;
}

function escapeCodePoint(character: string): string {
  if (/^[A-Za-z0-9 _.,:;{}]$/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
