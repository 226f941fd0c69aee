import { expect, test } from 'vitest';
import { diskShare } from './disk-bar.tsx';

test('models take their share of what the browser may store', () => {
  expect(diskShare(69e6, 10.8e9)).toBeCloseTo(0.0064, 4);
  expect(diskShare(5.4e9, 10.8e9)).toBe(0.5);
});

test('the share is at most everything, also over a quota that was lowered', () => {
  expect(diskShare(2e9, 1e9)).toBe(1);
});

test('without a quota the bar shows only how models share the used bytes', () => {
  expect(diskShare(69e6, null)).toBe(1);
});
