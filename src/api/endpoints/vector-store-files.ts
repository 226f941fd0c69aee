import type { Call } from '#api/call/call.ts';
import { readJson } from '#api/http/read-body.ts';
import {
  countFiles,
  noStore,
  parsed,
  requireOwnStore,
  requireStore,
  requireStoreFile,
  seconds,
  storeFileNotFound,
} from '#api/vector-stores/find-store.ts';
import {
  FILE_STATUSES,
  type FileBatchObject,
  type VectorStoreFileObject,
} from '#contract/answers/vector-stores-answer.ts';
import { ApiError } from '#contract/api-error.ts';
import { unsupportedValue } from '#contract/errors.ts';
import type { Attributes } from '#contract/vector-stores/filters.ts';
import type { ChunkingStrategy } from '#contract/vector-stores/requests.ts';
import type { StoredVectorStore, VectorStoreFile } from '#storage/api-file-records.ts';
import type { ChatDocument } from '#storage/chat-records.ts';
import { MAX_STORE_FILES, storeFileId } from '#storage/vector-stores/vector-stores.ts';
import { newId, pageOf } from './files.ts';

const PAGE = 20;
const MAX_PAGE = 100;

interface AskedFile {
  file_id: string;
  attributes?: Attributes | null | undefined;
  chunking_strategy?: ChunkingStrategy | null | undefined;
}

/**
 * Adds files of the key to a store; they are read afterwards. `param`: the field that names them.
 * @throws ApiError 404 for a file that the key has not and a store that is gone, 400 for too many
 */
export async function addFiles(
  call: Call,
  { id: storeId }: StoredVectorStore,
  asked: readonly AskedFile[],
  batchId: string | null,
  param: string,
): Promise<VectorStoreFile[]> {
  const { files, stores, now, indexer } = call.api;
  // A file that is named twice is added once, as it is named last.
  const once = [...new Map(asked.map((one) => [one.file_id, one])).values()];
  const rows: VectorStoreFile[] = [];
  for (const { file_id: fileId, attributes, chunking_strategy: chunking } of once) {
    const file = await files.get(call.key?.id ?? '', fileId);
    if (!file) {
      const message = `No such File object: ${fileId.slice(0, 100)}`;
      throw new ApiError(404, 'file_not_found', message, param);
    }
    rows.push({
      id: storeFileId(storeId, fileId),
      storeId,
      fileId,
      batchId,
      at: now(),
      name: file.name,
      status: 'in_progress',
      errorCode: null,
      errorMessage: null,
      attributesJson: attributes ? JSON.stringify(attributes) : null,
      chunkTokens: chunking?.static?.max_chunk_size_tokens ?? null,
      overlapTokens: chunking?.static?.chunk_overlap_tokens ?? null,
      bytes: 0,
    });
  }
  const end = await stores.addFiles(storeId, rows);
  if (end === 'gone') throw noStore(storeId);
  if (end === 'full') {
    const message = `A vector store may have ${MAX_STORE_FILES} files. Delete some of them.`;
    throw new ApiError(400, 'vector_store_quota_exceeded', message, param);
  }
  indexer?.wake();
  return rows;
}

/** POST /v1/vector_stores/{id}/files */
export async function answerAddStoreFile(call: Call): Promise<Response> {
  const store = await requireOwnStore(call);
  const asked = await readJson(call, 'vector-store-file');
  const [row] = await addFiles(call, store, [asked], null, 'file_id');
  return Response.json(row && toFileObject(row));
}

/** GET /v1/vector_stores/{id}/files */
export async function answerStoreFiles(call: Call): Promise<Response> {
  const store = await requireStore(call);
  const files =
    store.kind === 'own'
      ? (await call.api.stores.files(store.row.id)).map(toFileObject)
      : store.documents.map(ofProject);
  return listed(call, files);
}

/** GET /v1/vector_stores/{id}/files/{file_id} */
export async function answerStoreFile(call: Call): Promise<Response> {
  const store = await requireStore(call);
  if (store.kind === 'own') {
    return Response.json(toFileObject(await requireStoreFile(call, store.row)));
  }
  return Response.json(ofProject(requireDocument(call, store.documents)));
}

/** POST /v1/vector_stores/{id}/files/{file_id} */
export async function answerChangeStoreFile(call: Call): Promise<Response> {
  const store = await requireOwnStore(call);
  const { id } = await requireStoreFile(call, store);
  const { attributes } = await readJson(call, 'vector-store-file-change');
  const attributesJson = attributes ? JSON.stringify(attributes) : null;
  await call.api.stores.changeFile(id, { attributesJson });
  return Response.json(toFileObject(await requireStoreFile(call, store)));
}

/** DELETE /v1/vector_stores/{id}/files/{file_id} */
export async function answerDeleteStoreFile(call: Call): Promise<Response> {
  const file = await requireStoreFile(call, await requireOwnStore(call));
  await call.api.stores.deleteFile(file);
  return Response.json({ id: file.fileId, object: 'vector_store.file.deleted', deleted: true });
}

