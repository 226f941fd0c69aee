import type { Services } from '#ui/services.ts';
import { decodeVector } from '#vectors/decode-vector.ts';

interface EmbeddingAnswer {
  data: { embedding: string }[];
}

/** Normalised vectors of texts, in order. @throws AnswerError */
export async function embedTexts(
  services: Services,
  model: string,
  input: readonly string[],
): Promise<Float32Array[]> {
  const body = { model, input, encoding_format: 'base64' };
  const response = await services.post('/v1/embeddings', body, new AbortController().signal);
  const { data } = (await response.json()) as EmbeddingAnswer;
  return data.map(({ embedding }) => decodeVector(embedding));
}
