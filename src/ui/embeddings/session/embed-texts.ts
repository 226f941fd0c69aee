import { decodeFloats } from '#base/bytes.ts';
import { formatCount } from '#ui/kit/format.ts';
import { language } from '#ui/messages/catalogue.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import { AnswerError } from '#ui/state/describe-error.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { toVectorSet, type VectorSet } from '#vectors/vector-set.ts';

/** Texts of one request: large enough to be quick, small enough to show progress and to stop. */
const BATCH = 512;
/** Texts that are too long which an error names. */
const MAX_NAMED = 5;

/** Texts longer than the model's context, in a sentence; null when all fit. */
export async function describeTooLong(
  { control }: Pick<SessionPorts, 'control'>,
  model: string,
  texts: readonly string[],
  maxTokens: number,
  signal: AbortSignal,
): Promise<string | null> {
  const found: { index: number; tokens: number }[] = [];
  // A token is at least a byte and a character at most three, so short texts need no counting.
  const long = [...texts.keys()].filter((i) => (texts[i]?.length ?? 0) * 3 > maxTokens);
  for (let i = 0; i < long.length; i += BATCH) {
    const some = long.slice(i, i + BATCH);
    const words = some.map((at) => texts[at] as string);
    const counts = await control((c) => c.countTextTokens(model, words), signal);
    signal.throwIfAborted();
    for (const [j, tokens] of counts.entries()) {
      if (tokens > maxTokens) found.push({ index: some[j] as number, tokens });
    }
  }
  if (found.length === 0) return null;
  const named = found
    .slice(0, MAX_NAMED)
    .map(({ index, tokens }) =>
      embeddingsText.tooLongText(formatCount(index + 1), formatCount(tokens)),
    );
  if (found.length > MAX_NAMED) named.push('…');
  const list = new Intl.ListFormat(language(), { type: 'unit' }).format(named);
  return embeddingsText.tooLong(formatCount(maxTokens), list, found.length);
}

/**
 * Vectors of texts through `/v1/embeddings`, row by row. `dimensions`: null for the model's own.
 * @throws AnswerError
 */
export async function embedTexts(
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
      data ??= new Float32Array(texts.length * vector.length);
      size ||= vector.length;
      // Another model that answers in between has other vectors.
      if (vector.length !== size) throw new AnswerError(embeddingsText.sizesDiffer);
      data.set(vector, (i + j) * size);
    }
    onProgress(Math.min(texts.length, i + BATCH));
  }
  if (!data) throw new AnswerError(embeddingsText.noTexts);
  return toVectorSet(data, size);
}
