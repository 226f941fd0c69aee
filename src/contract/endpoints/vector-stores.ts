import {
  deletedVectorStore,
  deletedVectorStoreFile,
  FILE_BATCH_EXAMPLE,
  FILE_STATUSES,
  fileBatchObject,
  SEARCH_EXAMPLE,
  STORE_EXAMPLE,
  STORE_FILE_EXAMPLE,
  vectorStoreFile,
  vectorStoreFileContent,
  vectorStoreFileList,
  vectorStoreList,
  vectorStoreObject,
  vectorStoreSearchPage,
} from '#contract/answers/vector-stores-answer.ts';
import {
  fileBatchRequest,
  vectorStoreChange,
  vectorStoreFileChange,
  vectorStoreFileRequest,
  vectorStoreRequest,
  vectorStoreSearch,
} from '#contract/vector-stores/requests.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

const NAME = '[A-Za-z0-9_-]+';
const id = { id: NAME };
const fileId = { id: NAME, file_id: NAME };
const batchId = { id: NAME, batch_id: NAME };
const common = { tag: 'vector-stores', tasks: [], request: null } as const;
const stores = '/v1/vector_stores';
const order = ['asc', 'desc'];

const pageOf = <T extends { id: string }>(one: T) => ({
  object: 'list',
  data: [one],
  first_id: one.id,
  last_id: one.id,
  has_more: false,
});

export const createVectorStore = endpoint({
  ...common,
  name: 'create-vector-store',
  operationId: 'createVectorStore',
  method: 'POST',
  path: stores,
  summary: 'Create a vector store',
  description:
    'a collection of files for `file_search` and searches, read and embedded in the background',
  request: { json: named('CreateVectorStoreRequest', vectorStoreRequest) },
  response: { json: vectorStoreObject },
  clientMethod: 'vectorStores.create',
  example: { body: { name: 'Handbook', file_ids: ['file-5f3c8a'] }, answer: STORE_EXAMPLE },
});

export const listVectorStores = endpoint({
  ...common,
  name: 'vector-stores',
  operationId: 'listVectorStores',
  method: 'GET',
  path: stores,
  query: { order },
  summary: 'List vector stores',
  description:
    'the stores of the key and the projects that it may search, by pages (`limit`, `after`)',
  response: { json: vectorStoreList },
  clientMethod: 'vectorStores.list',
  example: { answer: pageOf(STORE_EXAMPLE) },
});

export const vectorStore = endpoint({
  ...common,
  name: 'vector-store',
  operationId: 'getVectorStore',
  method: 'GET',
  path: `${stores}/{id}`,
  params: id,
  summary: 'Vector store',
  description: 'its name, size, state and counts of files',
  response: { json: vectorStoreObject },
  clientMethod: 'vectorStores.retrieve',
  example: { answer: STORE_EXAMPLE },
});

export const changeVectorStore = endpoint({
  ...common,
  name: 'change-vector-store',
  operationId: 'modifyVectorStore',
  method: 'POST',
  path: `${stores}/{id}`,
  params: id,
  summary: 'Change a vector store',
  description: 'its name, expiry and metadata',
  request: { json: named('UpdateVectorStoreRequest', vectorStoreChange) },
  response: { json: vectorStoreObject },
  clientMethod: 'vectorStores.update',
  example: { body: { name: 'Handbook 2026' }, answer: { ...STORE_EXAMPLE, name: 'Handbook 2026' } },
});

export const deleteVectorStore = endpoint({
  ...common,
  name: 'delete-vector-store',
  operationId: 'deleteVectorStore',
  method: 'DELETE',
  path: `${stores}/{id}`,
  params: id,
  summary: 'Delete a vector store',
  description: 'removes its passages; the uploaded files stay',
  response: { json: deletedVectorStore },
  clientMethod: 'vectorStores.delete',
  example: { answer: { id: 'vs_5f3c8a', object: 'vector_store.deleted', deleted: true } },
});

export const searchVectorStore = endpoint({
  ...common,
  name: 'search-vector-store',
  operationId: 'searchVectorStore',
  method: 'POST',
  path: `${stores}/{id}/search`,
  params: id,
  summary: 'Search a vector store',
  description: 'passages by words and by meaning, with filters on attributes',
  request: { json: named('VectorStoreSearchRequest', vectorStoreSearch) },
  response: { json: vectorStoreSearchPage },
  clientMethod: 'vectorStores.search',
  example: { body: { query: 'When is the laundry room open?' }, answer: SEARCH_EXAMPLE },
});

export const addVectorStoreFile = endpoint({
  ...common,
  name: 'add-vector-store-file',
  operationId: 'createVectorStoreFile',
  method: 'POST',
  path: `${stores}/{id}/files`,
  params: id,
  summary: 'Add a file to a vector store',
  description:
    'an uploaded file (text, PDF, Office, HTML, EPUB, …), read and embedded in the background',
  request: { json: named('CreateVectorStoreFileRequest', vectorStoreFileRequest) },
  response: { json: vectorStoreFile },
  clientMethod: 'vectorStores.files.create',
  example: { body: { file_id: 'file-5f3c8a' }, answer: STORE_FILE_EXAMPLE },
});

