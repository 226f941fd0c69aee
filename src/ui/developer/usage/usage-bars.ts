import type { UsageSum } from '#contract/api-key.ts';
import type { UsageRow } from '#storage/service-records.ts';
import { added } from '#storage/usage-ledger.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days beyond which a bar is a week. */
const MAX_DAYS = 92;

/** One column of the chart. */
interface Bar {
  /** Unix milliseconds. */
  start: number;
  /** Requests of each model, in the order of `models`. */
  counts: number[];
  total: number;
}

export interface Bars {
  models: string[];
  bars: Bar[];
  /** The highest column. */
  max: number;
  unit: 'hour' | 'day' | 'week';
}

interface Counted {
  at: number;
  model: string;
  requests: number;
}

/** Requests by day, or by week for long periods, in total and per model; includes days without requests. */
export function barsOfDays(sums: readonly UsageSum[], days: number, now: number): Bars {
  const unit = days > MAX_DAYS ? 'week' : 'day';
  const step = unit === 'week' ? 7 * DAY_MS : DAY_MS;
  const end = Math.floor(now / DAY_MS) * DAY_MS + DAY_MS;
  const count = Math.ceil(days / (step / DAY_MS));
  const counted = sums.map((s) => ({
    at: Date.parse(s.day),
    model: s.model,
    requests: s.requests,
  }));
  return toBars(counted, end - count * step, step, count, unit);
}

/** Requests of today (UTC) by hour. */
export function barsOfHours(rows: readonly Pick<UsageRow, 'at' | 'model'>[], now: number): Bars {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const counted = rows.map(({ at, model }) => ({ at, model, requests: 1 }));
  return toBars(counted, today, HOUR_MS, 24, 'hour');
}

function toBars(
  counted: readonly Counted[],
  start: number,
  step: number,
  count: number,
  unit: Bars['unit'],
): Bars {
  const totals = new Map<string, number>();
  for (const { model, requests } of counted) {
    totals.set(model, (totals.get(model) ?? 0) + requests);
  }
  // The most used model stands at the bottom of every bar.
  const models = [...totals].sort(([, a], [, b]) => b - a).map(([model]) => model);
  const bars = Array.from({ length: count }, (_, i): Bar => {
    return { start: start + i * step, counts: models.map(() => 0), total: 0 };
  });
  for (const { at, model, requests } of counted) {
    const bar = bars[Math.floor((at - start) / step)];
    const place = models.indexOf(model);
    if (!bar) continue;
    bar.counts[place] = (bar.counts[place] ?? 0) + requests;
    bar.total += requests;
  }
  return { models, bars, max: Math.max(1, ...bars.map(({ total }) => total)), unit };
}

/** The figures above the chart: all sums as one. */
export function totalOf(sums: readonly UsageSum[]): UsageSum {
  const none = { requests: 0, failed: 0, promptTokens: 0, completionTokens: 0, admitted: 0 };
  return sums.reduce(added, { day: '', keyId: '', model: '', endpoint: '', ...none });
}
