import type { Message, Source } from '#storage/chat-records.ts';
import { findModel } from '#ui/state/models.ts';

/** Whether Guide wrote it: it knows the pages of this app, and no documents. */
export const isByGuide = ({ model }: Message) => findModel(model ?? '')?.scope === 'app';

/** How Guide says that it does not know, as it was taught (training/guide/data.py). */
export const UNKNOWN = 'I am a very small guide and do not know that.';

/** Whether a whole answer is Guide's that it does not know: another model may. */
export const isUnknown = (message: Message) =>
  message.state !== 'running' && message.text.startsWith(UNKNOWN) && isByGuide(message);

/** Where an answer is a sentence of its passage, word for word, behind what it may begin with; null where a model wrote it. */
export function quoteOf<S extends Source>(message: Message, sources: readonly S[]) {
  const { text } = message;
  if (text === '' || !isByGuide(message)) return null;
  const end = text.indexOf(PARAGRAPH);
  // A quotation may have paragraphs of its own.
  for (const first of end < 0 ? [0] : [0, end + PARAGRAPH.length]) {
    const quoted = text.slice(first);
    const source = sources.find((one) => one.text.includes(quoted));
    const start = source?.text.indexOf(quoted) ?? 0;
    if (source)
      return { source, start, end: start + quoted.length, opening: text.slice(0, first).trim() };
  }
  return null;
}

const PARAGRAPH = '\n\n';

export type Quote = NonNullable<ReturnType<typeof quoteOf<Source>>>;

/** Characters around the sentence that are shown at most; its document has the rest. */
const AROUND = 320;

/** The part of a passage around its sentence: whole lines, or words where a line is long. */
export function aroundQuote(text: string, start: number, end: number) {
  const before = Math.max(0, start - AROUND);
  const after = Math.min(text.length, end + AROUND);
  const first = before === 0 ? 0 : edgeIn(text.slice(before, start), 'first');
  const last = after === text.length ? after - end : edgeIn(text.slice(end, after), 'last');
  return { from: before + first, to: end + last };
}

/** Where a line begins or ends in a part of a text; else a word. */
function edgeIn(part: string, which: 'first' | 'last'): number {
  for (const edge of ['\n', ' ']) {
    const at = which === 'first' ? part.indexOf(edge) + 1 : part.lastIndexOf(edge);
    if (at > 0) return at;
  }
  return which === 'first' ? 0 : part.length;
}
