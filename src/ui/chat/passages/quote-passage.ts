import { piecesOf } from '#documents/pieces.ts';
import { scoreByWords } from '#retrieval/bm25.ts';
import type { Message, Source } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedderFor, embedTexts } from './passages.ts';

interface Asked {
  answer: Message;
  question: Message;
  /** All of the chat: they show how rare a word is. */
  passages: readonly Pick<Source, 'text'>[];
}

/**
 * The sentence of the best passage that fits the question best, word for word: it is shown marked in
 * its passage. @throws AnswerError
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
  const model = embedderFor(ports, passage);
  const [asked, ...vectors] = await embedTexts(ports, model, [question, ...sentences], signal);
  // Words that most passages have, as in their titles, do not make one sentence the answer.
  const all = passages.map(({ text }) => text);
  const words = await scoreByWords([...sentences, ...all], question);
  const most = Math.max(...words.subarray(0, sentences.length));
  const byWords = (i: number) => (most > 0 ? (WORDS_WEIGHT * (words[i] ?? 0)) / most : 0);
  const scores = vectors.map((vector, i) => dot(vector, asked) + byWords(i));
  const best = sentences[scores.indexOf(Math.max(...scores))];
  return { ...answer, state: 'done', text: best ?? passage };
}

/** What the rarer words of a question add to a cosine at most. */
const WORDS_WEIGHT = 0.2;
function dot(a: Float32Array, b: Float32Array | undefined): number {
  return b ? a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) : 0;
}
