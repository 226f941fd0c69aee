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

/**
 * The sentence of the best passage that fits the question best, word for word: it is shown marked in
 * its passage. By words alone where the model of the passage cannot be loaded.
 */
export async function quotePassage(
  ports: SessionPorts,
  { answer, question: { text: question, sources = [] }, passages }: Asked,
  signal: AbortSignal,
): Promise<Message> {
  const passage = sources[0]?.text ?? '';
  const computed = sources[0]?.computed;
  if (computed !== undefined) return { ...answer, state: 'done', text: computed };
  const sentences = piecesOf(passage);
  const isIt = ({ documentId, start }: Pick<Source, 'documentId' | 'start'>) =>
    documentId === sources[0]?.documentId && start === sources[0].start;
  const made = passages.find(isIt)?.model;
  const model = made && ports.models.find(made) ? made : embedderFor(ports, passage);
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
  return { ...answer, state: 'done', text: best ?? passage };
}

/** What the rarer words of a question add to a cosine at most. */
const WORDS_WEIGHT = 0.2;
