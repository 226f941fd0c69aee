import {
  deletedFile,
  FILE_EXAMPLE,
  fileList,
  fileObject,
  LISTED_PURPOSES,
} from '#contract/answers/files-answer.ts';
import { fileRequest } from '#contract/batches/files-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

const id = { id: '[A-Za-z0-9_-]+' };
const common = { tag: 'files', tasks: [], request: null } as const;

export const uploadFile = endpoint({
  ...common,
  name: 'upload-file',
  operationId: 'createFile',
  method: 'POST',
  path: '/v1/files',
  summary: 'Upload a file',
  description: 'a file that this browser stores for the key: requests of a batch, or anything',
  request: { form: named('CreateFileRequest', fileRequest) },
  response: { json: fileObject },
  clientMethod: 'files.create',
  example: { body: { purpose: 'batch' }, answer: FILE_EXAMPLE },
});

export const listFiles = endpoint({
  ...common,
  name: 'files',
  operationId: 'listFiles',
  method: 'GET',
  path: '/v1/files',
  query: { order: ['asc', 'desc'], purpose: LISTED_PURPOSES },
  summary: 'List files',
  description: 'the files of the key, the latest first, by pages (`limit`, `after`)',
  response: { json: fileList },
  clientMethod: 'files.list',
  example: {
    answer: {
      object: 'list',
      data: [FILE_EXAMPLE],
      first_id: FILE_EXAMPLE.id,
      last_id: FILE_EXAMPLE.id,
      has_more: false,
    },
  },
});

export const file = endpoint({
  ...common,
  name: 'file',
  operationId: 'retrieveFile',
  method: 'GET',
  path: '/v1/files/{id}',
  params: id,
  summary: 'File',
  description: 'name, size and purpose of a file',
  response: { json: fileObject },
  clientMethod: 'files.retrieve',
  example: { answer: FILE_EXAMPLE },
});

export const deleteFile = endpoint({
  ...common,
  name: 'delete-file',
  operationId: 'deleteFile',
  method: 'DELETE',
  path: '/v1/files/{id}',
  params: id,
  summary: 'Delete a file',
  description: 'removes it from this browser; not while a batch reads it',
  response: { json: deletedFile },
  clientMethod: 'files.delete',
  example: { answer: { id: 'file-5f3c8a', object: 'file', deleted: true } },
});

export const fileContent = endpoint({
  ...common,
  name: 'file-content',
  operationId: 'downloadFile',
  method: 'GET',
  path: '/v1/files/{id}/content',
  params: id,
  summary: 'Content of a file',
  description: 'its bytes as they were uploaded, or as a batch wrote them',
  response: { hasBytes: true },
  clientMethod: 'files.content',
  example: { answer: {} },
});
