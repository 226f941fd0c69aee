import type { Decoded } from './decode-tokens.ts';

/** Limits beyond which an answer is not believed; null switches one off. */
export interface Thresholds {
  compressionRatio: number | null;
  logprob: number | null;
  noSpeech: number | null;
}

/** The reference's own. @see https://github.com/openai/whisper/blob/main/whisper/transcribe.py */
export const DEFAULT_THRESHOLDS: Thresholds = {
  compressionRatio: 2.4,
  logprob: -1,
  noSpeech: 0.6,
};

/**
 * Shares of the no-speech threshold above which text is dropped if the first temperature, or every temperature, rejects it.
 * Clear speech is at a tenth or less and is accepted at the first temperature (docs/real-models.md).
 */
const DOUBT = { first: 0.5, last: 0.1, repeated: 0.25 };

/**
 * Shares of the log-probability threshold: how probable text has to be where silence is likelier than the no-speech threshold,
 * and what no text is so improbable as to be, at every temperature. Loops of music gave −0.6 and −0.9 for invented
 * sentences, and −2.5 (docs/real-models.md). A text that repeats itself has to be as probable as clear speech.
 */
const TRUST = { inSilence: 0.5, ever: 2, repeated: 0.5 };

const TEMPERATURES = [0, 0.2, 0.4, 0.6, 0.8, 1];

export interface Attempt extends Decoded {
  temperature: number;
  compressionRatio: number;
  /** Whether a person could have said it in its time: a loop of a decoder has no room or no end. */
  couldBeSaid?: boolean;
}

export interface Outcome {
  attempt: Attempt;
  /** Why its words are not to be shown; null when they are. */
  leftOut: 'no-speech' | 'repeated' | null;
}

/**
 * Tries temperatures in turn until an answer is neither repetitive nor improbable. People repeat themselves, too: the first
 * answer may be repetitive if it is probable and could be said. `temperature` above 0 was requested: it is the only one.
 */
export async function decodeWithFallback(
  decode: (temperature: number) => Promise<Attempt>,
  temperature: number,
  noSpeechProb: number,
  { compressionRatio, logprob, noSpeech }: Thresholds,
): Promise<Outcome> {
  const isRepetitive = (a: Attempt) =>
    compressionRatio !== null && a.compressionRatio > compressionRatio;
  const isBelow = (a: Attempt, share: number) => logprob !== null && a.avgLogprob < logprob * share;
  const isDoubtful = (share: number) => noSpeech !== null && noSpeechProb > noSpeech * share;
  const attempts: Attempt[] = [];
  const isRefrain = (a: Attempt) =>
    attempts.length === 1 &&
    a.couldBeSaid === true &&
    !isBelow(a, TRUST.repeated) &&
    !isDoubtful(DOUBT.repeated);
  for (const t of temperature > 0 ? [temperature] : TEMPERATURES) {
    const attempt = await decode(t);
    attempts.push(attempt);
    const isImprobable = isBelow(attempt, isDoubtful(1) ? TRUST.inSilence : 1);
    const isBelieved = isRefrain(attempt) || (!isRepetitive(attempt) && !isImprobable);
    if (isBelieved) return { attempt, leftOut: null };
    if (isDoubtful(DOUBT.first)) return { attempt, leftOut: 'no-speech' };
  }
  const plausible = attempts.filter((a) => !isRepetitive(a) && !isBelow(a, TRUST.ever));
  const best = (plausible.length > 0 ? plausible : attempts).reduce((a, b) =>
    b.avgLogprob > a.avgLogprob ? b : a,
  );
  if (isDoubtful(DOUBT.last)) return { attempt: best, leftOut: 'no-speech' };
  if (plausible.length > 0) return { attempt: best, leftOut: null };
  return { attempt: best, leftOut: attempts.some(isRepetitive) ? 'repeated' : 'no-speech' };
}

/** How much shorter a text gets by deflate: loops get much shorter. */
export async function compressionRatioOf(text: string): Promise<number> {
  const bytes = new TextEncoder().encode(text);
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return bytes.length / (await new Response(packed).arrayBuffer()).byteLength;
}
