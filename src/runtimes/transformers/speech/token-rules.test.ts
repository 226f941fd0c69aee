import { expect, test } from 'vitest';
import { applyTokenRules, logSumExp, type SpeechTokens } from './token-rules.ts';

/** Text 0-4, end 5, no timestamps 6, times from 7. */
const tokens: SpeechTokens = {
  end: 5,
  noTimestamps: 6,
  firstTime: 7,
  suppressed: [],
  suppressedFirst: [],
  maxFirstTime: null,
};
const T = (step: number) => 7 + step;

function allowed(written: number[], best = 0): number[] {
  const logits = new Float32Array(12).fill(0);
  logits[best] = 9;
  applyTokenRules(logits, written, tokens, true);
  return [...logits.keys()].filter((i) => logits[i] !== Number.NEGATIVE_INFINITY);
}

test('an answer begins with a time', () => {
  expect(allowed([])).toEqual([7, 8, 9, 10, 11]);
});

test('after the first time comes text or the end', () => {
  expect(allowed([T(0)])).toEqual([0, 1, 2, 3, 4, 5]);
});

test('after text comes text, the end, or a later time', () => {
  expect(allowed([T(1), 0])).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11]);
});

test('after the end of a segment comes its successor or the end', () => {
  expect(allowed([T(1), 0, T(2)], 5)).toEqual([5, 9, 10, 11]);
});

test('a time is chosen when all together outweigh every text', () => {
  expect(allowed([T(1), 0], 10)).toEqual([9, 10, 11]);
});

test('suppressed tokens are never chosen, some only not first', () => {
  const logits = new Float32Array(12).fill(0);
  const rules = { ...tokens, suppressed: [1, 2], suppressedFirst: [3, 5] };
  applyTokenRules(logits, [0], rules, false);
  expect([...logits.keys()].filter((i) => logits[i] === 0)).toEqual([0, 3, 4, 5, 6]);
  applyTokenRules(logits, [], rules, false);
  expect([...logits.keys()].filter((i) => logits[i] === 0)).toEqual([0, 4, 6]);
});

test('the first segment starts within the limit', () => {
  const logits = new Float32Array(12).fill(0);
  applyTokenRules(logits, [], { ...tokens, maxFirstTime: 1 }, true);
  expect([...logits.keys()].filter((i) => logits[i] === 0)).toEqual([7, 8]);
});

test('logSumExp of equal logits is their level plus the logarithm of their number', () => {
  expect(logSumExp(new Float32Array([3, 3, 3, 3]))).toBeCloseTo(3 + Math.log(4));
  expect(logSumExp(new Float32Array([-Infinity, 2]), 1)).toBe(2);
});
