/** How a long text becomes texts to embed. */
export type Chunking =
  | { by: 'lines' }
  | { by: 'sentences' }
  | { by: 'paragraphs' }
  /** Words of at most `tokens` tokens together, each chunk starting `overlap` tokens before the last's end. */
  | { by: 'tokens'; tokens: number; overlap: number };

/**
 * The pieces of a text in order, without empty ones. `countTokens` gives the tokens of one word;
 * it is asked for `tokens` only.
 */
export function splitTexts(
  text: string,
  chunking: Chunking,
  countTokens: (word: string) => number = () => 1,
): string[] {
  switch (chunking.by) {
    case 'lines':
      return tidy(text.split(/\r?\n/));
    case 'paragraphs':
      return tidy(text.split(/\r?\n\s*\r?\n/)).map((p) => p.replace(/\s+/g, ' '));
    case 'sentences': {
      const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
      const sentences = [...segmenter.segment(text)].map((s) => s.segment);
      return tidy(sentences.flatMap((s) => s.split(/\r?\n\s*\r?\n/))).map((s) =>
        s.replace(/\s+/g, ' '),
      );
    }
    case 'tokens':
      return byTokens(text, chunking.tokens, chunking.overlap, countTokens);
  }
}

/** The different words of a text: what `countTokens` will be asked about. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))];
}

function byTokens(
  text: string,
  most: number,
  overlap: number,
  countTokens: (word: string) => number,
): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const lengths = words.map((word) => Math.max(1, countTokens(word)));
  const chunks: string[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from;
    let tokens = 0;
    while (to < words.length && (to === from || tokens + (lengths[to] as number) <= most)) {
      tokens += lengths[to++] as number;
    }
    chunks.push(words.slice(from, to).join(' '));
    if (to >= words.length) break;
    let back = to;
    for (let again = 0; back > from + 1; back--) {
      again += lengths[back - 1] as number;
      if (again > overlap) break;
    }
    from = back;
  }
  return chunks;
}

function tidy(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
