/** A piece of a text: characters from `start` to `end`, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Characters per segmenter call, the maximum length of a sentence. */
const BLOCK = 20_000;

/** Paragraphs, items of lists and rows of tables: no sentence continues beyond. */
const PARAGRAPH_END = /\n\s*?\n\s*|\n(?=[ \t]*[-*#|\d])/g;

/** Without any of these, text is one sentence: the segmenter takes longer to say so. */
const MAY_END = /[\p{Sentence_Terminal}\u0085\u2028\u2029]/u;

/**
 * The sentences of a text in whatever language, without the space around them.
 * Every visible character is in one of them.
 */
export function* sentencesOf(text: string): Generator<Span> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const block of blocksOf(text)) {
    // A line end inside a paragraph ends no sentence, nor does the sign inside an address: `?` of a query.
    const plain = text
      .slice(block.start, block.end)
      .replace(/[\r\n]/g, ' ')
      .replace(/[?!](?=[\w%=&#/])/g, '_');
    if (!MAY_END.test(plain)) {
      const whole = trimSpan(text, block);
      if (whole.end > whole.start) yield whole;
      continue;
    }
    for (const { index, segment } of segmenter.segment(plain)) {
      const start = block.start + index;
      const sentence = trimSpan(text, { start, end: start + segment.length });
      if (sentence.end > sentence.start) yield sentence;
    }
  }
}

/** Sentences as numbers: start, end, start, end, … */
export function packSentences(text: string): Uint32Array<ArrayBuffer> {
  const numbers: number[] = [];
  for (const { start, end } of sentencesOf(text)) numbers.push(start, end);
  return Uint32Array.from(numbers);
}

export function* unpackSentences(numbers: Uint32Array): Generator<Span> {
  for (let i = 0; i < numbers.length; i += 2)
    yield { start: numbers[i] as number, end: numbers[i + 1] as number };
}

function* blocksOf(text: string): Generator<Span> {
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(PARAGRAPH_END)) {
    yield* cutSpan(text, { start, end: index }, BLOCK);
    start = index + gap.length;
  }
  yield* cutSpan(text, { start, end: text.length }, BLOCK);
}

/** Cuts a span into pieces of at most `most` characters, between words where there are any. */
export function* cutSpan(text: string, { start, end }: Span, max: number): Generator<Span> {
  let from = start;
  while (end - from > max) {
    const to = cutBefore(text, from, from + max);
    yield { start: from, end: to };
    from = to;
  }
  if (end > from) yield { start: from, end };
}

/** A good place to cut in the second half before `to`. */
function cutBefore(text: string, from: number, to: number): number {
  const half = from + ((to - from) >> 1);
  for (let at = to; at > half; at--) if (/\s/.test(text[at - 1] ?? '')) return at;
  for (let at = to; at > half; at--) if (/[\p{P}\p{S}]/u.test(text[at - 1] ?? '')) return at;
  // Splits neither surrogate pairs nor a character from its combining marks, unless there are too many.
  for (let at = to; at > Math.max(half, to - 32); at--) if (isBoundary(text, at)) return at;
  return isBoundary(text, to) || to - from < 2 ? to : to - 1;
}

function isBoundary(text: string, at: number): boolean {
  const joins = /^(?:\p{M}|\u200d|[\udc00-\udfff])/u.test(text[at] ?? '');
  return !joins && text[at - 1] !== '\u200d';
}

export function trimSpan(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  const tail = piece.length - piece.trimEnd().length;
  return { start: start + lead, end: Math.max(start + lead, end - tail) };
}
