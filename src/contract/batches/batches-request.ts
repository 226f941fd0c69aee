import { isRecord } from '#base/guards.ts';
import { BATCH_ENDPOINTS } from '#contract/answers/batches-answer.ts';
import { object, oneOf, string } from '#contract/fields.ts';
import { firstError } from '#contract/first-error.ts';
import { refusals } from '#contract/request-fields.ts';
import { z } from '#contract/zod.ts';
import { expiresAfter } from './files-request.ts';

/** Requests of one batch, and the texts of all its requests for embeddings together. */
export const MAX_BATCH_REQUESTS = 50_000;
/** Bytes of a file of requests. */
export const MAX_BATCH_BYTES = 209_715_200;

const MAX_PAIRS = 16;
const MAX_NAME = 64;
const MAX_VALUE = 512;

export const metadata = z
  .record(
    z.string().max(MAX_NAME, { error: `value:a key has at most ${MAX_NAME} characters.` }),
    string().max(MAX_VALUE, { error: `value:a value has at most ${MAX_VALUE} characters.` }),
    { error: 'type:an object' },
  )
  .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, {
    error: `value:it has at most ${MAX_PAIRS} pairs.`,
  });

/** The body of POST /v1/batches. */
export const batchRequest = object({
  input_file_id: string().describe(
    'Id of a file with the purpose `batch`: one request a line, all of one model.',
  ),
  endpoint: oneOf(BATCH_ENDPOINTS),
  completion_window: oneOf(['24h']),
  metadata: metadata.nullish(),
  output_expires_after: expiresAfter
    .nullish()
    .describe('When the files that the batch writes expire: after 30 days when absent.'),
});

export type BatchRequest = z.infer<typeof batchRequest>;

/** @throws ApiError the first failure in the order of the fields. */
export function parseBatchRequest(body: unknown): BatchRequest {
  const result = batchRequest.safeParse(body);
  const found = isRecord(body) ? [...refusals('batches', body)] : [];
  const order = Object.keys(batchRequest.shape);
  const error = firstError(result.error?.issues ?? [], found, body, order);
  if (error) throw error;
  return result.data as BatchRequest;
}
