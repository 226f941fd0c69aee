import { quantileOf } from '#base/histogram.ts';
import type { ApiKeyView, KeyLimits, UsageSum } from '#contract/api-key.ts';
import { added } from '#storage/usage-ledger.ts';

/** What the rows of the table are sums of. */
export type Grouping = 'day' | 'key' | 'model' | 'endpoint' | 'all';

const FIELDS: Readonly<Record<Grouping, readonly ('day' | 'keyId' | 'model' | 'endpoint')[]>> = {
  day: ['day'],
  key: ['keyId'],
  model: ['model'],
  endpoint: ['endpoint'],
  all: ['day', 'keyId', 'model', 'endpoint'],
};

/** Sums with the same values of the grouping's fields as one: days newest first, others by their requests. */
export function groupSums(sums: readonly UsageSum[], by: Grouping): UsageSum[] {
  const groups = new Map<string, UsageSum>();
  for (const sum of sums) {
    const key = JSON.stringify(FIELDS[by].map((field) => sum[field]));
    const group = groups.get(key);
    groups.set(key, group ? added(group, sum) : sum);
  }
  const all = [...groups.values()];
  const isByDay = by === 'day' || by === 'all';
  return all.sort((a, b) =>
    isByDay ? b.day.localeCompare(a.day) || b.requests - a.requests : b.requests - a.requests,
  );
}

/** Medians and the values that 95 of 100 answers do not exceed; null where no answer was timed. */
export interface Quantiles {
  /** Seconds to the first token. */
  first: { p50: number | null; p95: number | null };
  /** Tokens a second after it. */
  rate: { p50: number | null; p95: number | null };
}

export function quantilesOf({
  first = {},
  rate = {},
}: Pick<UsageSum, 'first' | 'rate'>): Quantiles {
  return {
    first: { p50: quantileOf(first, 0.5), p95: quantileOf(first, 0.95) },
    rate: { p50: quantileOf(rate, 0.5), p95: quantileOf(rate, 0.95) },
  };
}

/** A limit of a key with its use. */
export interface Budget {
  limit: 'requestsPerDay' | 'tokensPerDay' | 'tokensPerMonth';
  used: number;
  max: number;
}

/** From this share on a budget is nearly used up. */
export const WARN_SHARE = 0.8;

/** The budgets of a key by the sums since the first of the month. `today`: UTC, `YYYY-MM-DD`. */
export function budgetsOf(
  { id, limits }: Pick<ApiKeyView, 'id' | 'limits'>,
  sums: readonly UsageSum[],
  today: string,
): Budget[] {
  const own = sums.filter(({ keyId }) => keyId === id);
  const ofDay = own.filter(({ day }) => day === today);
  const ofMonth = own.filter(({ day }) => day.slice(0, 7) === today.slice(0, 7));
  const tokens = (some: readonly UsageSum[]) =>
    some.reduce((all, sum) => all + sum.promptTokens + sum.completionTokens, 0);
  const requests = ofDay.reduce((all, sum) => all + (sum.admitted ?? sum.requests), 0);
  const budget = (limit: Budget['limit'] & keyof KeyLimits, used: number): Budget[] => {
    const max = limits[limit];
    return max === undefined ? [] : [{ limit, used, max }];
  };
  return [
    ...budget('requestsPerDay', requests),
    ...budget('tokensPerDay', tokens(ofDay)),
    ...budget('tokensPerMonth', tokens(ofMonth)),
  ];
}
