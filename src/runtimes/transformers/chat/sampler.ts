import { EngineError } from '#engine/engine-error.ts';
import type { Sampling } from '#engine/sampling.ts';
import type { TokenLogprob } from '#engine/tasks.ts';

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

/** A token whose probability, relative to the likeliest one's, is lower is never drawn. */
const NEVER = 1e-13;
/** To sort a whole vocabulary takes longer than a small model computes: the tokens above each of these are tried first. */
const STEPS = [1e-2, 1e-4, 1e-6, NEVER];

/**
 * The next token: the likeliest at temperature 0, else drawn after top-k, then top-p, then min-p. Tokens as likely as
 * the last one that these leave may be drawn as well.
 * @throws EngineError `runtime-failed` where the first logit is NaN, as all are of a graph that overflowed.
 */
export function chooseToken(logits: Float32Array, sampling: Sampling, random: Random): number {
  const best = likeliest(logits);
  if (Number.isNaN(logits[best])) {
    throw new EngineError('runtime-failed', 'The model gives no numbers.');
  }
  const { temperature, topK } = sampling;
  if (temperature === 0 || topK === 1) return best;
  const top = logits[best] as number;
  const weights = weigh(logits, top, temperature);
  const least = leastWeight(weights, sampling);
  let left = random() * sum(weights, least);
  let chosen = best;
  for (let i = 0; i < weights.length && left >= 0; i++) {
    const weight = weights[i] as number;
    if (!(weight >= least)) continue;
    chosen = i;
    left -= weight;
  }
  return chosen;
}

/** The weight of the least likely token that may be drawn. */
function leastWeight(weights: Float32Array, { topK, topP, minP = 0 }: Sampling): number {
  const least = Math.max(minP, NEVER);
  if (topK === null && topP >= 1) return least;
  const mass = sum(weights);
  let kept = new Float32Array();
  for (const step of STEPS) {
    kept = atLeast(weights, step);
    if (topK === null ? sum(kept) >= topP * mass : kept.length >= topK) break;
  }
  kept = kept
    .sort()
    .reverse()
    .subarray(0, topK ?? undefined);
  let missing = topP * (topK === null ? mass : sum(kept));
  for (const weight of kept) {
    missing -= weight;
    if (missing <= 0) return Math.max(weight, least);
  }
  return Math.max(kept.at(-1) ?? 0, least);
}

// Loops: callbacks of a vocabulary's length take several times as long.

/** Probabilities relative to that of the logit `top`. */
function weigh(logits: Float32Array, top: number, temperature: number): Float32Array {
  const weights = new Float32Array(logits.length);
  for (let i = 0; i < logits.length; i++) {
    weights[i] = Math.exp(((logits[i] as number) - top) / temperature);
  }
  return weights;
}

function atLeast(weights: Float32Array, min: number): Float32Array<ArrayBuffer> {
  const found: number[] = [];
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    if (weight >= min) found.push(weight);
  }
  return Float32Array.from(found);
}

/** The sum of the weights that are at least `min`. */
function sum(weights: Float32Array, min = 0): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    if (weight >= min) total += weight;
  }
  return total;
}

/** What the API reports of a token and of its `count` likeliest rivals. */
export function describeLogprobs(
  logits: Float32Array,
  chosen: number,
  count: number,
  bytesOf: (token: number) => Uint8Array,
): TokenLogprob {
  const top = logits[likeliest(logits)] as number;
  const logTotal = top + Math.log(sum(weigh(logits, top, 1)));
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
