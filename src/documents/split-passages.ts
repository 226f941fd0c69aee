/** A piece of a text: characters from `start` to `end`, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Characters of a passage: about a hundred words, so that a few of them fit a small context. */
const WANTED = 500;
/** A passage longer than this is cut even inside a sentence. */
const LONGEST = 700;

/** Cuts a text into passages at paragraphs and sentences. Every visible character is in one passage. */
export function splitPassages(text: string): Span[] {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const sentence of sentences(text)) {
    if (open && sentence.end - open.start > WANTED) {
      spans.push(open);
      open = null;
    }
    open = open ? { start: open.start, end: sentence.end } : sentence;
  }
  if (open) spans.push(open);
  return spans.map((span) => trimmed(text, span)).filter(({ start, end }) => end > start);
}

function* sentences(text: string): Generator<Span> {
  const breaks = /[.!?…]["'”’)\]]*\s+|\n\s*\n|\n(?=\s*[-*#|\d])/g;
  let start = 0;
  for (const found of text.matchAll(breaks)) {
    const end = found.index + found[0].length;
    yield* pieces({ start, end });
    start = end;
  }
  if (start < text.length) yield* pieces({ start, end: text.length });
}

function* pieces({ start, end }: Span): Generator<Span> {
  for (let at = start; at < end; at += LONGEST)
    yield { start: at, end: Math.min(end, at + LONGEST) };
}

function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  const tail = piece.length - piece.trimEnd().length;
  return { start: start + lead, end: Math.max(start + lead, end - tail) };
}
