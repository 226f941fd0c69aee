import { sentencesOf } from '#documents/sentences.ts';
import { scoreByWords } from '#retrieval/bm25.ts';
import type { Message, Source } from '#storage/chat-records.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedTexts } from './passages.ts';

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
  const model = ports.preferences().embeddingModel;
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
/** Characters of lines that are items of a list. */
const SHORT_LINE = 80;
/** Fewer lines say nothing of the form of a text. */
const MIN_LINES = 3;

/** A line that can be a title: short, and without an end. */
const TITLE =
  /^\s*(?=\S)[^\n]{1,60}(?<![\p{Sentence_Terminal}:;,]["'”’»)\]]*)\n+(?=\s*[^\p{Ll}\s])/u;

/** The sentences of a passage. A title above them is one; of a list each line is one. */
export function piecesOf(passage: string): string[] {
  const items = itemsOf(passage);
  if (items) return items;
  const title = TITLE.exec(passage)?.[0] ?? '';
  const prose = passage.slice(title.length);
  const sentences = [...sentencesOf(prose)].map(({ start, end }) => prose.slice(start, end));
  return title === '' ? sentences : [title.trim(), ...sentences];
}

/** The lines of a list: most are short and end without a stop. Null for prose. */
function itemsOf(passage: string): string[] | null {
  const lines = passage.split('\n').map((line) => line.trim());
  const items = lines.filter((line) => line !== '');
  const lengths = items.map(({ length }) => length).sort((a, b) => a - b);
  const isShort = (lengths[lengths.length >> 1] ?? 0) < SHORT_LINE;
  const open = items.filter((line) => !/[\p{Sentence_Terminal}:;,]["'”’»)\]]*$/u.test(line));
  // Broken prose begins its lines in the middle of a sentence.
  const inside = items.filter((line) => /^\p{Ll}/u.test(line));
  const isList = items.length >= MIN_LINES && isShort && open.length * 2 > items.length;
  return isList && inside.length * 3 < items.length ? items : null;
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return b ? a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) : 0;
}
