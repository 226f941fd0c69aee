import type { Message, Source } from '#storage/chat-records.ts';
import { findModel } from '#ui/state/models.ts';

/** Whether Guide wrote it: it knows the pages of this app, and no documents. */
export const isByGuide = ({ model }: Message) => findModel(model ?? '')?.scope === 'app';

/** Where an answer is a sentence of its passage, word for word; null for an answer that a model wrote. */
export function quoteOf<S extends Source>(message: Message, sources: readonly S[]) {
  const [source] = sources;
  if (!source || message.text === '' || !isByGuide(message)) return null;
  const at = source.text.indexOf(message.text);
  return at < 0 ? null : { source, start: at, end: at + message.text.length };
}

export type Quote = NonNullable<ReturnType<typeof quoteOf<Source>>>;

/** Whether the app answered in the place of Guide, in words of its own. */
export function isByApp(message: Message, quote: Quote | null): boolean {
  return quote === null && message.state === 'done' && !message.facts && isByGuide(message);
}
