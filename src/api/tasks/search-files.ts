import type { Call } from '#api/call/call.ts';
import { expired, maySearchDocuments, parsed } from '#api/vector-stores/find-store.ts';
import { ownModels } from '#api/vector-stores/own-models.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import { rerankerOf, understands } from '#catalog/reranker-of.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { ApiError } from '#contract/api-error.ts';
import { type Boundary, lowest } from '#contract/boundary.ts';
import type { FileSearchTool, ResponsesRequest } from '#contract/responses-request.ts';
import { type Attributes, type Filter, meetsFilter } from '#contract/vector-stores/filters.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';
import { type FoundPassage, searchPassages, USUAL_PASSAGES } from '#retrieval/search-passages.ts';
import type { VectorStoreFile } from '#storage/api-file-records.ts';
import type { Passage } from '#storage/chat-records.ts';
import { findModel } from './find-model.ts';
import type { FoundFiles } from './found-files.ts';
import { questionOf, toItems } from './responses-chat.ts';
import { runLocalVectors } from './run-vectors.ts';

/** Characters of passages for each token of a model's context: half of it, the rest is for the chat. */
const CHARACTERS = 2;
/** Stands for the documents of all chats and projects. */
const ALL_DOCUMENTS = 'documents';

type Found = FoundPassage<Passage>;
type Earlier = readonly { type?: string | null | undefined }[];

/** A passage that a search found. */
export interface FoundText {
  fileId: string;
  /** Whether a program has stored it: in a vector store of its key. */
  isOwn: boolean;
  name: string;
  attributes: Attributes;
  /** Characters of the text of its document. */
  start: number;
  text: string;
  score: number;
}

/** @throws ApiError 403 where a request asks for a search that its key may not make. */
export async function requireSearchAllowed(call: Call, { tools }: ResponsesRequest): Promise<void> {
  const index = tools?.findIndex(({ type }) => type === 'file_search') ?? -1;
  const tool = tools?.[index];
  if (tool?.type !== 'file_search' || maySearchDocuments(call)) return;
  const ids = tool.vector_store_ids ?? [];
  const own = await Promise.all(ids.map((id) => call.api.stores.get(call.key?.id ?? '', id)));
  // What a key has stored itself it may search.
  if (ids.length === 0 || own.includes(null)) throw notAllowed(index);
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
  const passages = await searchFiles(call, tool, { question, model: request.model }, signal);
  return { question, passages };
}

const notAllowed = (index: number) =>
  new ApiError(
    403,
    'file_search_not_allowed',
    'This key may search its own vector stores alone. Allow it to search documents in Alcove under Developer → Keys → Limits.',
    `tools[${index}].type`,
  );

/** The passages of stored documents that may answer a question, the likeliest first. @throws ApiError 404 */
async function searchFiles(
  call: Call,
  tool: FileSearchTool,
  { question, model }: { question: string; model: string },
  signal: AbortSignal,
): Promise<FoundText[]> {
  const ids = tool.vector_store_ids ?? [];
  const card = findModel(call.api.models(), model);
  const [found = []] = await searchStores(
    call,
    {
      questions: [question],
      storeIds: ids.filter((id) => id !== ALL_DOCUMENTS),
      hasAllDocuments: ids.length === 0 || ids.includes(ALL_DOCUMENTS),
      filter: (tool.filters ?? null) as Filter | null,
      max: tool.max_num_results ?? USUAL_PASSAGES,
      minScore: tool.ranking_options?.score_threshold ?? 0,
      isReranked: tool.ranking_options?.ranker !== 'none',
    },
    signal,
  );
  const shown = fitContext(found, card);
  call.ceiling = lowest(call.ceiling ?? undefined, await labelOf(call, shown));
  return shown;
}

export interface StoreSearch {
  questions: readonly string[];
  /** Ids of the key's vector stores, of chats and of projects. */
  storeIds: readonly string[];
  /** Whether all chats and projects are searched as well. */
  hasAllDocuments: boolean;
  filter: Filter | null;
  max: number;
  minScore: number;
  /** Whether a cross-encoder may order the best passages, where one knows their language. */
  isReranked: boolean;
}

/**
 * The passages of vector stores, chats and projects that may answer each question, the likeliest first.
 * @throws ApiError 404
 */
export async function searchStores(
  call: Call,
  search: StoreSearch,
  signal: AbortSignal,
): Promise<FoundText[][]> {
  // Once for all questions: they may be some hundred megabytes.
  const texts = await readStores(call, search);
  const found: FoundText[][] = [];
  for (const question of search.questions) {
    found.push(await searchTexts(call, texts, { ...search, question }, signal));
  }
  return found;
}

