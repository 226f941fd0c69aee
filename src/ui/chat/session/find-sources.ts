import { type SearchablePassage, searchPassages } from '#retrieval/search-passages.ts';
import type { Source } from '#storage/chat-records.ts';
import { findModel, useHost } from '#ui/state/models.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { ChatContext } from './chat-context.ts';
import { embedTexts, vectorModel } from './passages.ts';

/** The passages of the open chat's documents that may answer a question, the likeliest first. @throws AnswerError */
export async function findSources(chat: ChatContext, question: string): Promise<Source[]> {
  const { conversation, documents, isTemporary } = chat.state.getState();
  if (!conversation) return [];
  const { passages: table } = await chat.ports.store.opened;
  const passages = isTemporary
    ? (chat.temporaryPassages.get(conversation.id) ?? [])
    : await table.where('conversationId').equals(conversation.id).toArray();
  return findInDocuments(chat.ports, { question, documents, passages });
}

interface Place {
  question: string;
  documents: readonly { id: string; name: string; recordingId?: string }[];
  passages: readonly (SearchablePassage & { end: number })[];
}

/** The passages of documents that may answer a question, the likeliest first. @throws AnswerError */
export async function findInDocuments(
  { v1 }: Pick<SessionPorts, 'v1'>,
  { question, documents, passages }: Place,
): Promise<Source[]> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const found = await searchPassages({
    question,
    passages: passages.filter(({ documentId }) => byId.has(documentId)),
    embed: async ({ model, revision }) => {
      if (!findModel(model) || vectorModel(model).revision !== revision) return null;
      return (await embedTexts({ v1 }, model, [question]))[0] ?? null;
    },
    rerank: (texts) => rerank(v1, question, texts),
    // A chat about a recording is about it, whatever the words of a question are like.
    isAlways: ({ documentId }) => byId.get(documentId)?.recordingId !== undefined,
  });
  return found.map(({ passage: { documentId, start, end, text } }) => ({
    documentId,
    documentName: byId.get(documentId)?.name ?? '',
    start,
    end,
    text,
  }));
}

interface RerankAnswer {
  results: { index: number; relevance_score: number }[];
}

/** Scores of a cross-encoder, where one is installed. */
async function rerank(
  v1: SessionPorts['v1'],
  query: string,
  documents: readonly string[],
): Promise<number[] | null> {
  // Scripted models are for tests: they never answer for a real one.
  const model = useHost
    .getState()
    .models.find(({ id, task }) => task === 'rerank' && !id.startsWith('scripted-'));
  if (!model) return null;
  try {
    const body = { model: model.id, query, documents };
    const response = await v1('/v1/rerank', body, new AbortController().signal);
    const scores = documents.map(() => 0);
    const { results } = (await response.json()) as RerankAnswer;
    for (const { index, relevance_score } of results) scores[index] = relevance_score;
    return scores;
  } catch {
    // The order of the search is good enough to answer with.
    return null;
  }
}
