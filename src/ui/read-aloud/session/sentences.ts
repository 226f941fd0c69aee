import { cutSpan } from '#documents/sentences.ts';
import { type SpokenSpan, spokenSpans } from '#documents/spoken-spans.ts';

/** Longer sentences are said in parts. */
const MAX_SENTENCE = 600;

/** The sentences of a text; a long one in parts. */
export function sentencesOf(text: string): SpokenSpan[] {
  return spokenSpans(text).flatMap((span) =>
    span.kind === 'text'
      ? [...cutSpan(text, span, MAX_SENTENCE)].map((part) => ({ ...span, ...part }))
      : [span],
  );
}

/** The words of a sentence that are sent. The contents of a block of code are not. */
export function wordsOf(text: string, { start, end, kind }: SpokenSpan): string {
  const source = text.slice(start, end);
  if (kind === 'text') return source;
  const [first = ''] = source.split('\n', 1);
  return kind === 'code' ? `${first}\n${first.trim().slice(0, 3)}` : '$$x$$';
}
