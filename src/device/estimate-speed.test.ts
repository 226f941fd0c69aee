import { expect, test } from 'vitest';
import { estimateTokensPerSecond } from '#ui/model-offer/use-speed.ts';

test('the estimate is that of the machine it was calibrated on, and falls with the size', () => {
  expect(estimateTokensPerSecond(643e6, 20e9, 2)).toBeCloseTo(13.6, 0);
  expect(estimateTokensPerSecond(1e6, 20e9, 2)).toBeLessThan(400);
  expect(estimateTokensPerSecond(1_800e6, 20e9, 2)).toBeCloseTo(5, 0);
});

test('more threads help until the memory is shared', () => {
  expect(estimateTokensPerSecond(1e9, 10e9, 64)).toBe(estimateTokensPerSecond(1e9, 10e9, 4));
  expect(estimateTokensPerSecond(1e9, 10e9, 0)).toBe(estimateTokensPerSecond(1e9, 10e9, 1));
});
