import { BATCH_EXAMPLE, batchList, batchObject } from '#contract/answers/batches-answer.ts';
import { batchRequest } from '#contract/batches/batches-request.ts';
import { named } from '#contract/zod.ts';
import { endpoint } from './endpoint.ts';

const id = { id: '[A-Za-z0-9_-]+' };
const common = { tag: 'batches', tasks: [], request: null } as const;

export const createBatch = endpoint({
  ...common,
  name: 'create-batch',
  operationId: 'createBatch',
  method: 'POST',
  path: '/v1/batches',
  summary: 'Create a batch',
  description:
    'answers the requests of a file while the device is idle: chat, responses, completions, embeddings; resumed after a closed tab',
  request: { json: named('CreateBatchRequest', batchRequest) },
  response: { json: batchObject },
  clientMethod: 'batches.create',
  example: {
    body: {
      input_file_id: 'file-5f3c8a',
      endpoint: '/v1/embeddings',
      completion_window: '24h',
    },
    answer: BATCH_EXAMPLE,
  },
});

export const listBatches = endpoint({
  ...common,
  name: 'batches',
  operationId: 'listBatches',
  method: 'GET',
  path: '/v1/batches',
  summary: 'List batches',
  description: 'the batches of the key, the latest first, by pages (`limit`, `after`)',
  response: { json: batchList },
  clientMethod: 'batches.list',
  example: {
    answer: {
      object: 'list',
      data: [BATCH_EXAMPLE],
      first_id: BATCH_EXAMPLE.id,
      last_id: BATCH_EXAMPLE.id,
      has_more: false,
    },
  },
});

export const batch = endpoint({
  ...common,
  name: 'batch',
  operationId: 'retrieveBatch',
  method: 'GET',
  path: '/v1/batches/{id}',
  params: id,
  summary: 'Batch',
  description: 'its state, counts and tokens, and the ids of the files it wrote',
  response: { json: batchObject },
  clientMethod: 'batches.retrieve',
  example: { answer: BATCH_EXAMPLE },
});

export const cancelBatch = endpoint({
  ...common,
  name: 'cancel-batch',
  operationId: 'cancelBatch',
  method: 'POST',
  path: '/v1/batches/{id}/cancel',
  params: id,
  summary: 'Cancel a batch',
  description: 'ends it; the answers written so far become its output file',
  response: { json: batchObject },
  clientMethod: 'batches.cancel',
  example: { answer: { ...BATCH_EXAMPLE, status: 'cancelling', cancelling_at: 1_780_000_050 } },
});
