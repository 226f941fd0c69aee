import { isRecord } from '#base/guards.ts';
import { boolean, integer, list, object, string } from './fields.ts';
import { firstError } from './first-error.ts';
import { refusals } from './request-fields.ts';
import { z } from './zod.ts';

const document = z.union([string(), object({ text: string() })], {
  error: 'type:a string or an object with a text',
});

/** The body of POST /v1/rerank, as Jina and Cohere define it; unknown fields are ignored. */
export const rerankRequest = object({
  model: string().nullish().describe('The best model of this device when absent.'),
  query: string().min(1, { error: 'string:empty' }),
  documents: list(document, { min: 1, max: 1000 }),
  top_n: integer(1).nullish(),
  return_documents: boolean().nullish(),
});

export type RerankRequest = z.infer<typeof rerankRequest>;

const ORDER = Object.keys(rerankRequest.shape);

/** @throws ApiError the first failure in the order of the fields. */
export function parseRerankRequest(body: unknown): RerankRequest {
  const result = rerankRequest.safeParse(body);
  const found = isRecord(body) ? [...refusals('rerank', body)] : [];
  const error = firstError(result.error?.issues ?? [], found, body, ORDER);
  if (error) throw error;
  return result.data as RerankRequest;
}
