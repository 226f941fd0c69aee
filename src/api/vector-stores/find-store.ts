import type { Call } from '#api/call/call.ts';
import { ApiError } from '#contract/api-error.ts';
import type { StoredVectorStore, VectorStoreFile } from '#storage/api-file-records.ts';
import type { ChatDocument, Project } from '#storage/chat-records.ts';
import { SESSION_KEY } from '#storage/key-ring.ts';

/** A vector store of the key, or a project that the key may search. */
export type Store =
  | { kind: 'own'; row: StoredVectorStore }
  | { kind: 'project'; row: Project; documents: readonly ChatDocument[] };

/** Whether a key may search what the person has stored: chats and projects. */
export const maySearchDocuments = ({ key }: Pick<Call, 'key'>): boolean =>
  key?.id === SESSION_KEY || key?.limits.documents === true;

/** The vector store of the path. @throws ApiError 404 */
export async function requireStore(call: Call): Promise<Store> {
  const id = call.params['id'] ?? '';
  const { stores, documents } = call.api;
  const row = await stores.get(call.key?.id ?? '', id);
  // Its files are gone from the moment of its end.
  if (row && stores.isExpired(row)) await stores.sweep();
  if (row) return { kind: 'own', row };
  // A project that the key may not see and one that does not exist have the same answer.
  const project = maySearchDocuments(call) ? await documents.project(id) : null;
  if (project) return { kind: 'project', row: project, documents: project.documents };
  throw noStore(id);
}

export const noStore = (id: string) =>
  new ApiError(
    404,
    'vector_store_not_found',
    `No vector store found with id '${id.slice(0, 100)}'.`,
    'vector_store_id',
  );

/** The same, to search or to change it. @throws ApiError 404, and 400 where it is expired */
export async function requireUsableStore(call: Call): Promise<Store> {
  const store = await requireStore(call);
  if (store.kind === 'own' && call.api.stores.isExpired(store.row)) throw expired(store.row.id);
  return store;
}

export const expired = (id: string, param = 'vector_store_id') =>
  new ApiError(
    400,
    'vector_store_expired',
    `The vector store '${id}' is expired, and its files were removed from it. Make a new one.`,
    param,
  );

/** The same, to change it. @throws ApiError 404, and 400 for a project, which the person alone changes. */
export async function requireOwnStore(call: Call): Promise<StoredVectorStore> {
  const store = await requireUsableStore(call);
  if (store.kind === 'own') return store.row;
  throw new ApiError(
    400,
    'vector_store_read_only',
    'This vector store is a project: it is changed in Alcove, on its page.',
    'vector_store_id',
  );
}

/** The file of the path in an own store. @throws ApiError 404 */
export async function requireStoreFile(call: Call, { id }: StoredVectorStore) {
  const fileId = call.params['file_id'] ?? '';
  const file = await call.api.stores.file(id, fileId);
  if (!file) throw storeFileNotFound(fileId);
  return file;
}

export const storeFileNotFound = (fileId: string) =>
  new ApiError(
    404,
    'file_not_found',
    `No file found with id '${fileId.slice(0, 100)}' in this vector store.`,
    'file_id',
  );

/** How many files are in which state. */
export function countFiles(files: readonly Pick<VectorStoreFile, 'status'>[]) {
  const counts = { in_progress: 0, completed: 0, cancelled: 0, failed: 0, total: files.length };
  for (const { status } of files) counts[status]++;
  return counts;
}

export const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1_000);

export const parsed = <T>(json: string | null): T | null =>
  json === null ? null : (JSON.parse(json) as T);