/** GET /v1/vector_stores/{id}/files/{file_id}/content */
export async function answerStoreFileContent(call: Call): Promise<Response> {
  const store = await requireStore(call);
  if (store.kind === 'project') {
    throw new ApiError(
      403,
      'file_content_not_allowed',
      'This vector store is a project: searches find its passages, and its files stay in Alcove.',
      'vector_store_id',
    );
  }
  const { id } = await requireStoreFile(call, store.row);
  const passages = await call.api.stores.passages(id);
  return Response.json({
    object: 'vector_store.file_content.page',
    data: passages.map(({ text }) => ({ type: 'text', text })),
    has_more: false,
    next_page: null,
  });
}

/** POST /v1/vector_stores/{id}/file_batches */
export async function answerCreateFileBatch(call: Call): Promise<Response> {
  const store = await requireOwnStore(call);
  const { files, file_ids, attributes, chunking_strategy } = await readJson(call, 'file-batch');
  const ofAll = { attributes, chunking_strategy };
  const asked = files ?? (file_ids ?? []).map((file_id) => ({ file_id, ...ofAll }));
  const id = newId(call, 'vsfb_');
  const rows = await addFiles(call, store, asked, id, files ? 'files' : 'file_ids');
  return Response.json(toBatchObject(id, store.id, rows));
}

/** GET /v1/vector_stores/{id}/file_batches/{batch_id} */
export async function answerFileBatch(call: Call): Promise<Response> {
  const { id, storeId, files } = await requireFileBatch(call);
  return Response.json(toBatchObject(id, storeId, files));
}

/** POST /v1/vector_stores/{id}/file_batches/{batch_id}/cancel */
export async function answerCancelFileBatch(call: Call): Promise<Response> {
  const { files } = await requireFileBatch(call);
  for (const file of files) await call.api.stores.endFile(file, { status: 'cancelled' });
  return answerFileBatch(call);
}

/** GET /v1/vector_stores/{id}/file_batches/{batch_id}/files */
export async function answerFileBatchFiles(call: Call): Promise<Response> {
  const { files } = await requireFileBatch(call);
  return listed(call, files.map(toFileObject));
}

/** A batch is the files that were added with it. */
async function requireFileBatch(call: Call) {
  const { id: storeId } = await requireOwnStore(call);
  const id = call.params['batch_id'] ?? '';
  const all = await call.api.stores.files(storeId);
  const files = all.filter(({ batchId }) => batchId === id);
  if (files.length > 0) return { id, storeId, files };
  const message = `No batch of files found with id '${id.slice(0, 100)}'.`;
  throw new ApiError(404, 'file_batch_not_found', message, 'batch_id');
}

function listed(call: Call, files: readonly VectorStoreFileObject[]): Response {
  const query = new URL(call.request.url).searchParams;
  const filter = query.get('filter');
  if (filter !== null && !(FILE_STATUSES as readonly string[]).includes(filter)) {
    throw unsupportedValue('filter', filter, FILE_STATUSES);
  }
  const some = filter === null ? files : files.filter(({ status }) => status === filter);
  return Response.json(pageOf(query, some, MAX_PAGE, PAGE));
}

function requireDocument(call: Call, documents: readonly ChatDocument[]): ChatDocument {
  const fileId = call.params['file_id'] ?? '';
  const found = documents.find(({ id }) => id === fileId);
  if (!found) throw storeFileNotFound(fileId);
  return found;
}

function toBatchObject(
  id: string,
  storeId: string,
  files: readonly VectorStoreFile[],
): FileBatchObject {
  const counts = countFiles(files);
  const ended = counts.cancelled > 0 ? 'cancelled' : 'completed';
  return {
    id,
    object: 'vector_store.files_batch',
    created_at: seconds(files[0]?.at ?? 0),
    vector_store_id: storeId,
    status: counts.in_progress > 0 ? 'in_progress' : ended,
    file_counts: counts,
  };
}

type LastError = NonNullable<VectorStoreFileObject['last_error']>;

function toFileObject(row: VectorStoreFile): VectorStoreFileObject {
  const { chunkTokens, overlapTokens, errorCode, errorMessage } = row;
  return {
    id: row.fileId,
    object: 'vector_store.file',
    created_at: seconds(row.at),
    vector_store_id: row.storeId,
    usage_bytes: row.bytes,
    status: row.status,
    last_error:
      row.status === 'failed'
        ? { code: (errorCode ?? 'server_error') as LastError['code'], message: errorMessage ?? '' }
        : null,
    attributes: parsed<Attributes>(row.attributesJson) ?? {},
    chunking_strategy:
      chunkTokens === null
        ? { type: 'other' }
        : {
            type: 'static',
            static: {
              max_chunk_size_tokens: chunkTokens,
              chunk_overlap_tokens: overlapTokens ?? 0,
            },
          },
  };
}

const ofProject = ({
  id,
  conversationId,
  createdAt,
  text,
}: ChatDocument): VectorStoreFileObject => ({
  id,
  object: 'vector_store.file',
  created_at: seconds(createdAt),
  vector_store_id: conversationId,
  usage_bytes: text.length,
  status: 'completed',
  last_error: null,
  attributes: {},
  chunking_strategy: { type: 'other' },
});
