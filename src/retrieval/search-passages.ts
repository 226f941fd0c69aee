import { scoreByWords } from './bm25.ts';
import { documentHead, namedHeads, withHead } from './document-head.ts';
import { cosine, hybridSearch, type ModelVector } from './hybrid-search.ts';

/** Passages that a question is answered from. */
export const USUAL_PASSAGES = 3;
/** Passages that a cross-encoder reads for a question, and further ones where none of them answers: each takes it some tenth of a second. */
const [MAX_FIRST, MAX_FURTHER] = [8, 16];
/** Further ones, of documents that the question names: their passages are about that, and seldom say it. */
const MAX_NAMED = 8;
/** Characters of them: the passages of a vector store may be long. */
const MAX_CHARACTERS = 8_000;
/** How likely an answer is that ends the reading. */
const ANSWERS = 0.5;
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
  /** How well each text answers the question, from 0 to 1; null where no cross-encoder knows the language of all. */
  rerank: (texts: readonly string[]) => Promise<readonly number[] | null>;
  /** The name of a document, where it has one. */
  nameOf?: (documentId: string) => string;
  /** Passages that are candidates whatever the question is. */
  isAlways?: (passage: Passage) => boolean;
  /** How well each passage fits by its words, where an index knows. */
  wordScores?: ArrayLike<number>;
  max?: number;
  minScore?: number;
}

export interface FoundPassage<Passage> {
  passage: Passage;
  /** From 0 to 1, by a cross-encoder where one has read passages, else the cosine. */
  score: number;
  /** From 0 to 1; 0 for a passage that was found by its words or its place alone. */
  cosine: number;
  /** How likely it answers, from 0 to 1; null where no cross-encoder has read it. */
  relevance: number | null;
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
  nameOf = () => '',
  isAlways = () => false,
  wordScores,
}: PassageSearch<Passage>): Promise<FoundPassage<Passage>[]> {
  if (passages.length === 0 || question.trim() === '') return [];
  const models = modelsOf(passages);
  const candidates = passages.map((passage) => ({
    passage,
    text: passage.text,
    vector: passage.vector,
    model: makerOf(passage),
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
    const near = query ? Math.max(0, cosine(candidate, query)) : 0;
    return [{ passage: candidate.passage, score: near, cosine: near, relevance: null, words }];
  });
  return reranked(found, { question, heads: headsOf(passages, nameOf), rerank });
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
    (passage) => known.get(passage) ?? { passage, score: 0, cosine: 0, relevance: null, words: 0 },
  );
}

/** Whether a passage's vector is of a model in its present revision. */
export function isEmbeddedBy(passage: Partial<VectorModel>, model: VectorModel): boolean {
  return passage.model === model.model && passage.revision === model.revision;
}

const makerOf = ({ model, revision }: Partial<VectorModel>) =>
  model === undefined || revision === undefined ? undefined : JSON.stringify([model, revision]);

/** What made the vectors of passages, the model of the most passages first. */
function modelsOf(passages: readonly SearchablePassage[]): VectorModel[] {
  const inUse = new Map<string, { made: VectorModel; count: number }>();
  for (const passage of passages) {
    const { model, revision = '', vector } = passage;
    const name = makerOf(passage);
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
    if (vector) asked.push({ vector, model: makerOf(model) });
  }
  return asked;
}

/** What each document is called. */
function headsOf(
  passages: readonly SearchablePassage[],
  nameOf: (documentId: string) => string,
): ReadonlyMap<string, string> {
  const firsts = new Map<string, SearchablePassage>();
  for (const passage of passages) {
    const { start } = firsts.get(passage.documentId) ?? { start: Number.POSITIVE_INFINITY };
    if (passage.start < start) firsts.set(passage.documentId, passage);
  }
  const head = ([id, { start, text }]: [string, SearchablePassage]) =>
    [id, documentHead(nameOf(id), start === 0 ? text : '')] as const;
  return new Map([...firsts].map(head));
}

interface Reading extends Pick<PassageSearch<never>, 'question' | 'rerank'> {
  /** By the ids of documents. */
  heads: ReadonlyMap<string, string>;
}

async function reranked<Passage extends SearchablePassage>(
  found: readonly FoundPassage<Passage>[],
  { question, heads, rerank }: Reading,
): Promise<FoundPassage<Passage>[]> {
  const headOf = ({ documentId }: SearchablePassage) => heads.get(documentId) ?? '';
  const named = namedHeads(question, heads.values());
  const others = found.slice(MAX_FIRST);
  const ofNamed = others.filter(({ passage }) => named.has(headOf(passage))).slice(0, MAX_NAMED);
  const further = others.filter((one) => !ofNamed.includes(one)).slice(0, MAX_FURTHER);
  const best: FoundPassage<Passage>[] = [];
  for (const next of [[...found.slice(0, MAX_FIRST), ...ofNamed], further]) {
    if (best.some(({ score }) => score >= ANSWERS)) break;
    const texts = readable(next);
    if (texts.length === 0) break;
    const scores = await rerank(
      texts.map(({ passage }) => withHead(headOf(passage), passage.text)),
    );
    if (!scores) break;
    best.push(...texts.map((one, i) => withScore(one, scores[i] ?? 0)));
  }
  best.sort((a, b) => b.score - a.score);
  // The rest follow: a cosine is no measure of the cross-encoder, so none of them is above its lowest.
  const lowest = best.at(-1)?.score ?? Infinity;
  const read = new Set(best.map(({ passage }) => passage));
  const rest = found.filter(({ passage }) => !read.has(passage));
  return [...best, ...rest.map((one) => ({ ...one, score: Math.min(one.score, lowest) }))];
}

const withScore = <Passage>(found: FoundPassage<Passage>, score: number) => ({
  ...found,
  score,
  relevance: score,
});

/** The first passages, as many as a cross-encoder reads in a second or two. */
function readable<Passage extends SearchablePassage>(found: readonly FoundPassage<Passage>[]) {
  let left = MAX_CHARACTERS;
  return found.filter(({ passage }) => {
    left -= passage.text.length;
    return left >= 0;
  });
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
