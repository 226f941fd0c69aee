import { type SearchablePassage, searchPassages } from '#retrieval/search-passages.ts';
import type { Source } from '#storage/chat-records.ts';
import { embedTexts, vectorModel } from '#ui/chat/passages/passages.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import type { ChatCore } from './chat-core.ts';

/** The passages of a chat's documents that may answer a question, the likeliest first. @throws AnswerError */
export async function findSources(chat: ChatCore, question: string): Promise<Source[]> {
  const { documents } = chat.state.getState();
  const passages = await chat.rows.passages();
  return findInDocuments(chat.ports, { question, documents, passages }, chat.signal);
}

type SearchPorts = Pick<SessionPorts, 'v1' | 'models'>;

interface Place {
  question: string;
  documents: readonly { id: string; name: string; recordingId?: string }[];
  passages: readonly (SearchablePassage & { end: number })[];
}

/** The passages of documents that may answer a question, the likeliest first. @throws AnswerError */
export async function findInDocuments(
  ports: SearchPorts,
  { question, documents, passages }: Place,
  signal = new AbortController().signal,
): Promise<Source[]> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const found = await searchPassages({
    question,
    passages: passages.filter(({ documentId }) => byId.has(documentId)),
    embed: async ({ model, revision }) => {
      const isInstalled = ports.models.find(model) !== undefined;
      if (!isInstalled || vectorModel(ports, model).revision !== revision) return null;
      return (await embedTexts(ports, model, [question], signal))[0] ?? null;
    },
    rerank: (texts) => rerank(ports, question, texts, signal),
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
  { v1, models }: SearchPorts,
  query: string,
  documents: readonly string[],
  signal: AbortSignal,
): Promise<number[] | null> {
  // Scripted models are for tests: they never answer for a real one.
  const model = models
    .list()
    .find(({ id, task }) => task === 'rerank' && !id.startsWith('scripted-'));
  if (!model) return null;
  try {
    const body = { model: model.id, query, documents };
    const response = await v1('/v1/rerank', body, signal);
    const scores = documents.map(() => 0);
    const { results } = (await response.json()) as RerankAnswer;
    for (const { index, relevance_score } of results) scores[index] = relevance_score;
    return scores;
  } catch {
    signal.throwIfAborted();
    // The order of the search is good enough to answer with.
    return null;
  }
}
