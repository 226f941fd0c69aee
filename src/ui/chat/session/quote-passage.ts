import { sentencesOf } from '#documents/sentences.ts';
import type { Message } from '#storage/chat-records.ts';
import type { ChatCore } from './chat-core.ts';
import { embedTexts } from './passages.ts';

/**
 * The sentence of the best passage that fits the question best, word for word: it is shown marked in
 * its passage. @throws AnswerError
 */
export async function quotePassage(
  { ports, signal }: ChatCore,
  answer: Message,
  { text: question, sources = [] }: Message,
): Promise<Message> {
  const passage = sources[0]?.text ?? '';
  const sentences = [...sentencesOf(passage)].map(({ start, end }) => passage.slice(start, end));
  const model = ports.preferences().embeddingModel;
  const [asked, ...vectors] = await embedTexts(ports, model, [question, ...sentences], signal);
  const scores = vectors.map((vector) => dot(vector, asked));
  const best = sentences[scores.indexOf(Math.max(...scores))];
  return { ...answer, state: 'done', text: best ?? passage };
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return b ? a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) : 0;
}
