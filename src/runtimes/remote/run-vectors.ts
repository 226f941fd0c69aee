import { decodeFloats } from '#base/bytes.ts';
import { isRecord } from '#base/guards.ts';
import type { EmbedTask, RerankTask, TaskEvent } from '#engine/tasks.ts';
import { callServer, notUnderstood, readJsonAnswer } from './call-server.ts';
import { estimateTokens, readUsage } from './read-usage.ts';
import type { RemoteTarget } from './remote-target.ts';

/** Bytes of an answer, and for each text: 8,192 numbers as text are 200 kB. */
const MAX_BYTES = 1_048_576;
const MAX_TEXT_BYTES = 262_144;
const MAX_ALL_BYTES = 134_217_728;
/** Numbers of one vector; no model has more. */
const MAX_SIZE = 65_536;
/** Scores are logits inside: this far from 0 and 1 they stay finite. */
const EDGE = 1e-7;

export async function* runEmbed(
  target: RemoteTarget,
  { texts }: EmbedTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const body = { model: target.model, input: texts, encoding_format: 'float' };
  yield* callServer(target, 'embeddings', body, limitsOf(texts, signal), async function* (answer) {
    const value = await readJsonAnswer(target, answer);
    const vectors = inOrder(target, value['data'], texts.length, (item) => {
      return readVector(item['embedding']);
    });
    const size = vectors[0]?.length ?? 0;
    if (size === 0 || size > MAX_SIZE || vectors.some((v) => v.length !== size)) {
      throw notUnderstood(target.name, 'its vectors have different sizes');
    }
    const data = new Float32Array(size * texts.length);
    for (const [i, vector] of vectors.entries()) data.set(vector, i * size);
    yield started(value['usage'], texts);
    yield { type: 'vectors', data, size, texts: texts.length };
    yield ended();
  });
}

export async function* runRerank(
  target: RemoteTarget,
  { query, documents }: RerankTask,
  signal: AbortSignal,
): AsyncGenerator<TaskEvent> {
  const body = { model: target.model, query, documents, top_n: documents.length };
  yield* callServer(target, 'rerank', body, limitsOf(documents, signal), async function* (answer) {
    const value = await readJsonAnswer(target, answer);
    const list = value['results'] ?? value['data'];
    const scores = inOrder(target, list, documents.length, (item) => {
      const score = item['relevance_score'] ?? item['score'];
      return typeof score === 'number' && Number.isFinite(score) ? score : null;
    });
    yield started(value['usage'], [query, ...documents]);
    yield { type: 'vectors', data: toLogits(scores), size: 1, texts: documents.length };
    yield ended();
  });
}

function limitsOf({ length }: readonly string[], signal: AbortSignal) {
  return { signal, maxBytes: Math.min(MAX_ALL_BYTES, MAX_BYTES + MAX_TEXT_BYTES * length) };
}

/** llama.cpp's server answers with logits, others with probabilities. */
function toLogits(scores: readonly number[]): Float32Array {
  const areLogits = scores.some((score) => score < 0 || score > 1);
  if (areLogits) return Float32Array.from(scores);
  return Float32Array.from(scores, (score) => {
    const p = Math.min(1 - EDGE, Math.max(EDGE, score));
    return Math.log(p / (1 - p));
  });
}

/** The value of each item by its `index`: exactly one for each text. @throws UpstreamError */
function inOrder<T>(
  { name }: RemoteTarget,
  list: unknown,
  count: number,
  read: (item: Record<string, unknown>) => T | null,
): T[] {
  const found = new Map<number, T>();
  for (const [place, item] of Array.isArray(list) ? list.entries() : []) {
    const value = isRecord(item) ? read(item) : null;
    const index: unknown = isRecord(item) ? (item['index'] ?? place) : place;
    if (value !== null && typeof index === 'number') found.set(index, value);
  }
  return Array.from({ length: count }, (_, i) => {
    const value = found.get(i);
    if (value === undefined) throw notUnderstood(name, `it has nothing for text ${i + 1}`);
    return value;
  });
}

/** A list of numbers, or little-endian floats as base64. */
function readVector(value: unknown): Float32Array | null {
  if (Array.isArray(value)) {
    return value.every((x) => typeof x === 'number' && Number.isFinite(x))
      ? Float32Array.from(value as number[])
      : null;
  }
  if (typeof value !== 'string') return null;
  try {
    const vector = decodeFloats(value);
    return vector.every(Number.isFinite) ? vector : null;
  } catch {
    return null;
  }
}

function started(usage: unknown, texts: readonly string[]): TaskEvent {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const promptTokens = readUsage(usage)?.prompt || estimateTokens(characters);
  return { type: 'start', promptTokens, cachedTokens: 0 };
}

function ended(): TaskEvent {
  return { type: 'end', reason: 'stop', completionTokens: 0, reasoningTokens: 0 };
}
