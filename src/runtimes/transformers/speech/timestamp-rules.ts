/** Ids of Whisper's special tokens in one vocabulary. Timestamps follow `noTimestamps`. */
export interface SpeechTokens {
  end: number;
  noTimestamps: number;
  /** `<|0.00|>` */
  firstTime: number;
}

/** Seconds one timestamp token stands for. */
const TIME_STEP = 0.02;

/**
 * Whisper's decoding rules for timestamps, on the logits of the next token, in place: they come in
 * pairs, never go back, an answer begins with one, and one is chosen when all together outweigh
 * every text token.
 * @see https://github.com/openai/whisper/blob/main/whisper/decoding.py (ApplyTimestampRules)
 */
export function applyTimestampRules(
  logits: Float32Array,
  written: readonly number[],
  { end, noTimestamps, firstTime }: SpeechTokens,
): void {
  const isTime = (token: number | undefined) => token !== undefined && token >= firstTime;
  logits[noTimestamps] = -Infinity;
  if (written.length === 0) {
    logits.fill(-Infinity, 0, firstTime);
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
  for (let i = 0; i < firstTime; i++) bestText = Math.max(bestText, logits[i] as number);
  if (logSumExp(logits, firstTime) > bestText) logits.fill(-Infinity, 0, firstTime);
}

function logSumExp(logits: Float32Array, from: number): number {
  let top = -Infinity;
  for (let i = from; i < logits.length; i++) top = Math.max(top, logits[i] as number);
  if (top === -Infinity) return top;
  let sum = 0;
  for (let i = from; i < logits.length; i++) sum += Math.exp((logits[i] as number) - top);
  return top + Math.log(sum);
}

/** Text pieces between pairs of timestamps; times in seconds from the start of the window. */
export function readSegments(
  written: readonly number[],
  { firstTime }: SpeechTokens,
): { ids: number[]; start: number; end: number }[] {
  const segments: { ids: number[]; start: number; end: number }[] = [];
  let start: number | null = null;
  let ids: number[] = [];
  for (const token of written) {
    if (token < firstTime) {
      ids.push(token);
      continue;
    }
    const time = (token - firstTime) * TIME_STEP;
    if (start !== null && ids.length > 0) segments.push({ ids, start, end: time });
    start = time;
    ids = [];
  }
  if (start !== null && ids.length > 0) segments.push({ ids, start, end: start });
  return segments;
}
