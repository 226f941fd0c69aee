import { dot } from '#base/numbers.ts';
import { pause } from '#base/pause.ts';
import { formOf, listedAddress } from '#retrieval/expected-form.ts';
import { shareOfWords } from '#retrieval/text-lines.ts';
import type { SessionPorts } from '#ui/state/session-ports.ts';
import { embedderFor, embedTexts } from './passages.ts';

/** Lines embedded in one request. */
const BATCH = 128;
/** Lines that are embedded for a question; of more, words alone decide. */
const MAX_EMBEDDED = 30_000;

/** What a line gains that has the form its subject asks for, a date or a sum, and loses without. Measured with `npm run eval:lists`. */
const FORM_GAIN = 0.15;
/** The share of a subject's words from which they alone put a line into the answer. */
const MIN_WORDS = 0.5;

/** First lines that show the language of all. */
const LINES_OF_LANGUAGE = 200;

type LinePorts = Pick<SessionPorts, 'v1' | 'models' | 'preferences'>;

export interface ScoredLines {
  /** By line, against `MIN_SCORE`. */
  scores: number[];
  /** False where there were no vectors, so that words alone count. */
  hasMeaning: boolean;
  /** Whether a model's word changes nothing: lines of addresses have one or none. */
  isDecided: boolean;
}

/** How well each line fits what a question looks for, by words, by meaning and by form. Nothing leaves the device. */
export async function scoreLines(
  ports: LinePorts,
  subject: string,
  lines: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ScoredLines> {
  const address = listedAddress(subject);
  if (address?.isAll) {
    const scores = await scoreAddresses(lines, address.isIn, signal);
    return { scores, hasMeaning: true, isDecided: true };
  }
  const words = await shareOfWords(subject, lines, signal);
  const meaning = await compare(ports, subject, lines, onProgress, signal).catch(() => null);
  signal.throwIfAborted();
  // An embedding model that is not there costs the lines that share no word.
  const hasForm = formOf(subject);
  const scores: number[] = [];
  const rest = pause(signal);
  for (const [i, line] of lines.entries()) {
    await rest();
    if (address && !address.isIn(line)) {
      scores.push(0);
      continue;
    }
    const gain = hasForm ? FORM_GAIN * (hasForm(line) ? 1 : -1) : 0;
    const share = words[i] ?? 0;
    scores.push(Math.max((meaning?.[i] ?? 0) + gain, share >= MIN_WORDS ? share : 0));
  }
  return { scores, hasMeaning: meaning !== null, isDecided: false };
}

async function scoreAddresses(
  lines: readonly string[],
  isIn: (line: string) => boolean,
  signal: AbortSignal,
): Promise<number[]> {
  const scores: number[] = [];
  const rest = pause(signal);
  for (const line of lines) {
    await rest();
    scores.push(isIn(line) ? 1 : 0);
  }
  return scores;
}

async function compare(
  ports: LinePorts,
  subject: string,
  lines: readonly string[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<number[] | null> {
  if (lines.length > MAX_EMBEDDED) return null;
  const model = embedderFor(ports, lines.slice(0, LINES_OF_LANGUAGE).join(' '));
  const [asked] = await embedTexts(ports, model, [subject], signal);
  if (!asked) return null;
  const cosines: number[] = [];
  for (let at = 0; at < lines.length; at += BATCH) {
    onProgress(at);
    const vectors = await embedTexts(ports, model, lines.slice(at, at + BATCH), signal);
    for (const vector of vectors) cosines.push(dot(vector, asked));
  }
  return cosines;
}
