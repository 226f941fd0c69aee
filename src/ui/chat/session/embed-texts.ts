import { decodeFloats } from '#base/bytes.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';

interface EmbeddingAnswer {
  data: { embedding: string }[];
}

/** Normalised vectors of texts, in order. @throws AnswerError */
export async function embedTexts(
  { v1 }: Pick<SessionPorts, 'v1'>,
  model: string,
  input: readonly string[],
): Promise<Float32Array[]> {
  const body = { model, input, encoding_format: 'base64' };
  const response = await v1('/v1/embeddings', body, new AbortController().signal);
  const { data } = (await response.json()) as EmbeddingAnswer;
  return data.map(({ embedding }) => decodeFloats(embedding));
}
