import type { Call } from '#api/call/call.ts';
import { withDeadline } from '#api/http/answer-whole.ts';
import { readJson } from '#api/http/read-body.ts';
import { textFacts } from '#api/routing/chat-facts.ts';
import { findModel, requireModel } from '#api/tasks/find-model.ts';
import { routed } from '#api/tasks/run-route.ts';
import { runVectors } from '#api/tasks/run-vectors.ts';
import { type ModelCard, shownId } from '#catalog/model-card.ts';
import { rerankerOf } from '#catalog/reranker-of.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { ApiError } from '#contract/api-error.ts';
import { modelNotFound } from '#contract/service-errors.ts';
import type { EmbedTask, RerankTask } from '#engine/tasks.ts';

/** Texts whose language is looked at. */
const MAX_LOOKED_AT = 30;

/** POST /v1/rerank */
export async function answerRerank(call: Call): Promise<Response> {
  const request = await readJson(call, 'rerank');
  const documents = request.documents.map((d) => (typeof d === 'string' ? d : d.text));
  const scoreOn = (card: ModelCard, signal: AbortSignal) =>
    score(call, card, request.query, documents, signal).catch(renamed);
  const answer = async () => {
    const { model } = request;
    if (!model || !call.api.routing?.()) {
      const card = chooseModel(call, model ?? null, [request.query, ...documents]);
      return { card, prepared: await scoreOn(card, call.controller.signal) };
    }
    const facts = () => textFacts('rerank', [request.query, ...documents]);
    const tasks = ['rerank', 'embeddings'] as const;
    const asked = { model, tasks, capability: 'reranking', facts } as const;
    return routed(call, asked, scoreOn);
  };
  return withDeadline(call, async () => {
    const { card, prepared } = await answer();
    const { scores, tokens } = prepared;
    const results = Array.from(scores, (relevance_score, index) => ({ index, relevance_score }))
      .sort((a, b) => b.relevance_score - a.relevance_score || a.index - b.index)
      .slice(0, request.top_n ?? documents.length)
      .map((result) =>
        request.return_documents
          ? { ...result, document: { text: documents[result.index] ?? '' } }
          : result,
      );
    return Response.json({
      id: `rerank-${call.api.uuid()}`,
      object: 'list',
      model: shownId(card),
      results,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
      meta: { api_version: { version: '1' } },
      alcove: { method: isCrossEncoder(card) ? 'cross-encoder' : 'embeddings' },
    });
  });
}

const isCrossEncoder = (card: ModelCard) => card.task === 'rerank';

/**
 * The model asked for. Where none is named, or a cross-encoder that is not on this device, the best
 * one here answers, and the answer says which. @throws ApiError
 */
function chooseModel(call: Call, id: string | null, texts: readonly string[]): ModelCard {
  const missing = id !== null && !findModel(call.api.models(), id);
  const wanted = missing ? findModel(call.api.available(), id) : null;
  if (id !== null && wanted?.task !== 'rerank') {
    return requireModel(call, id, ['rerank', 'embeddings'], 'reranking');
  }
  const own = [...call.api.models()].filter(
    (card) => !traitsOf(card).isScripted && !traitsOf(card).isRemote && !card.alias,
  );
  const card =
    rerankerOf(own, ...texts.slice(0, MAX_LOOKED_AT)) ??
    own.findLast((candidate) => candidate.task === 'embeddings');
  if (!card) throw modelNotFound(id ?? 'rerank');
  call.usage.model = card.id;
  return card;
}

/** Scores from 0 to 1, in the order of the documents. */
async function score(
  call: Call,
  card: ModelCard,
  query: string,
  documents: string[],
  signal: AbortSignal,
): Promise<{ scores: Float32Array; tokens: number }> {
  const task: EmbedTask | RerankTask = isCrossEncoder(card)
    ? { kind: 'rerank', query, documents }
    : { kind: 'embed', texts: [query, ...documents] };
  const { data, size, counts } = await runVectors(call, card, task, signal);
  const scores =
    task.kind === 'rerank'
      ? data.map((logit) => 1 / (1 + Math.exp(-logit)))
      : similarities(data, size);
  return { scores, tokens: counts.prompt };
}

/** Cosines of the first vector with each of the others; one that points away is not relevant at all. */
function similarities(vectors: Float32Array, size: number): Float32Array {
  const query = vectors.subarray(0, size);
  return Float32Array.from({ length: vectors.length / size - 1 }, (_, i) => {
    const document = vectors.subarray((i + 1) * size, (i + 2) * size);
    const cosine = query.reduce((sum, x, j) => sum + x * (document[j] ?? 0), 0);
    return Math.min(1, Math.max(0, cosine));
  });
}

/** A text that is too long is one of the documents here. */
function renamed(error: unknown): never {
  if (!(error instanceof ApiError) || error.param !== 'input') throw error;
  throw error.about('documents');
}
