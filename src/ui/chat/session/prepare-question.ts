import { readListQuestion } from '#retrieval/list-question.ts';
import type { ChatDocument, ListKind, Message } from '#storage/chat-records.ts';
import { asksWhatWasRead } from '#ui/chat/guide/what-was-read.ts';
import { findInDocuments } from '#ui/chat/passages/find-in-documents.ts';
import { searchedDocuments, searchedPassages } from '#ui/chat/passages/shared-documents.ts';
import { tableSources } from '#ui/chat/passages/table-sources.ts';
import type { ChatCore } from './chat-core.ts';

/**
 * What a question gets from the documents of a chat and of its project: passages, or the mark that all of them are
 * read for it. @throws AnswerError
 */
export async function prepareQuestion(
  chat: ChatCore,
  { text: question, files = [] }: Pick<Message, 'text' | 'files'>,
  signal: AbortSignal,
): Promise<Pick<Message, 'sources' | 'matches' | 'everything'>> {
  const documents = await searchedDocuments(chat);
  if (documents.length === 0) return { sources: [] };
  // Pictures and recordings of the message itself have no lines: only a model sees them.
  const everything = files.length > 0 ? null : listKindOf(chat, question, documents);
  if (everything) return { everything };
  const passages = await searchedPassages(chat);
  const found = await findInDocuments(chat.ports, { question, documents, passages }, signal);
  const { sources, matches } = found;
  return { sources, ...(matches.length > 1 ? { matches } : {}) };
}

/** How a question asks for everything in the documents; null where passages answer it, or the rows of a table. */
function listKindOf(
  { row: { settings } }: ChatCore,
  question: string,
  documents: readonly ChatDocument[],
): ListKind | null {
  // The pages that were read are known: no line of a document says it.
  if (asksWhatWasRead(question)) return null;
  const asked = readListQuestion(question);
  // An answer in a form that a person has set is the model's to fill.
  if (!asked || settings.tools.length > 0 || settings.outputSchema.trim() !== '') return null;
  return tableSources(question, documents, undefined).length > 0 ? null : asked.kind;
}
