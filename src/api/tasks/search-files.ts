import type { Call } from '#api/call/call.ts';
import { maySearchDocuments, parsed } from '#api/vector-stores/find-store.ts';
import { isOtherLanguage } from '#base/other-language.ts';
import { isEnglishOnly, type ModelCard } from '#catalog/model-card.ts';
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
  const named = tool.vector_store_ids?.filter((id) => id !== ALL_DOCUMENTS) ?? [];
  const isAll = named.length === 0 || named.length < (tool.vector_store_ids?.length ?? 0);
  const card = findModel(call.api.models(), model);
  const found = await searchStore(
    call,
    {
      question,
      storeIds: isAll ? null : named,
      filter: (tool.filters ?? null) as Filter | null,
      max: tool.max_num_results ?? USUAL_PASSAGES,
      minScore: tool.ranking_options?.score_threshold ?? 0,
    },
    signal,
  );
  const shown = fitContext(found, card);
  call.ceiling = lowest(call.ceiling ?? undefined, await labelOf(call, shown));
  return shown;
}

export interface StoreSearch {
  question: string;
  /** Ids of the key's vector stores, of chats and of projects; null for all chats and projects. */
  storeIds: readonly string[] | null;
  filter: Filter | null;
  max: number;
  minScore: number;
}

/** The passages of vector stores, chats and projects that may answer a question, the likeliest first. @throws ApiError 404 */
export async function searchStore(
  call: Call,
  { question, storeIds, filter, max, minScore }: StoreSearch,
  signal: AbortSignal,
): Promise<FoundText[]> {
  const { places, passages } = await readStores(call, storeIds);
  const isMet = (id: string) => !filter || meetsFilter(places.get(id)?.attributes ?? {}, filter);
  const found = await searchPassages({
    question,
    passages: passages.filter(({ documentId }) => places.has(documentId) && isMet(documentId)),
    embed: async ({ model: id, revision }) => {
      const card = [...call.api.models()].find((one) => one.id === id && !one.alias);
      if (!card || traitsOf(card).isRemote || (card.revision ?? '') !== revision) return null;
      // Other languages are noise to it: words find more.
      if (isEnglishOnly(card) && isOtherLanguage(question)) return null;
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

/** The searched texts by the ids of their documents, and all their passages. @throws ApiError 404 */
async function readStores(call: Call, storeIds: readonly string[] | null) {
  const { stores, documents } = call.api;
  const places = new Map<string, StoredText>();
  const passages: Passage[] = [];
  const others: string[] = [];
  const addFile = async ({ id, fileId, name, attributesJson }: VectorStoreFile) => {
    const attributes = parsed<Attributes>(attributesJson) ?? {};
    places.set(id, { fileId, isOwn: true, name, attributes });
    passages.push(...(await stores.passages(id)));
  };
  for (const id of storeIds ?? []) {
    const own = await stores.get(call.key?.id ?? '', id);
    if (!own) others.push(id);
    else for (const file of await stores.files(id)) await addFile(file);
  }
  if (storeIds !== null && others.length === 0) return { places, passages };
  const read = await documents.read(storeIds === null ? null : others);
  if (read.unknown[0] !== undefined) throw storeNotFound(read.unknown[0]);
  for (const [id, name] of read.names) {
    places.set(id, { fileId: id, isOwn: false, name, attributes: {} });
  }
  return { places, passages: [...passages, ...read.passages] };
}

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

const storeNotFound = (id: string) =>
  new ApiError(
    404,
    'vector_store_not_found',
    `No vector store, chat or project has the id '${id.slice(0, 100)}'. The id of a chat or project is the last part of its address; 'documents' stands for all of them.`,
    'tools',
  );

/** Installed models of this device; scripted ones are for tests and never answer for a real one. */
function ownModels(call: Call): ModelCard[] {
  return [...call.api.models()].filter(
    (card) => !traitsOf(card).isScripted && !traitsOf(card).isRemote && !card.alias,
  );
}

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
