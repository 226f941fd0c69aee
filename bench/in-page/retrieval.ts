import { EMBEDDED_MODELS } from '#catalog/embedded-models.ts';
import { embedderOf } from '#catalog/embedder-of.ts';
import { createWordIndex } from '#retrieval/bm25.ts';
import { cosine, hybridSearch } from '#retrieval/hybrid-search.ts';

interface Collection {
  documents: string[];
  /** `relevant`: 1 for documents that answer the question, 0 for others that were judged. */
  queries: { text: string; relevant: Record<string, number> }[];
}

/** Texts in one language, and questions of which each has one right text. */
interface Questions {
  texts: string[];
  questions: [question: string, right: number][];
}

/** Passages that a chat answers from. */
const FOUND = 3;
const DEPTH = 10;
const BATCH = 64;
const MODEL = 'alcove-embed';
/** The embedding model reads 512 tokens; every method gets the same text. */
const MAX_WORDS = 250;
/** Of scripts without spaces, too. */
const MAX_CHARACTERS = 1_500;
/** The cross-encoder reads the first texts of one English question in this number, as many as in a chat. */
const RERANK_STEP = 4;
const MAX_RERANKED = 12;
/** As the chat searches. */
const MIN_COSINE = 0.2;

/** Mean nDCG@10 of each method. */
export async function measure(key: string, collection: Collection) {
  const texts = collection.documents.map((t) => t.split(' ').slice(0, MAX_WORDS).join(' ') || '-');
  const documents = await embed(key, MODEL, texts);
  const questions = await embed(
    key,
    MODEL,
    collection.queries.map(({ text }) => text),
  );
  const candidates = texts.map((text, i) => ({ text, vector: documents[i] as Float32Array }));
  const words = createWordIndex(texts);
  const sums = { vectors: 0, words: 0, hybrid: 0 };
  for (const [i, { text, relevant }] of collection.queries.entries()) {
    const vector = questions[i] as Float32Array;
    const cosines = documents.map((document) => cosine({ vector: document }, { vector }));
    sums.vectors += ndcg(order(cosines), relevant);
    sums.words += ndcg(order(words.scores(text)), relevant);
    const found = await hybridSearch(text, [{ vector }], candidates, { minCosine: MIN_COSINE });
    sums.hybrid += ndcg(
      found.map(({ index }) => index),
      relevant,
    );
  }
  const count = collection.queries.length;
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / count]));
}

/** The share of questions whose text is among the first three by each method, and the milliseconds of a text's vector. */
export async function measureQuestions(key: string, { texts: whole, questions }: Questions) {
  const texts = whole.map((text) => text.slice(0, MAX_CHARACTERS));
  const model = embedderOf(texts.join('\n'), MODEL, EMBEDDED_MODELS);
  // The model is loaded.
  await embed(key, model, ['-']);
  const begun = performance.now();
  const vectors = await embed(key, model, texts);
  const milliseconds = (performance.now() - begun) / texts.length;
  const asked = await embed(
    key,
    model,
    questions.map(([question]) => question),
  );
  const index = createWordIndex(texts);
  const candidates = texts.map((text, i) => ({ text, vector: vectors[i] as Float32Array }));
  const found = { words: 0, vectors: 0, hybrid: 0 };
  const sample = { questions: 0, hybrid: 0, reranked: 0 };
  for (const [i, [question, right]] of questions.entries()) {
    const vector = asked[i] as Float32Array;
    const cosines = vectors.map((one) => cosine({ vector: one }, { vector }));
    const scores = index.scores(question);
    const options = { minCosine: MIN_COSINE, wordScores: scores };
    const hits = await hybridSearch(question, [{ vector }], candidates, options);
    const byWords = order(scores).filter((text) => (scores[text] ?? 0) > 0);
    const isFirst = (ranked: readonly number[]) => Number(ranked.slice(0, FOUND).includes(right));
    found.words += isFirst(byWords);
    found.vectors += isFirst(order(cosines));
    const fused = hits.map((hit) => hit.index);
    found.hybrid += isFirst(fused);
    if (model !== MODEL || i % RERANK_STEP > 0) continue;
    const first = fused.slice(0, MAX_RERANKED);
    const scored = await rerank(
      key,
      question,
      first.map((at) => texts[at] ?? ''),
    );
    sample.questions++;
    sample.hybrid += isFirst(fused);
    sample.reranked += isFirst(scored.map((at) => first[at] ?? -1));
  }
  const share = (count: number) => count / questions.length;
  return {
    model,
    words: share(found.words),
    vectors: share(found.vectors),
    hybrid: share(found.hybrid),
    sample,
    milliseconds,
  };
}

function order(scores: ArrayLike<number>): number[] {
  return Array.from({ length: scores.length }, (_, i) => i).sort(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0),
  );
}

function ndcg(found: readonly number[], relevant: Readonly<Record<string, number>>): number {
  const gainAt = (rank: number, gain: number) => gain / Math.log2(rank + 2);
  const isRelevant = (document: number) => ((relevant[document] ?? 0) > 0 ? 1 : 0);
  const gain = found
    .slice(0, DEPTH)
    .reduce((sum, document, rank) => sum + gainAt(rank, isRelevant(document)), 0);
  const best = Object.values(relevant).filter((grade) => grade > 0).length;
  let ideal = 0;
  for (let rank = 0; rank < Math.min(best, DEPTH); rank++) ideal += gainAt(rank, 1);
  return ideal > 0 ? gain / ideal : 0;
}

/** Places of texts, the likeliest answer first. */
async function rerank(key: string, query: string, documents: string[]): Promise<number[]> {
  const response = await fetch('/v1/rerank', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'alcove-rerank', query, documents }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { results } = (await response.json()) as { results: { index: number }[] };
  return results.map(({ index }) => index);
}

async function embed(
  key: string,
  model: string,
  texts: readonly string[],
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += BATCH) {
    const response = await fetch('/v1/embeddings', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, input: texts.slice(at, at + BATCH) }),
    });
    if (!response.ok) throw new Error(await response.text());
    const { data } = (await response.json()) as { data: { embedding: number[] }[] };
    vectors.push(...data.map(({ embedding }) => Float32Array.from(embedding)));
  }
  return vectors;
}