export const listVectorStoreFiles = endpoint({
  ...common,
  name: 'vector-store-files',
  operationId: 'listVectorStoreFiles',
  method: 'GET',
  path: `${stores}/{id}/files`,
  params: id,
  query: { order, filter: FILE_STATUSES },
  summary: 'Files of a vector store',
  description: 'each with its state, by pages (`limit`, `after`)',
  response: { json: vectorStoreFileList },
  clientMethod: 'vectorStores.files.list',
  example: { answer: pageOf(STORE_FILE_EXAMPLE) },
});

export const getVectorStoreFile = endpoint({
  ...common,
  name: 'vector-store-file',
  operationId: 'getVectorStoreFile',
  method: 'GET',
  path: `${stores}/{id}/files/{file_id}`,
  params: fileId,
  summary: 'File of a vector store',
  description: 'its state, and why it could not be read',
  response: { json: vectorStoreFile },
  clientMethod: 'vectorStores.files.retrieve',
  example: { answer: STORE_FILE_EXAMPLE },
});

export const changeVectorStoreFile = endpoint({
  ...common,
  name: 'change-vector-store-file',
  operationId: 'updateVectorStoreFileAttributes',
  method: 'POST',
  path: `${stores}/{id}/files/{file_id}`,
  params: fileId,
  summary: 'Change the attributes of a file',
  description: 'the values that searches filter by',
  request: { json: named('UpdateVectorStoreFileAttributesRequest', vectorStoreFileChange) },
  response: { json: vectorStoreFile },
  clientMethod: 'vectorStores.files.update',
  example: { body: { attributes: { year: 2026 } }, answer: STORE_FILE_EXAMPLE },
});

export const deleteVectorStoreFile = endpoint({
  ...common,
  name: 'delete-vector-store-file',
  operationId: 'deleteVectorStoreFile',
  method: 'DELETE',
  path: `${stores}/{id}/files/{file_id}`,
  params: fileId,
  summary: 'Remove a file from a vector store',
  description: 'removes its passages; the uploaded file stays',
  response: { json: deletedVectorStoreFile },
  clientMethod: 'vectorStores.files.delete',
  example: { answer: { id: 'file-5f3c8a', object: 'vector_store.file.deleted', deleted: true } },
});

export const vectorStoreFileText = endpoint({
  ...common,
  name: 'vector-store-file-content',
  operationId: 'retrieveVectorStoreFileContent',
  method: 'GET',
  path: `${stores}/{id}/files/{file_id}/content`,
  params: fileId,
  summary: 'Text of a file in a vector store',
  description: 'the passages that searches find',
  response: { json: vectorStoreFileContent },
  clientMethod: 'vectorStores.files.content',
  example: {
    answer: {
      object: 'vector_store.file_content.page',
      data: [{ type: 'text', text: 'The laundry room is open on Fridays.' }],
      has_more: false,
      next_page: null,
    },
  },
});

export const createFileBatch = endpoint({
  ...common,
  name: 'create-file-batch',
  operationId: 'createVectorStoreFileBatch',
  method: 'POST',
  path: `${stores}/{id}/file_batches`,
  params: id,
  summary: 'Add several files',
  description: 'one batch with one state, up to 500 files',
  request: { json: named('CreateVectorStoreFileBatchRequest', fileBatchRequest) },
  response: { json: fileBatchObject },
  clientMethod: 'vectorStores.fileBatches.create',
  example: { body: { file_ids: ['file-5f3c8a', 'file-81b2d0'] }, answer: FILE_BATCH_EXAMPLE },
});

export const fileBatch = endpoint({
  ...common,
  name: 'file-batch',
  operationId: 'getVectorStoreFileBatch',
  method: 'GET',
  path: `${stores}/{id}/file_batches/{batch_id}`,
  params: batchId,
  summary: 'Batch of files',
  description: 'its state and counts',
  response: { json: fileBatchObject },
  clientMethod: 'vectorStores.fileBatches.retrieve',
  example: { answer: FILE_BATCH_EXAMPLE },
});

export const cancelFileBatch = endpoint({
  ...common,
  name: 'cancel-file-batch',
  operationId: 'cancelVectorStoreFileBatch',
  method: 'POST',
  path: `${stores}/{id}/file_batches/{batch_id}/cancel`,
  params: batchId,
  summary: 'Cancel a batch of files',
  description: 'files that wait stay unread',
  response: { json: fileBatchObject },
  clientMethod: 'vectorStores.fileBatches.cancel',
  example: { answer: { ...FILE_BATCH_EXAMPLE, status: 'cancelled' } },
});

export const fileBatchFiles = endpoint({
  ...common,
  name: 'file-batch-files',
  operationId: 'listFilesInVectorStoreBatch',
  method: 'GET',
  path: `${stores}/{id}/file_batches/{batch_id}/files`,
  params: batchId,
  query: { order, filter: FILE_STATUSES },
  summary: 'Files of a batch',
  description: 'each with its state, by pages (`limit`, `after`)',
  response: { json: vectorStoreFileList },
  clientMethod: 'vectorStores.fileBatches.listFiles',
  example: { answer: pageOf(STORE_FILE_EXAMPLE) },
});
