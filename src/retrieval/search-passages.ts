import { scoreByWords } from './bm25.ts';
import { cosine, hybridSearch, type ModelVector } from './hybrid-search.ts';

/** Passages that a question is answered from. */
export const USUAL_PASSAGES = 3;
/** Passages that a cross-encoder reads for a question: each takes it some ten milliseconds. */
const MAX_RERANKED = 20;
/** Cosine below which a passage has nothing to do with the question, unless they share words. */
const MIN_COSINE = 0.2;

/** What made a vector. Files of another revision are another model. */
export interface VectorModel {
  model: string;
  revision: string;
}

/** A passage of a document. Without a model its vector cannot be compared: it is found by its words. */
export interface SearchablePassage extends Partial<VectorModel> {
  documentId: string;
  start: number;
  text: string;
  /** Of length 1; empty for none. */
  vector: Float32Array;
}

export interface PassageSearch<Passage> {
  question: string;
  passages: readonly Passage[];
  /** The question as a vector of a model; null where that model is not here in that revision. */
  embed: (model: VectorModel) => Promise<Float32Array | null>;
  /** Whether a model knows the language of the question. To one that does not it is noise: only words that find nothing are worse. */
  understands?: (model: VectorModel) => boolean;
  /** How well each text answers the question, from 0 to 1; null where no cross-encoder is installed. */
  rerank: (texts: readonly string[]) => Promise<readonly number[] | null>;
  /** Passages that are candidates whatever the question is. */
  isAlways?: (passage: Passage) => boolean;
  /** How well each passage fits by its words, where an index knows. */
  wordScores?: ArrayLike<number>;
  max?: number;
  minScore?: number;
}

export interface FoundPassage<Passage> {
  passage: Passage;
  /** From 0 to 1; 0 for a passage that was found by its words or its place alone. */
  score: number;
  /** How well it fits by its words; 0 for none of the question's rarer words. */
  words: number;
}

/** The passages that may answer a question, the likeliest first, and neighbours of theirs up to `max`. */
export async function searchPassages<Passage extends SearchablePassage>(
  search: PassageSearch<Passage>,
): Promise<FoundPassage<Passage>[]> {
  return choosePassages(await rankPassages(search), search);
}

/**
 * All passages that may answer a question, the likeliest first: by words and by meaning, then by a cross-encoder.
 * Vectors of different models are never compared.
 */
export async function rankPassages<Passage extends SearchablePassage>({
  question,
  passages,
  embed,
  understands = () => true,
  rerank,
  isAlways = () => false,
  wordScores,
}: PassageSearch<Passage>): Promise<FoundPassage<Passage>[]> {
  if (passages.length === 0 || question.trim() === '') return [];
  const models = modelsOf(passages);
  const candidates = passages.map((passage) => ({
    passage,
    text: passage.text,
    vector: passage.vector,
    model: nameOf(passage),
  }));
  const options = {
    minCosine: MIN_COSINE,
    isAlways: (index: number) => passages.slice(index, index + 1).some(isAlways),
    wordScores:
      wordScores ??
      (await scoreByWords(
        candidates.map(({ text }) => text),
        question,
      )),
  };
  let asked = await embedQuestion(models.filter(understands), embed);
  let order = await hybridSearch(question, asked, candidates, options);
  if (order.length === 0) {
    asked = await embedQuestion(
      models.filter((model) => !understands(model)),
      embed,
    );
    order = await hybridSearch(question, asked, candidates, options);
  }
  const found = order.flatMap(({ index, words }) => {
    const candidate = candidates[index];
    if (!candidate) return [];
    const query = asked.find(({ model }) => model === candidate.model);
    const score = query ? Math.max(0, cosine(candidate, query)) : 0;
    return [{ passage: candidate.passage, score, words }];
  });
  return reranked(found, rerank);
}

/** The first `max` of ranked passages, with neighbours where there are few. */
export function choosePassages<Passage extends SearchablePassage>(
  all: readonly FoundPassage<Passage>[],
  {
    passages,
    max = USUAL_PASSAGES,
    minScore = 0,
  }: Pick<PassageSearch<Passage>, 'passages' | 'max' | 'minScore'>,
): FoundPassage<Passage>[] {
  const ranked = all.filter(({ score }) => score >= minScore);
  const best = ranked.slice(0, max);
  // A client that wants a score wants no neighbours, which have none.
  if (minScore > 0) return best;
  const known = new Map(ranked.map((found) => [found.passage, found]));
  const count = Math.max(best.length, Math.min(max, USUAL_PASSAGES));
  const chosen = best.map(({ passage }) => passage);
  return withNeighbours(chosen, passages, count).map(
    (passage) => known.get(passage) ?? { passage, score: 0, words: 0 },
  );
}

/** Whether a passage's vector is of a model in its present revision. */
export function isEmbeddedBy(passage: Partial<VectorModel>, model: VectorModel): boolean {
  return passage.model === model.model && passage.revision === model.revision;
}

const nameOf = ({ model, revision }: Partial<VectorModel>) =>
  model === undefined || revision === undefined ? undefined : JSON.stringify([model, revision]);

/** What made the vectors of passages, the model of the most passages first. */
function modelsOf(passages: readonly SearchablePassage[]): VectorModel[] {
  const inUse = new Map<string, { made: VectorModel; count: number }>();
  for (const passage of passages) {
    const { model, revision = '', vector } = passage;
    const name = nameOf(passage);
    if (model === undefined || name === undefined || vector.length === 0) continue;
    inUse.set(name, { made: { model, revision }, count: (inUse.get(name)?.count ?? 0) + 1 });
  }
  return [...inUse.values()].sort((a, b) => b.count - a.count).map(({ made }) => made);
}

/** The question in each of these models that is here. */
async function embedQuestion(
  models: readonly VectorModel[],
  embed: PassageSearch<never>['embed'],
): Promise<ModelVector[]> {
  const asked: ModelVector[] = [];
  for (const model of models) {
    const vector = await embed(model);
    if (vector) asked.push({ vector, model: nameOf(model) });
  }
  return asked;
}

async function reranked<Passage extends SearchablePassage>(
  found: readonly FoundPassage<Passage>[],
  rerank: PassageSearch<Passage>['rerank'],
): Promise<FoundPassage<Passage>[]> {
  if (found.length < 2) return [...found];
  const first = found.slice(0, MAX_RERANKED);
  const scores = await rerank(first.map(({ passage }) => passage.text));
  if (!scores) return [...found];
  const best = first
    .map((one, i) => ({ ...one, score: scores[i] ?? 0 }))
    .sort((a, b) => b.score - a.score);
  // The rest follow: a cosine is no measure of the cross-encoder, so none of them is above its lowest.
  const lowest = best.at(-1)?.score ?? 0;
  const rest = found.slice(MAX_RERANKED);
  return [...best, ...rest.map((one) => ({ ...one, score: Math.min(one.score, lowest) }))];
}

/**
 * Fills the passages found up to `max` with their nearest neighbours in the same document: an answer
 * often stands close to the words of the question, in other words.
 */
export function withNeighbours<Placed extends { documentId: string; start: number }>(
  found: readonly Placed[],
  all: readonly Placed[],
  max: number,
): Placed[] {
  const near = found.flatMap(({ documentId, start }) => {
    const distance = (passage: Placed) => Math.abs(passage.start - start);
    const others = all.filter((passage) => passage.documentId === documentId);
    return others.sort((a, b) => distance(a) - distance(b));
  });
  return [...new Set([...found, ...near])].slice(0, max);
}
