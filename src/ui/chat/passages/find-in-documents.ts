import { anySignal } from '#base/promises.ts';
import { rankingTerms } from '#base/words.ts';
import { rerankerOf, understands } from '#catalog/reranker-of.ts';
import { isMetered } from '#device/browser.ts';
import { isPicture } from '#documents/is-document.ts';
import { piecesOf } from '#documents/pieces.ts';
import { scoreByWords } from '#retrieval/bm25.ts';
import { documentHead } from '#retrieval/document-head.ts';
import { answerFormOf } from '#retrieval/expected-form.ts';
import { askingPart, isAnswerable, wordsShared } from '#retrieval/is-answerable.ts';
import { searchedFor } from '#retrieval/list-question.ts';
import {
  choosePassages,
  type FoundPassage,
  rankPassages,
  type SearchablePassage,
  USUAL_PASSAGES,
  type VectorModel,
} from '#retrieval/search-passages.ts';
import type { Source } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedTexts, vectorModel } from './passages.ts';
import { readSentences } from './read-sentences.ts';
import { rankBySpeaker, type SpeakerSearch } from './spoken-lines.ts';
import { namesFile, tableSources } from './table-sources.ts';

/** Files that are listed for one question. */
const MAX_FILES = 100;
/** Tables whose answers a question is answered with. */
const MAX_COMPUTED = 3;
/** The share of the best score below which a file is not about the question. */
const MIN_SHARE = 0.7;

/** What a chat's documents have for a question, the likeliest first. */
interface Found {
  /** The passages that may answer it. */
  sources: Source[];
  /** Of each document about it the line that fits best; of one alone the passages say as much. */
  matches: Source[];
}

type SearchPorts = Pick<SessionPorts, 'v1' | 'models'>;

interface Place {
  question: string;
  /** `text`: of those whose tables may be computed. */
  documents: readonly { id: string; name: string; recordingId?: string; text?: string }[];
  passages: readonly (SearchablePassage & { end: number })[];
}

/** The passages of documents that may answer a question, the likeliest first. @throws AnswerError */
export async function findInDocuments(
  ports: SearchPorts,
  { question: asked, documents, passages }: Place,
  signal = new AbortController().signal,
): Promise<Found> {
  const question = searchedFor(asked);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const here = passages.filter(({ documentId }) => byId.has(documentId));
  const words = new Set(rankingTerms(question));
  const meant = new Set(documents.filter((one) => isMeant(words, one)).map(({ id }) => id));
  const embed = async ({ model, revision }: Partial<VectorModel>, text: string) => {
    if (model === undefined || !ports.models.find(model)) return null;
    if (vectorModel(ports, model).revision !== revision) return null;
    // One that cannot be loaded now, as offline, leaves its passages to their words.
    const vectors = await embedTexts(ports, model, [text], signal).catch(() => []);
    signal.throwIfAborted();
    return vectors[0] ?? null;
  };
  let isUnread = false;
  const search: SpeakerSearch<(typeof here)[number]>['search'] = {
    question,
    embed: (model) => embed(model, question),
    understands: ({ model }) => {
      const card = ports.models.find(model);
      return !card || understands(card, question);
    },
    rerank: async (texts) => {
      if (isUnread) return null;
      const scores = await rerank(ports, askingPart(question), texts, signal);
      // One that is not here in time is waited for once.
      isUnread = scores === null;
      return scores;
    },
    nameOf: (id) => byId.get(id)?.name ?? '',
    isAlways: ({ documentId }) => meant.has(documentId),
  };
  const ranked = await rankBySpeaker({
    search,
    ranked: await rankPassages({ ...search, passages: here }),
    isTranscript: ({ documentId }) => byId.get(documentId)?.recordingId !== undefined,
    embed,
  });
  const toSource = ({ documentId, start, end, text }: (typeof here)[number]): Source => ({
    documentId,
    documentName: byId.get(documentId)?.name ?? '',
    start,
    end,
    text,
  });
  const headOf = ({ documentId, documentName }: Source) =>
    documentHead(documentName, byId.get(documentId)?.text ?? '');
  const chosen = choosePassages(ranked, { passages: here });
  const best = chosen[0]?.passage.documentId;
  const tables = tableSources(asked, documents, best).slice(0, MAX_COMPUTED);
  const computed = tables.map(({ source }) => source);
  if (meant.size === 0 && computed.length === 0 && !isAnswerable(question, ranked))
    return { sources: [], matches: [] };
  const hasAnswer = new Set(computed.map(({ documentId }) => documentId));
  const passagesOf = chosen.map(({ passage, relevance }) => ({
    ...toSource(passage),
    ...(relevance !== null && { relevance }),
  }));
  // Next to a whole answer other passages only mislead a small model.
  const others = tables.some(({ isWhole }) => isWhole) ? [] : passagesOf;
  // A computed answer is no list of the files that are about something.
  const files = documents.length > 1 && computed.length === 0 ? bestOfEach(ranked) : [];
  return {
    // Next to a computed answer other rows of its table only mislead a small model.
    sources: await readSentences(
      [...computed, ...others.filter((one) => !hasAnswer.has(one.documentId))],
      {
        headOf,
        hasForm: answerFormOf(question),
        wordsIn: wordsShared(question),
        rerank: search.rerank,
      },
    ),
    matches: (await bestLines(files, here, question)).map(toSource),
  };
}

