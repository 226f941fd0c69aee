import { EngineError } from '#engine/engine-error.ts';
import type { Sampling, TokenLogprob } from '#engine/tasks.ts';

/** Always the likeliest token. */
export const GREEDY: Sampling = {
  temperature: 0,
  topP: 1,
  topK: null,
  seed: null,
  presencePenalty: 0,
  frequencyPenalty: 0,
};

/** Uniform numbers in [0, 1). */
export type Random = () => number;

/** A small seeded generator (mulberry32); without a seed, the browser's own. */
export function seeded(seed: number | null): Random {
  if (seed === null) return Math.random;
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lowers the logits of tokens already written, as OpenAI defines the two penalties. In place. */
export function applyPenalties(
  logits: Float32Array,
  counts: ReadonlyMap<number, number>,
  { presencePenalty, frequencyPenalty }: Sampling,
): void {
  if (presencePenalty === 0 && frequencyPenalty === 0) return;
  for (const [token, count] of counts) {
    logits[token] = (logits[token] ?? 0) - presencePenalty - count * frequencyPenalty;
  }
}

/** Raises or lowers the logits of single tokens. In place. */
export function applyBias(logits: Float32Array, bias: ReadonlyMap<number, number>): void {
  for (const [token, value] of bias) {
    if (token < logits.length) logits[token] = (logits[token] ?? 0) + value;
  }
}

/** Below the likeliest by more than this many times the temperature, a token is never drawn. */
const FAR = 30;

/**
 * The next token: the likeliest at temperature 0, else drawn after top-k, then top-p, then min-p.
 * @throws EngineError `runtime-failed` where the first logit is NaN, as all are of a graph that overflowed.
 */
export function chooseToken(logits: Float32Array, sampling: Sampling, random: Random): number {
  const best = likeliest(logits);
  if (Number.isNaN(logits[best])) {
    throw new EngineError('runtime-failed', 'The model gives no numbers.');
  }
  const { temperature, topK, topP, minP = 0 } = sampling;
  if (temperature === 0) return best;
  const top = logits[best] as number;
  let tokens = near(logits, top - FAR * temperature);
  if (topK !== null || topP < 1) {
    tokens.sort((a, b) => (logits[b] as number) - (logits[a] as number));
    if (topK !== null) tokens = tokens.slice(0, topK);
  }
  let weights = tokens.map((i) => Math.exp(((logits[i] as number) - top) / temperature));
  if (topP < 1) weights = weights.slice(0, nucleus(weights, topP));
  // The likeliest weighs 1: the least probability is measured against it.
  const mass = weights.reduce((sum, w) => (w < minP ? sum : sum + w), 0);
  let left = random() * mass;
  let chosen = best;
  for (const [i, weight] of weights.entries()) {
    if (weight < minP) continue;
    chosen = tokens[i] as number;
    left -= weight;
    if (left < 0) break;
  }
  return chosen;
}

/** Tokens whose logits are at least so high. */
function near(logits: Float32Array, min: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < logits.length; i++) if ((logits[i] as number) >= min) found.push(i);
  return found;
}

/** How many of the weights, the largest first, make up a share of all; at least one. */
function nucleus(weights: readonly number[], share: number): number {
  const total = weights.reduce((a, b) => a + b, 0);
  let mass = 0;
  let count = 0;
  while (count < weights.length && (count === 0 || mass < share * total)) {
    mass += weights[count] as number;
    count++;
  }
  return count;
}

/** What the API reports of a token and of its `count` likeliest rivals. */
export function describeLogprobs(
  logits: Float32Array,
  chosen: number,
  count: number,
  bytesOf: (token: number) => Uint8Array,
): TokenLogprob {
  const top = logits[likeliest(logits)] as number;
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - top);
  const logTotal = top + Math.log(sum);
  const entry = (token: number) => {
    const bytes = bytesOf(token);
    const logprob = Math.max(-9999, (logits[token] as number) - logTotal);
    return { token: new TextDecoder().decode(bytes), logprob, bytes: [...bytes] };
  };
  return { ...entry(chosen), top: topTokens(logits, count).map(entry) };
}

function likeliest(logits: Float32Array): number {
  let best = 0;
  for (let i = 1; i < logits.length; i++) {
    if ((logits[i] as number) > (logits[best] as number)) best = i;
  }
  return best;
}

/** Tokens by falling logit, at most `count`: a few of many, so they are not all sorted. */
function topTokens(logits: Float32Array, count: number): number[] {
  const top: number[] = [];
  if (count === 0) return top;
  const at = (place: number) => logits[top[place] as number] as number;
  for (let i = 0; i < logits.length; i++) {
    const value = logits[i] as number;
    if (top.length === count && value <= at(count - 1)) continue;
    let place = top.length;
    while (place > 0 && at(place - 1) < value) place--;
    top.splice(place, 0, i);
    if (top.length > count) top.pop();
  }
  return top;
}
