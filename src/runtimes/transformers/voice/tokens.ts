/** A word or mark of a text, as the tagger and the lexicon read it. */
export interface Token {
  text: string;
  /** Part of speech, in the tags of the Penn Treebank. */
  tag: string;
  /** Whether a space follows. */
  spaced: boolean;
  /** Null until it is known; empty for a mark that is not spoken. */
  phonemes: string | null;
  /** Whether it begins a word: a part of one, as the 4 of 'B4', does not. */
  isHead: boolean;
  /** Whether a space is said before it inside of a word of several parts. */
  prespace: boolean;
}

export function newToken(text: string, tag = '', spaced = false): Token {
  return {
    text,
    tag,
    spaced,
    phonemes: null,
    isHead: true,
    prespace: false,
  };
}

/** Parts of a word as one token, with their phonemes where `withPhonemes`. */
export function mergeTokens(parts: readonly Token[], withPhonemes: boolean): Token {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) throw new RangeError('No parts to merge');
  const text = parts.map((part, i) => part.text + (part.spaced && i < parts.length - 1 ? ' ' : ''));
  const weight = (part: Token) =>
    [...part.text].reduce((sum, c) => sum + (c === c.toLowerCase() ? 1 : 2), 0);
  const heaviest = parts.reduce((best, part) => (weight(part) > weight(best) ? part : best));
  let phonemes = '';
  for (const part of parts) {
    if (part.prespace && phonemes && !/\s$/u.test(phonemes) && part.phonemes) phonemes += ' ';
    phonemes += part.phonemes ?? '';
  }
  return {
    text: text.join(''),
    tag: heaviest.tag,
    spaced: last.spaced,
    phonemes: withPhonemes ? phonemes : null,
    isHead: first.isHead,
    prespace: first.prespace,
  };
}
