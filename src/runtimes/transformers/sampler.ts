import type { Sampling, TokenLogprob } from '#engine/tasks.ts';

/** Uniform numbers in [0, 1). */
export type Random = () => number;

/** A small seeded generator (mulberry32); without a seed, the browser's own. */
export function createRandom(seed: number | null): Random {
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

/** The next token: the likeliest at temperature 0, else drawn after top-k, then top-p. */
export function chooseToken(logits: Float32Array, sampling: Sampling, random: Random): number {
  if (sampling.temperature === 0) return likeliest(logits);
  const order = topTokens(logits, sampling.topK ?? logits.length);
  const top = logits[order[0] ?? 0] ?? 0;
  const weights = order.map((i) => Math.exp(((logits[i] as number) - top) / sampling.temperature));
  const total = weights.reduce((a, b) => a + b, 0);
  let kept = 0;
  let mass = 0;
  while (kept < order.length && (kept === 0 || mass < sampling.topP * total)) {
    mass += weights[kept] as number;
    kept++;
  }
  let left = random() * mass;
  for (let i = 0; i < kept; i++) {
    left -= weights[i] as number;
    if (left < 0) return order[i] as number;
  }
  return order[kept - 1] as number;
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

/** Tokens by falling logit, at most `count`. */
function topTokens(logits: Float32Array, count: number): number[] {
  if (count === 0) return [];
  const order = Array.from(logits.keys());
  order.sort((a, b) => (logits[b] as number) - (logits[a] as number));
  return order.slice(0, count);
}
