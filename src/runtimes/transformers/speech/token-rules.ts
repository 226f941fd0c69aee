/** Ids of special tokens in one vocabulary. Timestamps follow `noTimestamps`. */
export interface SpeechTokens {
  end: number;
  noTimestamps: number;
  /** `<|0.00|>` */
  firstTime: number;
  /** Never generated: signs that are not spoken, and special tokens. */
  suppressed: readonly number[];
  /** Not generated as the first token: an empty answer. */
  suppressedFirst: readonly number[];
  /** Steps of 20 ms within which the first segment has to start; null sets no limit. */
  maxFirstTime: number | null;
}

/** Tokens of a model without timestamps. */
export function plainTokens(end: number): SpeechTokens {
  return {
    end,
    noTimestamps: Infinity,
    firstTime: Infinity,
    suppressed: [],
    suppressedFirst: [],
    maxFirstTime: null,
  };
}

/**
 * Whisper's decoding rules on the logits of the next token, in place. `written`: tokens so far.
 * @see https://github.com/openai/whisper/blob/main/whisper/decoding.py
 */
export function applyTokenRules(
  logits: Float32Array,
  written: readonly number[],
  tokens: SpeechTokens,
  withTimes: boolean,
): void {
  for (const token of tokens.suppressed) logits[token] = -Infinity;
  if (written.length === 0) for (const token of tokens.suppressedFirst) logits[token] = -Infinity;
  if (withTimes) applyTimestampRules(logits, written, tokens);
  else logits.fill(-Infinity, tokens.firstTime);
}

/**
 * Timestamps come in pairs, never go back, an answer begins with one, and one is chosen when all
 * together outweigh every text token.
 */
function applyTimestampRules(
  logits: Float32Array,
  written: readonly number[],
  { end, noTimestamps, firstTime, maxFirstTime }: SpeechTokens,
): void {
  const isTime = (token: number | undefined) => token !== undefined && token >= firstTime;
  logits[noTimestamps] = -Infinity;
  if (written.length === 0) {
    logits.fill(-Infinity, 0, firstTime);
    if (maxFirstTime !== null) logits.fill(-Infinity, firstTime + maxFirstTime + 1);
    return;
  }
  const lastIsTime = isTime(written.at(-1));
  const paired = written.length < 2 || isTime(written.at(-2));
  if (lastIsTime && paired) logits.fill(-Infinity, firstTime);
  else if (lastIsTime) logits.fill(-Infinity, 0, end);
  const lastTime = written.findLast(isTime);
  if (lastTime !== undefined) {
    // A segment may start where the one before ended, but not end where it started.
    const lowest = lastIsTime && !paired ? lastTime : lastTime + 1;
    logits.fill(-Infinity, firstTime, lowest);
  }
  let bestText = -Infinity;
  for (let i = 0; i < firstTime; i++) {
    const value = logits[i] as number;
    if (value > bestText) bestText = value;
  }
  if (logSumExp(logits, firstTime) > bestText) logits.fill(-Infinity, 0, firstTime);
}

/** Logarithm of the sum of exponentials from an index on; not a number if one of them is not. Math.max takes twice as long. */
export function logSumExp(logits: Float32Array, from = 0): number {
  let top = -Infinity;
  for (let i = from; i < logits.length; i++) {
    const value = logits[i] as number;
    if (!(value <= top)) top = value;
  }
  if (top === -Infinity) return top;
  let sum = 0;
  for (let i = from; i < logits.length; i++) {
    const below = (logits[i] as number) - top;
    // Beyond this a term changes nothing in 32 bits.
    if (!(below <= -30)) sum += Math.exp(below);
  }
  return top + Math.log(sum);
}
