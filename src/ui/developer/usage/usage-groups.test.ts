import { expect, test } from 'vitest';
import { histogramOf } from '#base/histogram.ts';
import type { UsageSum } from '#contract/api-key.ts';
import { budgetsOf, groupSums, quantilesOf } from './usage-groups.ts';

const sum = (
  day: string,
  keyId: string,
  model: string,
  more: Partial<UsageSum> = {},
): UsageSum => ({
  day,
  keyId,
  model,
  endpoint: 'chat',
  requests: 1,
  failed: 0,
  promptTokens: 10,
  completionTokens: 5,
  admitted: 1,
  first: histogramOf(1),
  rate: histogramOf(20),
  ...more,
});

const sums = [
  sum('2026-11-02', 'a', 'small', { requests: 3, admitted: 2, failed: 1 }),
  sum('2026-11-02', 'b', 'large'),
  sum('2026-11-01', 'a', 'large', { first: histogramOf(4) }),
  sum('2026-10-31', 'a', 'small', { endpoint: 'embeddings' }),
];

test('sums are grouped by one of their fields and lose nothing', () => {
  const counts = (by: Parameters<typeof groupSums>[1]) =>
    groupSums(sums, by).map(({ requests }) => requests);
  expect(groupSums(sums, 'day').map(({ day }) => day)).toEqual([
    '2026-11-02',
    '2026-11-01',
    '2026-10-31',
  ]);
  expect(counts('day')).toEqual([4, 1, 1]);
  expect(counts('key')).toEqual([5, 1]);
  expect(counts('model')).toEqual([4, 2]);
  expect(counts('endpoint')).toEqual([5, 1]);
  expect(groupSums(sums, 'all')).toHaveLength(4);
});

test('quantiles of a group count all its answers', () => {
  const [a] = groupSums(sums, 'key');
  const { first, rate } = quantilesOf(a ?? {});
  expect(first.p50).toBeCloseTo(1, 1);
  expect(first.p95).toBeCloseTo(4, 0);
  expect(rate.p50).toBeCloseTo(20, 0);
  expect(quantilesOf({})).toEqual({
    first: { p50: null, p95: null },
    rate: { p50: null, p95: null },
  });
});

test('budgets count the admitted requests of today and the tokens of today and this month', () => {
  const limits = { requestsPerDay: 2, tokensPerDay: 100, tokensPerMonth: 40 };
  expect(budgetsOf({ id: 'a', limits }, sums, '2026-11-02')).toEqual([
    { limit: 'requestsPerDay', used: 2, max: 2 },
    { limit: 'tokensPerDay', used: 15, max: 100 },
    { limit: 'tokensPerMonth', used: 30, max: 40 },
  ]);
  expect(budgetsOf({ id: 'a', limits: { requestsPerMinute: 1 } }, sums, '2026-11-02')).toEqual([]);
});
