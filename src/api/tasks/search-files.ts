import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { ApiError } from '#contract/api-error.ts';
import { type Boundary, lowest } from '#contract/boundary.ts';
import type { FileSearchTool, ResponsesRequest } from '#contract/responses-request.ts';
import { cosine, hybridSearch } from '#retrieval/hybrid-search.ts';
import { withNeighbours } from '#retrieval/with-neighbours.ts';
import type { Passage } from '#storage/chat-records.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';
import { findModel } from './find-model.ts';
import type { FoundFiles } from './found-files.ts';
import { questionOf, toItems } from './responses-chat.ts';
import { runLocalVectors } from './run-local-vectors.ts';

/** Passages that a question is answered from, as in the app's own chats. */
const USUAL_RESULTS = 3;
/** Passages that a cross-encoder reads for a question. */
const MAX_RERANKED = 20;
/** Cosine below which a passage has nothing to do with the question, unless they share words. */
const MIN_COSINE = 0.2;
/** Characters of passages for each token of a model's context: half of it, the rest is for the chat. */
const CHARACTERS = 2;
/** Stands for the documents of all chats. */
const ALL_DOCUMENTS = 'documents';

type Earlier = readonly { type?: string | null | undefined }[];

/** @throws ApiError 403 where a request asks for a search that its key may not make. */
export function requireSearchAllowed(
  { key }: Pick<Call, 'key'>,
  { tools }: ResponsesRequest,
): void {
  const index = tools?.findIndex(({ type }) => type === 'file_search') ?? -1;
  const mayNot = key?.id !== SESSION_KEY && !key?.limits.documents;
  if (index >= 0 && mayNot) throw notAllowed(index);
}

/** What a request has searched for, if it asks for a search. `earlier`: the items before its own. @throws ApiError */
export async function searchFor(
  call: Call,
  request: ResponsesRequest,
  earlier: Earlier,
  signal: AbortSignal,
): Promise<FoundFiles | null> {
  const tool = request.tools?.find((one) => one.type === 'file_search');
  const items: Earlier = [...earlier, ...toItems(request.input)];
  // Which documents an earlier answer was written from is not known any more: it goes no farther than any of them.
  if (items.some(({ type }) => type === 'file_search_call')) call.ceiling = 'device';
  const question = questionOf(request);
  if (!tool || request.tool_choice === 'none' || question.trim() === '') return null;
  return searchFiles(call, tool, { question, model: request.model }, signal);
}

const notAllowed = (index: number) =>
  new ApiError(
    403,
    'file_search_not_allowed',
    'This key may not search documents. Allow it in Alcove under Developer → Keys → Limits.',
    `tools[${index}].type`,
  );

/** The passages of stored documents that may answer a question, the likeliest first. @throws ApiError 404 */
async function searchFiles(
  call: Call,
  tool: FileSearchTool,
  { question, model }: { question: string; model: string },
  signal: AbortSignal,
): Promise<FoundFiles> {
  const stores = tool.vector_store_ids?.filter((id) => id !== ALL_DOCUMENTS) ?? [];
  const isAll = stores.length === 0 || stores.length < (tool.vector_store_ids?.length ?? 0);
  const { documents } = call.api;
  const { names, passages, unknown } = await documents.read(isAll ? null : stores);
  if (unknown[0] !== undefined) throw storeNotFound(unknown[0]);
  const max = tool.max_num_results ?? USUAL_RESULTS;
  const scored = await rank(call, question, passages, signal);
  const min = tool.ranking_options?.score_threshold ?? 0;
  const found = scored.filter(({ score }) => score >= min);
  const best = found.slice(0, max).map(({ passage }) => passage);
  const count = min > 0 ? best.length : Math.min(max, USUAL_RESULTS);
  const chosen = withNeighbours(best, passages, Math.max(best.length, count));
  const scores = new Map(scored.map(({ passage, score }) => [passage, score]));
  const shown = fitContext(chosen, findModel(call.api.models(), model));
  call.ceiling = lowest(call.ceiling ?? undefined, await labelOf(call, shown));
  return {
    question,
    passages: shown.map((passage) => ({
      fileId: passage.documentId,
      name: names.get(passage.documentId) ?? '',
      text: passage.text,
      score: scores.get(passage) ?? 0,
    })),
  };
}

const storeNotFound = (id: string) =>
  new ApiError(
    404,
    'vector_store_not_found',
    `No chat has the id '${id.slice(0, 100)}'. A chat's id is the last part of its address; 'documents' stands for all chats.`,
    'tools',
  );

interface Scored {
  passage: Passage;
  score: number;
}

/** By words and meaning, then by a cross-encoder where one is installed. */
async function rank(
  call: Call,
  question: string,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<Scored[]> {
  if (passages.length === 0) return [];
  const vector = await questionVector(call, question, passages, signal);
  const order = await hybridSearch(question, vector, passages, { minCosine: MIN_COSINE });
  const ranked = order.flatMap((index) => {
    const passage = passages[index];
    return passage ? [{ passage, score: Math.max(0, cosine(passage.vector, vector)) }] : [];
  });
  const card = ownModels(call).find(({ task }) => task === 'rerank');
  if (!card || ranked.length < 2) return ranked;
  const first = ranked.slice(0, MAX_RERANKED);
  const documents = first.map(({ passage }) => passage.text);
  const task = { kind: 'rerank', query: question, documents } as const;
  const { data } = await runLocalVectors(call, card, task, signal);
  const better = first.map(({ passage }, i) => ({ passage, score: sigmoid(data[i] ?? 0) }));
  return better.sort((a, b) => b.score - a.score);
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

/**
 * The question as a vector of the model that the passages were embedded by: no row says which, so it is the one that
 * embeds a stored passage verbatim. Empty when it is gone; then only words are searched.
 */
async function questionVector(
  call: Call,
  question: string,
  passages: readonly Passage[],
  signal: AbortSignal,
): Promise<Float32Array> {
  const sample = passages.find(({ vector }) => vector.length > 0);
  for (const card of sample ? embeddingModels(call, sample.vector.length) : []) {
    const texts = [question, sample?.text ?? ''];
    const { data, size } = await runLocalVectors(call, card, { kind: 'embed', texts }, signal);
    const again = data.subarray(size);
    if (sample && cosine(again, sample.vector) > SAME) return data.slice(0, size);
  }
  return new Float32Array();
}

/** Cosine above which two vectors of one text are of one model, on whatever device. */
const SAME = 0.98;

function embeddingModels(call: Call, size: number): ModelCard[] {
  return [...call.api.models()].filter(
    (card) =>
      card.task === 'embeddings' &&
      !card.alias &&
      !traitsOf(card).isRemote &&
      (card.dimensions?.[0] ?? size) === size,
  );
}

/** Installed models of this device; scripted ones are for tests and never answer for a real one. */
function ownModels(call: Call): ModelCard[] {
  return [...call.api.models()].filter(
    (card) => !traitsOf(card).isScripted && !traitsOf(card).isRemote && !card.alias,
  );
}

/** As many as leave half of the model's context to the chat; the first in any case. */
function fitContext(passages: readonly Passage[], card: ModelCard | null | undefined): Passage[] {
  let left = (card?.contextTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS;
  return passages.filter(({ text }, index) => {
    left -= text.length;
    return left >= 0 || index === 0;
  });
}

/** The lowest label of the documents that passages are from. */
async function labelOf(call: Call, passages: readonly Passage[]): Promise<Boundary> {
  const ids = [...new Set(passages.map(({ documentId }) => documentId))];
  const labels = await Promise.all(ids.map((id) => call.api.documents.boundary(id)));
  return lowest(...labels);
}
