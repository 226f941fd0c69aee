/** Splits as the scripted models count: a word with the space before it is one token. */
export function splitTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}
