import { decodeVector } from '#vectors/decode-vector.ts';
import type { ChatContext } from './chat-context.ts';

interface EmbeddingAnswer {
  data: { embedding: string }[];
}

/** Normalised vectors of texts, in order. @throws AnswerError */
export async function embedTexts(
  chat: ChatContext,
  model: string,
  input: readonly string[],
): Promise<Float32Array[]> {
  const body = { model, input, encoding_format: 'base64' };
  const response = await chat.ports.v1('/v1/embeddings', body, new AbortController().signal);
  const { data } = (await response.json()) as EmbeddingAnswer;
  return data.map(({ embedding }) => decodeVector(embedding));
}
