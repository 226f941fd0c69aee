import { named, z } from '#contract/zod.ts';
import { page } from './files-answer.ts';

/** Endpoints that a batch may ask. */
export const BATCH_ENDPOINTS = [
  '/v1/chat/completions',
  '/v1/completions',
  '/v1/embeddings',
  '/v1/responses',
] as const;
export type BatchEndpoint = (typeof BATCH_ENDPOINTS)[number];

const count = z.int().min(0);
const moment = count.nullable();

export const BATCH_STATUSES = [
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** A problem of a line of the requests, or of their file where `line` is null. */
const batchError = named(
  'BatchError',
  z.strictObject({
    code: z.string(),
    line: z.int().min(1).nullable(),
    message: z.string(),
    param: z.string().nullable(),
  }),
);
export type BatchError = z.infer<typeof batchError>;

/** Requests of a file that are answered while the device is idle. Times in Unix seconds. */
export const batchObject = named(
  'Batch',
  z.strictObject({
    id: z.string(),
    object: z.literal('batch'),
    endpoint: z.enum(BATCH_ENDPOINTS),
    model: z.string().nullable(),
    errors: z
      .strictObject({ object: z.literal('list'), data: z.array(batchError) })
      .nullable()
      .describe('Why the file of requests was refused, line by line.'),
    input_file_id: z.string(),
    completion_window: z.literal('24h'),
    status: z.enum(BATCH_STATUSES),
    output_file_id: z.string().nullable(),
    error_file_id: z.string().nullable(),
    created_at: count,
    in_progress_at: moment,
    expires_at: moment,
    finalizing_at: moment,
    completed_at: moment,
    failed_at: moment,
    expired_at: moment,
    cancelling_at: moment,
    cancelled_at: moment,
    request_counts: z.strictObject({ total: count, completed: count, failed: count }),
    usage: z.strictObject({
      input_tokens: count,
      input_tokens_details: z.strictObject({ cached_tokens: count }),
      output_tokens: count,
      output_tokens_details: z.strictObject({ reasoning_tokens: count }),
      total_tokens: count,
    }),
    metadata: z.record(z.string(), z.string()).nullable(),
  }),
);
export type BatchObject = z.infer<typeof batchObject>;

export const batchList = named('ListBatchesResponse', page(batchObject));

export const BATCH_EXAMPLE = {
  id: 'batch_5f3c8a',
  object: 'batch',
  endpoint: '/v1/embeddings',
  model: 'alcove-embed',
  errors: null,
  input_file_id: 'file-5f3c8a',
  completion_window: '24h',
  status: 'completed',
  output_file_id: 'file-81b2d0',
  error_file_id: null,
  created_at: 1_780_000_000,
  in_progress_at: 1_780_000_001,
  expires_at: 1_780_086_400,
  finalizing_at: 1_780_000_060,
  completed_at: 1_780_000_061,
  failed_at: null,
  expired_at: null,
  cancelling_at: null,
  cancelled_at: null,
  request_counts: { total: 500, completed: 500, failed: 0 },
  usage: {
    input_tokens: 6_200,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 0,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 6_200,
  },
  metadata: null,
} satisfies BatchObject;
