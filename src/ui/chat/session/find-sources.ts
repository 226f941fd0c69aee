import { hybridSearch } from '#retrieval/hybrid-search.ts';
import { withNeighbours } from '#retrieval/with-neighbours.ts';
import type { Passage, Source } from '#storage/chat-records.ts';
import { useHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { ChatContext } from './chat-context.ts';
import { embedTexts } from './embed-texts.ts';

/** Passages given with a question. */
const MAX_PASSAGES = 3;
/** Passages that a cross-encoder reads for a question: each takes it some ten milliseconds. */
const MAX_RERANKED = 20;
/** Cosine below which a passage has nothing to do with the question, unless they share words. */
const MIN_COSINE = 0.2;

/** The passages of the open chat's documents that may answer a question, the likeliest first. */
export async function findSources(chat: ChatContext, question: string): Promise<Source[]> {
  const { conversation, documents, isTemporary } = chat.state.getState();
  if (!conversation || question.trim() === '') return [];
  const { passages: table } = await chat.ports.store.opened;
  const stored = table.where('conversationId').equals(conversation.id);
  const passages = isTemporary
    ? (chat.temporaryPassages.get(conversation.id) ?? [])
    : await stored.toArray();
  const model = readPreferences().embeddingModel;
  const [vector] = await embedTexts(chat.ports, model, [question]);
  if (!vector) return [];
  const names = new Map(documents.map((document) => [document.id, document.name]));
  // A chat about a recording is about it, whatever the words of a question are like.
  const asked = new Set(documents.filter((d) => d.recordingId).map((d) => d.id));
  const ranked = await hybridSearch(question, vector, passages, {
    minCosine: MIN_COSINE,
    isAlways: (index) => asked.has(passages[index]?.documentId ?? ''),
  });
  const found = ranked
    .flatMap((index) => passages[index] ?? [])
    .filter((passage) => names.has(passage.documentId));
  const best = await rerank(chat, question, found.slice(0, MAX_RERANKED));
  return withNeighbours(best.slice(0, MAX_PASSAGES), passages, MAX_PASSAGES).map(
    ({ documentId, start, end, text }) => {
      return { documentId, documentName: names.get(documentId) ?? '', start, end, text };
    },
  );
}

interface RerankAnswer {
  results: { index: number }[];
}

/** The passages in the order of a cross-encoder, where one is installed; as they were otherwise. */
async function rerank(
  chat: ChatContext,
  query: string,
  passages: readonly Passage[],
): Promise<readonly Passage[]> {
  // Scripted models are for tests: they never answer for a real one.
  const model = useHost
    .getState()
    .models.find(({ id, task }) => task === 'rerank' && !id.startsWith('scripted-'));
  if (!model || passages.length <= 1) return passages;
  const body = { model: model.id, query, documents: passages.map(({ text }) => text) };
  try {
    const response = await chat.ports.v1('/v1/rerank', body, new AbortController().signal);
    const { results } = (await response.json()) as RerankAnswer;
    return results.flatMap(({ index }) => passages[index] ?? []);
  } catch {
    // The order of the search is good enough to answer with.
    return passages;
  }
}
