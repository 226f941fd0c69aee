import { dot } from '#base/numbers.ts';
import { isPlainQuestion } from '#retrieval/is-answerable.ts';
import { unmentioned } from '#retrieval/unmentioned.ts';
import type { ChatSettings, Message } from '#storage/chat-records.ts';
import { embedTexts } from '#ui/chat/passages/passages.ts';
import { searchedDocuments, searchedPassages } from '#ui/chat/passages/shared-documents.ts';
import { language } from '#ui/messages/catalogue.ts';
import { chatThreadText } from '#ui/messages/chat-thread.ts';
import type { ChatCore } from './chat-core.ts';

/** The model with a vector for each word: it is in the box, and knows English. */
const WORD_VECTORS = 'alcove-embed';

interface Asked {
  settings: Pick<ChatSettings, 'tools' | 'outputSchema'>;
  path: readonly Message[];
  signal: AbortSignal;
}

/**
 * What an answer in a chat with documents begins with: that no passage answers the question, so that the model answers alone; or
 * which of its names and things the documents do not mention that were found. Null where there is nothing to say.
 */
export async function openingOf(
  chat: ChatCore,
  { settings, path, signal }: Asked,
): Promise<string | null> {
  const question = path.at(-1);
  if (question?.role !== 'user' || question.files?.length || !isPlainQuestion(question.text))
    return null;
  // A tool may know it, and a set form has no place for another sentence.
  if (settings.tools.length > 0 || settings.outputSchema.trim() !== '') return null;
  const { text, sources = [] } = question;
  if (sources.length === 0)
    return (await searchedDocuments(chat)).length > 0 ? chatThreadText.modelAlone : null;
  // A result is computed of all that a question names; rows are looked up by a part of it.
  if (sources.some(({ computed, isLookup }) => computed !== undefined && !isLookup)) return null;
  // Another document that has a name does not make these passages an answer, nor other passages these rows.
  const rows = sources.filter(({ isLookup }) => isLookup);
  const nearest = rows.length > 0 ? rows : sources;
  const found = new Map(nearest.map(({ documentId, documentName }) => [documentId, documentName]));
  const passages = (await searchedPassages(chat)).filter((one) => found.has(one.documentId));
  const texts = [...found.values(), ...passages.map((passage) => passage.text)];
  const likeness = async (words: readonly string[], others: readonly string[]) => {
    const input = [...words, ...others];
    // Offline it may not load: then names alone are looked for.
    const vectors = await embedTexts(chat.ports, WORD_VECTORS, input, signal).catch(() => null);
    signal.throwIfAborted();
    const rest = vectors?.slice(words.length);
    return vectors && words.map((_, i) => highest(vectors[i], rest ?? []));
  };
  const near = nearest.map((source) => source.text);
  const words = await unmentioned(text, { texts, near, hasColumns: rows.length > 0 }, likeness);
  if (words.length === 0) return null;
  const list = new Intl.ListFormat(language()).format(words.map(chatThreadText.quoted));
  return chatThreadText.notMentioned(list, words.length);
}

const highest = (vector: Float32Array | undefined, others: readonly Float32Array[]): number =>
  vector ? Math.max(...others.map((other) => dot(vector, other))) : 1;
