import { integer, list, object, oneOf, string } from './fields.ts';
import { firstError } from './first-error.ts';
import { z } from './zod.ts';

const text = string().min(1, { error: 'string:empty' });

/** The body of POST /v1/embeddings; unknown fields are ignored. */
export const embeddingsRequest = object({
  model: string(),
  input: z.union([text, list(text, { min: 1, max: 2048 })], {
    error: 'type:a string or an array of strings',
  }),
  encoding_format: oneOf(['float', 'base64']).nullish(),
  dimensions: integer(1).nullish(),
});

export type EmbeddingsRequest = z.infer<typeof embeddingsRequest>;

/** @throws ApiError the first failure in the order of the contract's table (§3.5). */
export function parseEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  const result = embeddingsRequest.safeParse(body);
  if (result.success) return result.data;
  const error = firstError(result.error.issues, [], body, Object.keys(embeddingsRequest.shape));
  throw error ?? result.error;
}
