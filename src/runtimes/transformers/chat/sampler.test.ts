import { expect, test } from 'vitest';
import type { Sampling } from '#engine/sampling.ts';
import {
  applyBias,
  applyPenalties,
  chooseToken,
  describeLogprobs,
  GREEDY,
  seeded,
} from './sampler.ts';

const plain: Sampling = {
  temperature: 1,
  topP: 1,
  topK: null,
  seed: null,
  presencePenalty: 0,
  frequencyPenalty: 0,
};
const logits = () => Float32Array.from([1, 3, 2, 0]);

function draws(sampling: Sampling, times = 4000): number[] {
  const random = seeded(7);
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < times; i++) {
    const token = chooseToken(logits(), sampling, random);
    counts[token] = (counts[token] ?? 0) + 1;
  }
  return counts.map((c) => c / times);
}

test('temperature 0 selects the most likely token', () => {
  expect(draws({ ...plain, temperature: 0 }, 10)).toEqual([0, 1, 0, 0]);
});

test('draws as often as the probabilities say', () => {
  const weights = [1, 3, 2, 0].map(Math.exp);
  const total = weights.reduce((a, b) => a + b);
  const found = draws(plain);
  for (const [i, w] of weights.entries()) expect(found[i]).toBeCloseTo(w / total, 1);
});

test('top_k and top_p leave only the likeliest', () => {
  expect(draws({ ...plain, topK: 2 }).map((p) => p > 0)).toEqual([false, true, true, false]);
  expect(draws({ ...plain, topP: 0.5 })).toEqual([0, 1, 0, 0]);
  expect(draws({ ...plain, topP: 0 })).toEqual([0, 1, 0, 0]);
});

test('min-p retains tokens by their probability relative to the most likely one, and bias shifts single tokens', () => {
  expect(draws({ ...plain, minP: 0.3 }).map((p) => p > 0)).toEqual([false, true, true, false]);
  const values = logits();
  applyBias(
    values,
    new Map([
      [3, 5],
      [99, 1],
    ]),
  );
  expect([...values]).toEqual([1, 3, 2, 5]);
});

test('tokens that a grammar forbids are never sampled', () => {
  const values = Float32Array.from([1, -Infinity, 2, -Infinity]);
  const random = seeded(3);
  for (let i = 0; i < 200; i++) expect([0, 2]).toContain(chooseToken(values, plain, random));
});

/** The tokens that may be drawn, by the definition: all are sorted, then cut. */
function allowed(logits: Float32Array, { temperature, topK, topP, minP = 0 }: Sampling): number[] {
  const top = Math.max(...logits);
  const sorted = [...logits]
    .map((logit, token) => ({ token, weight: Math.exp((logit - top) / temperature) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, topK ?? undefined);
  const total = sorted.reduce((mass, { weight }) => mass + weight, 0);
  let mass = 0;
  const nucleus = sorted.filter(({ weight }) => {
    const isIn = mass === 0 || mass < topP * total;
    mass += weight;
    return isIn;
  });
  return nucleus.filter(({ weight }) => weight >= minP).map(({ token }) => token);
}

test.each([
  { temperature: 1, topK: 64, topP: 0.95 },
  { temperature: 0.6, topK: 20, topP: 1 },
  { temperature: 0.3, topK: null, topP: 0.9 },
  // More than the likely tokens: all are sorted.
  { temperature: 2, topK: 1_500, topP: 1 },
  { temperature: 9, topK: null, topP: 0.9 },
  { temperature: 9, topK: null, topP: 0.9, minP: 0.4 },
])('draws from a large vocabulary what top-k, top-p and min-p leave: %j', (changes) => {
  const random = seeded(11);
  const values = Float32Array.from({ length: 2_000 }, () => 12 * (random() + random() - 1));
  const sampling = { ...plain, ...changes };
  const tokens = new Set(allowed(values, sampling));
  // Near the ends of its range, a draw finds the first and the last token.
  const drawn = [0, 1 - 2 ** -32].map((at) => chooseToken(values, sampling, () => at));
  const ids = [...tokens];
  expect(drawn).toEqual([Math.min(...ids), Math.max(...ids)]);
  for (let i = 0; i < 200; i++) expect(tokens).toContain(chooseToken(values, sampling, random));
});

test('the one token of top_k 1 is the first of equals', () => {
  const values = Float32Array.from([1, 3, 3]);
  expect(chooseToken(values, { ...plain, topK: 1 }, () => 0.9)).toBe(1);
});

test('equal seeds draw equal tokens', () => {
  const sequence = (seed: number) => {
    const random = seeded(seed);
    return Array.from({ length: 20 }, () => chooseToken(logits(), plain, random));
  };
  expect(sequence(5)).toEqual(sequence(5));
  expect(sequence(5)).not.toEqual(sequence(6));
});

test('penalties lower the logits of generated tokens', () => {
  const values = logits();
  applyPenalties(values, new Map([[1, 2]]), {
    ...plain,
    presencePenalty: 0.5,
    frequencyPenalty: 1,
  });
  expect([...values]).toEqual([1, 0.5, 2, 0]);
});

test('logprobs are natural logarithms of probabilities', () => {
  const { logprob, top } = describeLogprobs(logits(), 2, 2, (t) => Uint8Array.from([65 + t]));
  expect(logprob).toBeCloseTo(2 - Math.log(Math.E + Math.E ** 3 + Math.E ** 2 + 1), 5);
  expect(top.map((t) => t.token)).toEqual(['B', 'C']);
});

test('NaN logits are an error, not a token', () => {
  const broken = new Float32Array(8).fill(Number.NaN);
  expect(() => chooseToken(broken, GREEDY, Math.random)).toThrow('no numbers');
  expect(() => chooseToken(broken, { ...GREEDY, temperature: 1 }, Math.random)).toThrow();
});
