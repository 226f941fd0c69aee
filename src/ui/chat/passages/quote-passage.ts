import { dot } from '#base/numbers.ts';
import { piecesOf } from '#documents/pieces.ts';
import { scoreByWords } from '#retrieval/bm25.ts';
import type { Message, Source } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedderFor, embedTexts } from './passages.ts';

interface Asked {
  answer: Message;
  question: Message;
  /** All of the chat: they show how rare a word is. */
  passages: readonly (Pick<Source, 'documentId' | 'start' | 'text'> & { model?: string })[];
}

/** Passages among whose sentences the answer is looked for. */
const MAX_PASSAGES = 3;

/**
 * The sentence of the passages found that fits the question best, word for word: it is shown marked in
 * its passage. By words alone where the model of the passages cannot be loaded.
 */
export async function quotePassage(
  ports: SessionPorts,
  { answer, question: { text: question, sources = [] }, passages }: Asked,
  signal: AbortSignal,
): Promise<Message> {
  const [first] = sources;
  if (first?.computed !== undefined) return { ...answer, state: 'done', text: first.computed };
  const modelOf = ({ documentId, start }: Source) =>
    passages.find((one) => one.documentId === documentId && one.start === start)?.model;
  const made = first && modelOf(first);
  const near = sources.slice(0, MAX_PASSAGES).filter((source) => modelOf(source) === made);
  const sentences = near.flatMap(({ text }) => sentencesIn(text));
  const model = made && ports.models.find(made) ? made : embedderFor(ports, first?.text ?? '');
  const embedding = embedTexts(ports, model, [question, ...sentences], signal);
  const [asked, ...vectors] = await embedding.catch((): Float32Array[] => []);
  signal.throwIfAborted();
  // Words that most passages have, as in their titles, do not make one sentence the answer.
  const all = passages.map(({ text }) => text);
  const words = await scoreByWords([...sentences, ...all], question);
  const most = Math.max(...words.subarray(0, sentences.length));
  const byWords = (i: number) => (most > 0 ? (WORDS_WEIGHT * (words[i] ?? 0)) / most : 0);
  const meaning = (vector: Float32Array | undefined) => (vector && asked ? dot(vector, asked) : 0);
  const scores = sentences.map((_, i) => meaning(vectors[i]) + byWords(i));
  const best = sentences[scores.indexOf(Math.max(...scores))];
  return { ...answer, state: 'done', text: best ?? first?.text ?? '' };
}

/** Words of a piece that is a title before a sentence, as "Laundry." is. */
const TITLE_WORDS = 2;

/** The sentences of a passage without its titles: they name what a question is about, and answer nothing. */
function sentencesIn(passage: string): string[] {
  const pieces = piecesOf(passage);
  const [title = ''] = pieces;
  const isOpen = !/\p{Sentence_Terminal}["'”’»)\]]*$/u.test(title);
  const isTitled = isOpen && pieces.slice(1).every((piece) => /\p{Sentence_Terminal}/u.test(piece));
  const rest = pieces
    .slice(isTitled ? 1 : 0)
    .filter((piece) => piece.split(/\s+/).length > TITLE_WORDS);
  return rest.length > 0 ? rest : pieces;
}

/** What the rarer words of a question add to a cosine at most. */
const WORDS_WEIGHT = 0.2;
