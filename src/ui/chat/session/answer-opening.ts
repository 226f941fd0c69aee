import { dot } from '#base/numbers.ts';
import { asksForFact } from '#retrieval/is-answerable.ts';
import { unmentioned } from '#retrieval/unmentioned.ts';
import type { ChatSettings, Message, Source } from '#storage/chat-records.ts';
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

/** The beginning of an answer: a sentence about the question, and the words before the rest. */
export interface Opening {
  fact: string;
  lead: string;
}

export const textOf = (opening: Opening | null): string =>
  opening ? `${opening.fact} ${opening.lead}\n\n` : '';

/**
 * What an answer in a chat with documents begins with: that no passage answers the question, so that the model answers alone; or
 * which of its names and things the documents do not mention that were found. Null where there is nothing to say.
 */
export async function openingOf(
  chat: ChatCore,
  { settings, path, signal }: Asked,
): Promise<Opening | null> {
  const question = path.at(-1);
  if (question?.role !== 'user' || question.files?.length) return null;
  // A tool may know it, and a set form has no place for another sentence.
  if (settings.tools.length > 0 || settings.outputSchema.trim() !== '') return null;
  const { text, sources = [] } = question;
  if (sources.length === 0) {
    const isAlone = asksForFact(text) && (await searchedDocuments(chat)).length > 0;
    return isAlone ? { fact: chatThreadText.noneAnswers, lead: chatThreadText.modelAlone } : null;
  }
  // A result is computed of all that a question names; rows are looked up by a part of it.
  if (sources.some(({ computed, isLookup }) => computed !== undefined && !isLookup)) return null;
  const words = await missingWords(chat, { text, sources, signal });
  if (words.length === 0) return null;
  const list = new Intl.ListFormat(language()).format(words.map(chatThreadText.quoted));
  const fact = chatThreadText.notMentioned(list, words.length);
  return { fact, lead: chatThreadText.closest };
}

interface Found extends Pick<Asked, 'signal'> {
  text: string;
  sources: readonly Source[];
}

async function missingWords(chat: ChatCore, { text, sources, signal }: Found): Promise<string[]> {
  // Another document that has a name does not make these passages an answer, nor other passages these rows.
  const rows = sources.filter(({ isLookup }) => isLookup);
  const nearest = rows.length > 0 ? rows : sources;
  const found = new Map(nearest.map(({ documentId, documentName }) => [documentId, documentName]));
  const passages = (await searchedPassages(chat)).filter((one) => found.has(one.documentId));
  const texts = [...found.values(), ...passages.map((passage) => passage.text)];
  const near = nearest.map((source) => source.text);
  const likeness = async (word: string, others: readonly string[]) => {
    const vectors = embedTexts(chat.ports, WORD_VECTORS, [word, ...others], signal);
    // Offline it may not load: then names alone are looked for.
    const [own, ...rest] = await vectors.catch((): Float32Array[] => []);
    signal.throwIfAborted();
    return own ? Math.max(...rest.map((vector) => dot(own, vector))) : null;
  };
  return unmentioned(text, { texts, near }, likeness);
}
