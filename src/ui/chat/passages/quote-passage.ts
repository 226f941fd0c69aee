import { sentencesOf } from '#documents/sentences.ts';
import type { Message } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedTexts } from './passages.ts';

/**
 * The sentence of the best passage that fits the question best, word for word: it is shown marked in
 * its passage. @throws AnswerError
 */
export async function quotePassage(
  ports: SessionPorts,
  answer: Message,
  { text: question, sources = [] }: Message,
  signal: AbortSignal,
): Promise<Message> {
  const passage = sources[0]?.text ?? '';
  const sentences = piecesOf(passage);
  const model = ports.preferences().embeddingModel;
  const [asked, ...vectors] = await embedTexts(ports, model, [question, ...sentences], signal);
  const scores = vectors.map((vector) => dot(vector, asked));
  const best = sentences[scores.indexOf(Math.max(...scores))];
  return { ...answer, state: 'done', text: best ?? passage };
}

/** Characters of lines that are items of a list. */
const SHORT_LINE = 80;
/** Fewer lines say nothing of the form of a text. */
const MIN_LINES = 3;

/** The sentences of a passage. Of a list each line is one: most are short and end without a stop. */
export function piecesOf(passage: string): string[] {
  const lines = passage.split('\n').map((line) => line.trim());
  const items = lines.filter((line) => line !== '');
  const lengths = items.map(({ length }) => length).sort((a, b) => a - b);
  const isShort = (lengths[lengths.length >> 1] ?? 0) < SHORT_LINE;
  const open = items.filter((line) => !/[\p{Sentence_Terminal}:;,]["'”’»)\]]*$/u.test(line));
  // Broken prose begins its lines in the middle of a sentence.
  const inside = items.filter((line) => /^\p{Ll}/u.test(line));
  const isList = items.length >= MIN_LINES && isShort && open.length * 2 > items.length;
  if (isList && inside.length * 3 < items.length) return items;
  return [...sentencesOf(passage)].map(({ start, end }) => passage.slice(start, end));
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return b ? a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) : 0;
}
