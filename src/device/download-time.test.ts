import { expect, test } from 'vitest';
import { downloadTime } from './download-time.ts';

test('a measured rate comes before the browser’s estimate', () => {
  const connection = { downlink: 1.5 };
  expect(downloadTime(373e6, 20e6, { connection })).toEqual({ seconds: 18.65, basis: 'measured' });
  const estimated = downloadTime(375e6, null, { connection });
  expect(estimated).toEqual({ seconds: 2000, basis: 'estimated' });
});

test('browsers report at most 10 Mbit/s: the line may be faster', () => {
  const found = downloadTime(373e6, null, { connection: { downlink: 10 } });
  expect(found?.seconds).toBeCloseTo(298.4);
  expect(found?.basis).toBe('at-most');
});

test('a browser that estimates nothing gives no time', () => {
  expect(downloadTime(373e6, null, {})).toBeNull();
  expect(downloadTime(373e6, null, { connection: { downlink: 0 } })).toBeNull();
});
