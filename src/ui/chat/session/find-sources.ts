import type { Passage, Source } from '#storage/chat-records.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import type { ChatContext } from './chat-context.ts';
import { embedTexts } from './embed-texts.ts';

/** Passages given with a question. */
const MOST = 3;
/** Cosine below which a passage has nothing to do with the question. */
const LEAST = 0.2;

/** The passages of the open chat's documents that are nearest to a question. */
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
  return rankPassages(passages, vector, asked)
    .filter((passage) => names.has(passage.documentId))
    .map(({ documentId, start, end, text }) => {
      return { documentId, documentName: names.get(documentId) ?? '', start, end, text };
    });
}

function rankPassages(
  passages: readonly Passage[],
  vector: Float32Array,
  always: ReadonlySet<string>,
): Passage[] {
  return passages
    .map((passage) => ({ passage, score: cosine(passage.vector, vector) }))
    .filter(({ passage, score }) => score >= LEAST || always.has(passage.documentId))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ passage }) => passage);
}

/** Of normalised vectors; 0 when they come from different models. */
function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  return a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
}
