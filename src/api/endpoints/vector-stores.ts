import type { Call } from '#api/call/call.ts';
import { readJson } from '#api/http/read-body.ts';
import { searchStores } from '#api/tasks/search-files.ts';
import {
  countFiles,
  maySearchDocuments,
  parsed,
  requireOwnStore,
  requireStore,
  requireUsableStore,
  type Store,
  seconds,
} from '#api/vector-stores/find-store.ts';
import type { VectorStoreObject } from '#contract/answers/vector-stores-answer.ts';
import { ApiError } from '#contract/api-error.ts';
import type { Filter } from '#contract/vector-stores/filters.ts';
import type { StoredVectorStore } from '#storage/api-file-records.ts';
import { MAX_STORES, STORE_PREFIX } from '#storage/vector-stores/vector-stores.ts';
import { newId, pageOf } from './files.ts';
import { addFiles } from './vector-store-files.ts';

const PAGE = 20;
const MAX_PAGE = 100;
const RESULTS = 10;

/** POST /v1/vector_stores: its files are read afterwards. */
export async function answerCreateVectorStore(call: Call): Promise<Response> {
  const asked = await readJson(call, 'vector-store');
  const at = call.api.now();
  const row: StoredVectorStore = {
    id: newId(call, STORE_PREFIX),
    keyId: call.key?.id ?? '',
    at,
    name: asked.name ?? '',
    description: asked.description ?? null,
    lastActiveAt: at,
    expiresDays: asked.expires_after?.days ?? null,
    metadataJson: asked.metadata ? JSON.stringify(asked.metadata) : null,
  };
  if (!(await call.api.stores.add(row))) throw tooManyStores();
  const { chunking_strategy } = asked;
  const files = (asked.file_ids ?? []).map((file_id) => ({ file_id, chunking_strategy }));
  try {
    if (files.length > 0) await addFiles(call, row, files, null, 'file_ids');
  } catch (error) {
    // A request that is refused makes no store.
    await call.api.stores.delete(row.id);
    throw error;
  }
  return Response.json(await toObject(call, { kind: 'own', row }));
}

/** GET /v1/vector_stores */
export async function answerVectorStores(call: Call): Promise<Response> {
  const own = await call.api.stores.list(call.key?.id ?? '');
  const projects = maySearchDocuments(call) ? await call.api.documents.projects() : [];
  const all = [
    ...own.map((row): Store => ({ kind: 'own', row })),
    ...projects.map((row): Store => ({ kind: 'project', row, documents: row.documents })),
  ];
  const madeAt = (store: Store) => (store.kind === 'own' ? store.row.at : store.row.createdAt);
  const inOrder = all
    .sort((a, b) => madeAt(a) - madeAt(b))
    .map((store) => ({ id: store.row.id, store }));
  const query = new URL(call.request.url).searchParams;
  const page = pageOf(query, inOrder, MAX_PAGE, PAGE);
  // The files of the stores of one page are read.
  const data = await Promise.all(page.data.map(({ store }) => toObject(call, store)));
  return Response.json({ ...page, data });
}

/** GET /v1/vector_stores/{id} */
export async function answerVectorStore(call: Call): Promise<Response> {
  return Response.json(await toObject(call, await requireStore(call)));
}

/** POST /v1/vector_stores/{id} */
export async function answerChangeVectorStore(call: Call): Promise<Response> {
  const { id } = await requireOwnStore(call);
  const asked = await readJson(call, 'vector-store-change');
  await call.api.stores.change(id, {
    ...(asked.name != null && { name: asked.name }),
    ...(asked.expires_after !== undefined && { expiresDays: asked.expires_after?.days ?? null }),
    ...(asked.metadata !== undefined && {
      metadataJson: asked.metadata ? JSON.stringify(asked.metadata) : null,
    }),
  });
  return Response.json(await toObject(call, await requireStore(call)));
}

/** DELETE /v1/vector_stores/{id} */
export async function answerDeleteVectorStore(call: Call): Promise<Response> {
  const store = await requireStore(call);
  // An expired one is deleted like any other.
  const { id } = store.kind === 'own' ? store.row : await requireOwnStore(call);
  await call.api.stores.delete(id);
  return Response.json({ id, object: 'vector_store.deleted', deleted: true });
}

/** POST /v1/vector_stores/{id}/search */
export async function answerSearchVectorStore(call: Call): Promise<Response> {
  const store = await requireUsableStore(call);
  const asked = await readJson(call, 'vector-store-search');
  const queries = [asked.query].flat();
  const max = asked.max_num_results ?? RESULTS;
  const search = {
    questions: queries,
    storeIds: [store.row.id],
    hasAllDocuments: false,
    filter: (asked.filters ?? null) as Filter | null,
    max,
    minScore: asked.ranking_options?.score_threshold ?? 0,
    isReranked: asked.ranking_options?.ranker !== 'none',
  };
  // The model is at work: what can wait does.
  call.endUse = call.api.use.enter();
  if (call.key) await call.api.limits.admit(call.key, 0);
  call.usage.admitted = true;
  const results = (await searchStores(call, search, call.request.signal)).flat();
  // Of several queries each passage once, at its best.
  const best = new Map<string, (typeof results)[number]>();
  for (const one of results) {
    const key = `${one.fileId} ${one.start}`;
    if ((best.get(key)?.score ?? -1) < one.score) best.set(key, one);
  }
  const inOrder =
    queries.length === 1 ? results : [...best.values()].sort((a, b) => b.score - a.score);
  return Response.json({
    object: 'vector_store.search_results.page',
    search_query: queries,
    data: inOrder.slice(0, max).map(({ fileId, name, score, attributes, text }) => ({
      file_id: fileId,
      filename: name,
      score,
      attributes,
      content: [{ type: 'text', text }],
    })),
    has_more: false,
    next_page: null,
  });
}

const tooManyStores = () =>
  new ApiError(
    400,
    'vector_store_quota_exceeded',
    `A key may have ${MAX_STORES} vector stores. Delete some of them.`,
    null,
  );

function stateOf(isExpired: boolean, waiting: number): VectorStoreObject['status'] {
  if (isExpired) return 'expired';
  return waiting > 0 ? 'in_progress' : 'completed';
}

async function toObject(call: Call, store: Store): Promise<VectorStoreObject> {
  const common = { object: 'vector_store', id: store.row.id, name: store.row.name } as const;
  if (store.kind === 'project') {
    const { row, documents } = store;
    const counts = countFiles(documents.map(() => ({ status: 'completed' as const })));
    return {
      ...common,
      created_at: seconds(row.createdAt),
      description: null,
      usage_bytes: documents.reduce((sum, { text }) => sum + text.length, 0),
      file_counts: counts,
      status: 'completed',
      expires_after: null,
      expires_at: null,
      last_active_at: seconds(row.updatedAt),
      metadata: { alcove: 'project' },
    };
  }
  const { stores } = call.api;
  // As it is now: a request may have added files.
  const row = (await stores.get(store.row.keyId, store.row.id)) ?? store.row;
  const files = await stores.files(row.id);
  const counts = countFiles(files);
  const expiresAt = stores.expiresAt(row);
  return {
    ...common,
    name: row.name,
    created_at: seconds(row.at),
    description: row.description,
    usage_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    file_counts: counts,
    status: stateOf(stores.isExpired(row), counts.in_progress),
    expires_after:
      row.expiresDays === null ? null : { anchor: 'last_active_at', days: row.expiresDays },
    expires_at: expiresAt === null ? null : seconds(expiresAt),
    last_active_at: seconds(row.lastActiveAt),
    metadata: parsed<Record<string, string>>(row.metadataJson),
  };
}
