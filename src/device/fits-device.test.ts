import { expect, test } from 'vitest';
import { fitsDevice } from './fits-device.ts';

test('a model fits when it takes at most half of the memory', () => {
  expect(fitsDevice(120_000_000, { memoryBytes: 4 * 2 ** 30 })).toEqual({
    fits: true,
    reason: "Needs 120 MB of memory; half of this device's 4.3 GB is more.",
  });
  expect(fitsDevice(3_000_000_000, { memoryBytes: 4 * 2 ** 30 }).fits).toBe(false);
});

test('a browser that does not say is not taken for a small one', () => {
  expect(fitsDevice(3_000_000_000, { memoryBytes: null }).fits).toBe(true);
});
