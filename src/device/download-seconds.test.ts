import { expect, test } from 'vitest';
import { downloadSeconds } from './download-seconds.ts';

test('the time of a download follows the estimated connection', () => {
  expect(downloadSeconds(373e6, { connection: { downlink: 10 } })).toBeCloseTo(298.4);
});

test('a browser that estimates nothing gives no time', () => {
  expect(downloadSeconds(373e6, {})).toBeNull();
  expect(downloadSeconds(373e6, { connection: { downlink: 0 } })).toBeNull();
});
