import { expect, test } from 'vitest';
import { waterfall, wholeSeconds, writingRate } from './waterfall.ts';

const row = {
  loadSeconds: 1,
  queueSeconds: 0.5,
  firstTokenSeconds: 0.25,
  totalSeconds: 2.75,
  completionTokens: 21,
};

test('the time of a request is split into loading, queue, reading and writing', () => {
  expect(waterfall(row)).toEqual([
    { phase: 'load', seconds: 1 },
    { phase: 'queue', seconds: 0.5 },
    { phase: 'read', seconds: 0.25 },
    { phase: 'write', seconds: 2 },
  ]);
  expect(wholeSeconds(row)).toBe(3.75);
  expect(writingRate(row)).toBe(10);
});

test('phases that took no time are left out, and rows of older versions have no loading', () => {
  const { loadSeconds: _, ...older } = { ...row, queueSeconds: 0 };
  expect(waterfall(older).map(({ phase }) => phase)).toEqual(['read', 'write']);
  const refused = { queueSeconds: 0, firstTokenSeconds: 0, totalSeconds: 0, completionTokens: 0 };
  expect([waterfall(refused), writingRate(refused)]).toEqual([[], null]);
});
