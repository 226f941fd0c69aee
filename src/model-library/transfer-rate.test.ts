import { expect, test } from 'vitest';
import { TransferRate } from './transfer-rate.ts';

test('measures the last seconds of a download, not its first', () => {
  const rate = new TransferRate();
  rate.add(0, 0);
  rate.add(1_000, 1_000);
  expect(rate.bytesPerSecond).toBeNull();
  rate.add(2_000, 2_000);
  expect(rate.bytesPerSecond).toBe(1_000);
  for (let second = 3; second <= 40; second++) rate.add(second * 1_000, second * 5_000);
  expect(rate.bytesPerSecond).toBe(5_000);
});

test('begins again when a file does, and says nothing while nothing arrives', () => {
  const rate = new TransferRate();
  rate.add(0, 9_000);
  rate.add(3_000, 0);
  expect(rate.bytesPerSecond).toBeNull();
  rate.add(6_000, 0);
  expect(rate.bytesPerSecond).toBeNull();
  rate.add(9_000, 600);
  expect(rate.bytesPerSecond).toBe(100);
});