/**
 * Whether a question is about a document, whatever its words are like: a chat about a recording is, and one about a
 * photograph, whose few words are no sentences; and a question that names a file by a word of its name.
 */
function isMeant(asked: ReadonlySet<string>, { name, recordingId }: Place['documents'][number]) {
  return recordingId !== undefined || isPicture(name) || namesFile(asked, name, MIN_NAME);
}

/** Letters of a word of a file's name that means something: my, scan, doc and 2024 do not. */
const MIN_NAME = 5;

/** The best passage of each document that is about as near to a question as the best one is, or shares its rarer words. */
function bestOfEach<Passage extends SearchablePassage>(
  ranked: readonly FoundPassage<Passage>[],
): Passage[] {
  const top = (of: 'cosine' | 'words') =>
    ranked.reduce((max, found) => Math.max(max, found[of]), 0);
  const [cosine, words] = [top('cosine') * MIN_SHARE, top('words') * MIN_SHARE];
  const first = new Map<string, Passage>();
  for (const { passage, ...found } of ranked) {
    const isAbout =
      (found.cosine > 0 && found.cosine >= cosine) || (found.words > 0 && found.words >= words);
    if (isAbout && !first.has(passage.documentId)) first.set(passage.documentId, passage);
  }
  return [...first.values()].slice(0, MAX_FILES);
}

/** Each passage as its one line with most of a question's words that the passages of the chat do not all have. */
async function bestLines<Passage extends SearchablePassage>(
  passages: readonly Passage[],
  all: readonly Passage[],
  question: string,
): Promise<(Passage & { end: number })[]> {
  const pieces = passages.map(({ text }) => piecesOf(text));
  const texts = [...pieces.flat(), ...all.map(({ text }) => text)];
  if (passages.length === 0) return [];
  const scores = await scoreByWords(texts, question);
  let first = 0;
  return passages.map((passage, i) => {
    const lines = pieces[i] ?? [];
    const own = scores.slice(first, first + lines.length);
    first += lines.length;
    const line = lines[own.indexOf(Math.max(...own))] ?? passage.text;
    const start = passage.start + Math.max(0, passage.text.indexOf(line));
    return { ...passage, text: line, start, end: start + line.length };
  });
}

/** Loads what reads passages, while a person types the first question about a new text. */
export function prepareSearch({ models, control }: SessionPorts, text: string): void {
  if (isMetered()) return;
  const model = rerankerHere(models, text);
  // A question loads it once more, and finds an answer without it.
  if (model) control((c) => c.load(model.id)).catch(() => {});
}

/** Milliseconds that an answer waits for passages to be read: the model for it may be downloaded first. */
const MAX_READING_MS = 20_000;

interface RerankAnswer {
  results: { index: number; relevance_score: number }[];
}

/** Scores of a cross-encoder, where one knows the language. */
async function rerank(
  { v1, models }: SearchPorts,
  query: string,
  documents: readonly string[],
  signal: AbortSignal,
): Promise<number[] | null> {
  const model = rerankerHere(models, query, ...documents.slice(0, USUAL_PASSAGES));
  if (!model) return null;
  const limited = anySignal([signal, AbortSignal.timeout(MAX_READING_MS)]);
  try {
    const body = { model: model.id, query, documents };
    const response = await v1('/v1/rerank', body, limited.signal);
    const scores = documents.map(() => 0);
    const { results } = (await response.json()) as RerankAnswer;
    for (const { index, relevance_score } of results) scores[index] = relevance_score;
    return scores;
  } catch {
    signal.throwIfAborted();
    // The order of the search is good enough to answer with.
    return null;
  } finally {
    limited.release();
  }
}

/** Scripted models are for tests: they never answer for a real one. Passages stay on the device. */
const rerankerHere = (models: SearchPorts['models'], ...texts: readonly string[]) =>
  rerankerOf(
    models.list().filter(({ id, boundary }) => !boundary && !id.startsWith('scripted-')),
    ...texts,
  );