async function searchTexts(
  call: Call,
  { places, passages }: StoredTexts,
  { question, max, minScore, isReranked }: StoreSearch & { question: string },
  signal: AbortSignal,
): Promise<FoundText[]> {
  const cardOf = (id: string) => [...call.api.models()].find((one) => one.id === id && !one.alias);
  const found = await searchPassages({
    question,
    passages,
    embed: async ({ model: id, revision }) => {
      const card = cardOf(id);
      if (!card || traitsOf(card).isRemote || (card.revision ?? '') !== revision) return null;
      const task: EmbedTask = { kind: 'embed', texts: [question] };
      const { data, size, counts } = await runLocalVectors(call, card, task, signal);
      // Of a request that asks for the search alone. One for an answer has the tokens of that.
      if (call.usage.admitted && !call.turn) {
        call.usage.model = card.id;
        call.usage.promptTokens += counts.prompt;
      }
      return data.slice(0, size);
    },
    understands: ({ model }) => {
      const card = cardOf(model);
      return !card || understands(card, question);
    },
    rerank: async (texts) => {
      // A scripted one is for tests, and never answers for a real one. A least score is one of cosines, which every passage has.
      const own = ownModels(call.api, 'rerank').filter((one) => !traitsOf(one).isScripted);
      const card =
        isReranked && minScore === 0
          ? rerankerOf(own, question, ...texts.slice(0, USUAL_PASSAGES))
          : null;
      if (!card) return null;
      const task: RerankTask = { kind: 'rerank', query: question, documents: [...texts] };
      const { data } = await runLocalVectors(call, card, task, signal);
      return texts.map((_, i) => sigmoid(data[i] ?? 0));
    },
    nameOf: (id) => places.get(id)?.name ?? '',
    max,
    minScore,
  });
  return found.flatMap(({ passage: { documentId, start, text }, score }: Found) => {
    const place = places.get(documentId);
    return place ? [{ ...place, start, text, score }] : [];
  });
}

interface StoredText {
  fileId: string;
  isOwn: boolean;
  name: string;
  attributes: Attributes;
}

interface StoredTexts {
  /** By the ids of their documents. */
  places: ReadonlyMap<string, StoredText>;
  passages: readonly Passage[];
}

/** The searched texts, and all their passages. @throws ApiError 404 */
async function readStores(call: Call, search: StoreSearch): Promise<StoredTexts> {
  const { documents } = call.api;
  const own = await readOwn(call, search);
  if (own.others.length === 0 && !search.hasAllDocuments) return own;
  const named = await documents.read(own.others);
  if (named.unknown[0] !== undefined) throw storeNotFound(named.unknown[0]);
  // They have no attributes.
  if (search.filter && !meetsFilter({}, search.filter)) return own;
  const read = search.hasAllDocuments ? await documents.read(null) : named;
  for (const [id, name] of read.names) {
    own.places.set(id, { fileId: id, isOwn: false, name, attributes: {} });
  }
  return { places: own.places, passages: [...own.passages, ...read.passages] };
}

/** The searched texts of the key's own stores, which are active by that; `others`: the ids of no such store. */
async function readOwn(call: Call, { storeIds, filter }: StoreSearch) {
  const { stores, files } = call.api;
  const places = new Map<string, StoredText>();
  const passages: Passage[] = [];
  const others: string[] = [];
  const addFile = async ({ id, fileId, name, attributesJson }: VectorStoreFile) => {
    const attributes = parsed<Attributes>(attributesJson) ?? {};
    if (filter && !meetsFilter(attributes, filter)) return;
    places.set(id, { fileId, isOwn: true, name, attributes });
    for (const passage of await stores.passages(id)) passages.push(passage);
  };
  // An upload whose time is over is as if it were deleted.
  if (storeIds.length > 0) await files.sweep();
  for (const id of new Set(storeIds)) {
    const row = await stores.get(call.key?.id ?? '', id);
    if (!row) {
      others.push(id);
      continue;
    }
    if (stores.isExpired(row)) throw expired(id, 'tools');
    await stores.change(id, {});
    const read = (await stores.files(id)).filter(({ status }) => status === 'completed');
    for (const file of read) await addFile(file);
  }
  return { places, passages, others };
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

const storeNotFound = (id: string) =>
  new ApiError(
    404,
    'vector_store_not_found',
    `No vector store, chat or project has the id '${id.slice(0, 100)}'. The id of a chat or project is the last part of its address; 'documents' stands for all of them.`,
    'tools',
  );

/** As many as leave half of the model's context to the chat; the first in any case. */
function fitContext(found: readonly FoundText[], card: ModelCard | null | undefined): FoundText[] {
  let left = (card?.contextTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS;
  return found.filter(({ text }, index) => {
    left -= text.length;
    return left >= 0 || index === 0;
  });
}

/** The lowest label of the documents that passages are from. What a program has stored itself has none. */
async function labelOf(call: Call, found: readonly FoundText[]): Promise<Boundary> {
  const documents = found.filter(({ isOwn }) => !isOwn);
  const ids = [...new Set(documents.map(({ fileId }) => fileId))];
  return lowest(...(await Promise.all(ids.map((id) => call.api.documents.boundary(id)))));
}
