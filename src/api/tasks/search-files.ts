import type { Call } from '#api/call/call.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { ApiError } from '#contract/api-error.ts';
import { type Boundary, lowest } from '#contract/boundary.ts';
import type { FileSearchTool, ResponsesRequest } from '#contract/responses-request.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { type FoundPassage, searchPassages, USUAL_PASSAGES } from '#retrieval/search-passages.ts';
import type { Passage } from '#storage/chat-records.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';
import { findModel } from './find-model.ts';
import type { FoundFiles } from './found-files.ts';
import { questionOf, toItems } from './responses-chat.ts';
import { runLocalVectors } from './run-vectors.ts';

/** Characters of passages for each token of a model's context: half of it, the rest is for the chat. */
const CHARACTERS = 2;
/** Stands for the documents of all chats. */
const ALL_DOCUMENTS = 'documents';

type Found = FoundPassage<Passage>;
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
  const found = await searchPassages({
    question,
    passages,
    embed: async ({ model: id, revision }) => {
      const card = [...call.api.models()].find((one) => one.id === id && !one.alias);
      if (!card || traitsOf(card).isRemote || (card.revision ?? '') !== revision) return null;
      const task: EmbedTask = { kind: 'embed', texts: [question] };
      const { data, size } = await runLocalVectors(call, card, task, signal);
      return data.slice(0, size);
    },
    rerank: async (texts) => {
      const card = ownModels(call).find(({ task }) => task === 'rerank');
      if (!card) return null;
      const task: RerankTask = { kind: 'rerank', query: question, documents: [...texts] };
      const { data } = await runLocalVectors(call, card, task, signal);
      return texts.map((_, i) => sigmoid(data[i] ?? 0));
    },
    max: tool.max_num_results ?? USUAL_PASSAGES,
    minScore: tool.ranking_options?.score_threshold ?? 0,
  });
  const shown = fitContext(found, findModel(call.api.models(), model));
  call.ceiling = lowest(call.ceiling ?? undefined, await labelOf(call, shown));
  return {
    question,
    passages: shown.map(({ passage, score }) => ({
      fileId: passage.documentId,
      name: names.get(passage.documentId) ?? '',
      text: passage.text,
      score,
    })),
  };
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

const storeNotFound = (id: string) =>
  new ApiError(
    404,
    'vector_store_not_found',
    `No chat has the id '${id.slice(0, 100)}'. A chat's id is the last part of its address; 'documents' stands for all chats.`,
    'tools',
  );

/** Installed models of this device; scripted ones are for tests and never answer for a real one. */
function ownModels(call: Call): ModelCard[] {
  return [...call.api.models()].filter(
    (card) => !traitsOf(card).isScripted && !traitsOf(card).isRemote && !card.alias,
  );
}

/** As many as leave half of the model's context to the chat; the first in any case. */
function fitContext(found: readonly Found[], card: ModelCard | null | undefined): Found[] {
  let left = (card?.contextTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS;
  return found.filter(({ passage: { text } }, index) => {
    left -= text.length;
    return left >= 0 || index === 0;
  });
}

/** The lowest label of the documents that passages are from. */
async function labelOf(call: Call, found: readonly Found[]): Promise<Boundary> {
  const ids = [...new Set(found.map(({ passage }) => passage.documentId))];
  const labels = await Promise.all(ids.map((id) => call.api.documents.boundary(id)));
  return lowest(...labels);
}
