import { decodeFloats } from '#base/bytes.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { AnswerError } from '#ui/state/answer-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { toVectorSet, type VectorSet } from '#vectors/vector-set.ts';

/** Texts of one request: large enough to be quick, small enough to show progress and to stop. */
const BATCH = 512;

/** A text that is longer than the model's context, by its row. */
export interface TooLong {
  index: number;
  tokens: number;
}

/** @throws when the model cannot be loaded. */
export async function findTooLong(
  { control }: Pick<SessionPorts, 'control'>,
  model: string,
  texts: readonly string[],
  maxTokens: number,
): Promise<TooLong[]> {
  const found: TooLong[] = [];
  // A token is at least a byte and a character at most three, so short texts need no counting.
  const long = [...texts.keys()].filter((i) => (texts[i]?.length ?? 0) * 3 > maxTokens);
  for (let i = 0; i < long.length; i += BATCH) {
    const some = long.slice(i, i + BATCH);
    const counts = await control((c) =>
      c.countTextTokens(
        model,
        some.map((at) => texts[at] as string),
      ),
    );
    for (const [j, tokens] of counts.entries()) {
      if (tokens > maxTokens) found.push({ index: some[j] as number, tokens });
    }
  }
  return found;
}

/**
 * Vectors of texts through `/v1/embeddings`, row by row. `dimensions`: null for the model's own.
 * @throws AnswerError
 */
export async function embedSet(
  { v1 }: Pick<SessionPorts, 'v1'>,
  request: { model: string; dimensions: number | null },
  texts: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<VectorSet> {
  let data: Float32Array | null = null;
  let size = 0;
  for (let i = 0; i < texts.length; i += BATCH) {
    signal.throwIfAborted();
    const input = texts.slice(i, i + BATCH);
    const { model, dimensions } = request;
    const body = {
      model,
      input,
      encoding_format: 'base64',
      ...(dimensions === null ? {} : { dimensions }),
    };
    const response = await v1('/v1/embeddings', body, signal);
    const answer = (await response.json()) as { data: { embedding: string }[] };
    for (const [j, { embedding }] of answer.data.entries()) {
      const vector = decodeFloats(embedding);
      size = vector.length;
      data ??= new Float32Array(texts.length * size);
      data.set(vector, (i + j) * size);
    }
    onProgress(Math.min(texts.length, i + BATCH));
  }
  if (!data) throw new AnswerError(embeddingsText.noTexts);
  return toVectorSet(data, size);
}
