import { dot } from '#base/numbers.ts';
import { scoreByWords } from '#retrieval/bm25.ts';
import type { Message, Source } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedderFor, embedTexts } from './passages.ts';
import { likeliestSentence, sentencesIn } from './read-sentences.ts';

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
 * its passage. Where no cross-encoder has read them, by their vectors, and by words alone where no model for these can be loaded.
 */
export async function quotePassage(
  ports: SessionPorts,
  { answer, question: { text: question, sources = [] }, passages }: Asked,
  signal: AbortSignal,
): Promise<Message> {
  const [first] = sources;
  if (first?.computed !== undefined) return { ...answer, state: 'done', text: first.computed };
  const read = likeliestSentence(sources);
  if (read) return { ...answer, state: 'done', text: read.text };
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

/** What the rarer words of a question add to a cosine at most. */
const WORDS_WEIGHT = 0.2;
