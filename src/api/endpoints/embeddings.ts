import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { textFacts } from '#api/routing/chat-facts.ts';
import { routed } from '#api/tasks/run-route.ts';
import { runVectors } from '#api/tasks/run-vectors.ts';
import { usageFields } from '#api/tasks/usage-fields.ts';
import { encodeFloats } from '#base/bytes.ts';
import { type ModelCard, shownId } from '#catalog/model-card.ts';
import { integerOutOfRange, unsupportedParameter } from '#contract/errors.ts';

/** POST /v1/embeddings */
export async function answerEmbeddings(call: Call): Promise<Response> {
  const request = await readJson(call, 'embeddings');
  const texts = typeof request.input === 'string' ? [request.input] : request.input;
  const asked = {
    model: request.model,
    tasks: ['embeddings'],
    capability: 'embeddings',
    facts: () => textFacts('embeddings', texts),
  } as const;
  return withDeadline(call, async () => {
    const { card, prepared } = await routed(call, asked, async (one, signal) => {
      checkDimensions(one, request.dimensions ?? null);
      return embed(call, one, texts, signal);
    });
    const { vectors, size, usage } = prepared;
    const wanted = request.dimensions ?? size;
    const base64 = request.encoding_format === 'base64';
    const data = texts.map((_, index) => {
      const vector = shorten(vectors.subarray(index * size, (index + 1) * size), wanted);
      const embedding = base64 ? encodeFloats(vector) : Array.from(vector);
      return { object: 'embedding', index, embedding };
    });
    return Response.json({ object: 'list', data, model: shownId(card), usage });
  });
}

/** @throws ApiError for a size the model does not offer. */
function checkDimensions(card: ModelCard, wanted: number | null): void {
  if (wanted === null) return;
  const [native = wanted, ...shorter] = card.dimensions ?? [];
  if (wanted > native) throw integerOutOfRange('dimensions', 'above', native, wanted);
  if (wanted < native && shorter.length === 0) {
    throw unsupportedParameter('dimensions', 'This model does not support specifying dimensions.');
  }
}

async function embed(call: Call, card: ModelCard, texts: string[], signal: AbortSignal) {
  const { data, size, counts, timings } = await runVectors(
    call,
    card,
    { kind: 'embed', texts },
    signal,
  );
  const { total_tokens, prompt_tokens, ...seconds } = usageFields(
    counts,
    timings,
    call.usage.loadSeconds,
  );
  return { vectors: data, size, usage: { prompt_tokens, total_tokens, ...seconds } };
}

/** The first `size` numbers, brought back to length 1 (Matryoshka). */
function shorten(vector: Float32Array, size: number): Float32Array {
  if (size >= vector.length) return vector;
  const part = vector.slice(0, size);
  const length = Math.hypot(...part) || 1;
  return part.map((x) => x / length);
}
