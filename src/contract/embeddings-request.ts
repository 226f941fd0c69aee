import { isRecord } from '#base/guards.ts';
import { integer, list, object, oneOf, string } from './fields.ts';
import { firstError } from './first-error.ts';
import { refusals } from './request-fields.ts';
import { z } from './zod.ts';

const empty = { error: 'string:empty' };
// LangChain counts with OpenAI's vocabulary, and sends what it counted.
const item = string('a string, not tokens (in LangChain set check_embedding_ctx_length=False)');

/** The body of POST /v1/embeddings; unknown fields are ignored. */
export const embeddingsRequest = object({
  model: string(),
  input: z.union([string().min(1, empty), list(item.min(1, empty), { min: 1, max: 2048 })], {
    error: 'type:a string or an array of strings',
  }),
  encoding_format: oneOf(['float', 'base64']).nullish(),
  dimensions: integer(1).nullish(),
});

export type EmbeddingsRequest = z.infer<typeof embeddingsRequest>;

/** @throws ApiError the first failure in the order of the contract's table (§3.5). */
export function parseEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  const result = embeddingsRequest.safeParse(body);
  const found = isRecord(body) ? [...refusals('embeddings', body)] : [];
  const order = Object.keys(embeddingsRequest.shape);
  const error = firstError(result.error?.issues ?? [], found, body, order);
  if (error) throw error;
  return result.data as EmbeddingsRequest;
}
