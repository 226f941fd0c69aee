import { expect, test } from 'vitest';
import { barsOfDays, barsOfHours, totalOf } from './usage-bars.ts';

const NOW = Date.parse('2026-11-23T10:30:00Z');
const sum = (day: string, model: string, requests: number, failed = 0) => ({
  day,
  model,
  requests,
  failed,
  keyId: 'k',
  endpoint: 'chat',
  promptTokens: 10 * requests,
  completionTokens: requests,
});

test('seven days have seven bars, today last, the most used model at the bottom', () => {
  const { bars, models, max, unit } = barsOfDays(
    [sum('2026-11-23', 'small', 1), sum('2026-11-23', 'large', 4), sum('2026-11-20', 'large', 2)],
    7,
    NOW,
  );
  expect([unit, models, max]).toEqual(['day', ['large', 'small'], 5]);
  expect(bars.map(({ total }) => total)).toEqual([0, 0, 0, 2, 0, 0, 5]);
  expect(bars.at(-1)?.counts).toEqual([4, 1]);
});

test('a year has bars of a week, and no request is lost', () => {
  const days = Array.from({ length: 365 }, (_, i) =>
    new Date(NOW - i * 86_400_000).toISOString().slice(0, 10),
  );
  const { bars, unit } = barsOfDays(
    days.map((day) => sum(day, 'm', 1)),
    365,
    NOW,
  );
  expect([unit, bars.length]).toEqual(['week', 53]);
  expect(bars.reduce((all, { total }) => all + total, 0)).toBe(365);
});

test('today has a bar for each hour', () => {
  const at = (time: string) => ({ at: Date.parse(`2026-11-23T${time}Z`), model: 'm' });
  const { bars, unit } = barsOfHours([at('00:00:00'), at('10:29:00'), at('10:00:00')], NOW);
  expect([unit, bars.length, bars[0]?.total, bars[10]?.total]).toEqual(['hour', 24, 1, 2]);
  expect(barsOfHours([], NOW).max).toBe(1);
});

test('figures are added up', () => {
  expect(totalOf([sum('2026-11-23', 'a', 2, 1), sum('2026-11-22', 'b', 3)])).toMatchObject({
    requests: 5,
    failed: 1,
    promptTokens: 50,
    completionTokens: 5,
  });
  expect(totalOf([])).toMatchObject({ requests: 0, failed: 0 });
});
