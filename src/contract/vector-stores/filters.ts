import { isRecord } from '#base/guards.ts';
import { z } from '#contract/zod.ts';

/** Attributes of a file in a vector store: at most 16 pairs. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

const MAX_PAIRS = 16;
const MAX_KEY = 64;
const MAX_TEXT = 512;
/** Filters within filters. */
const MAX_DEPTH = 5;
const MAX_FILTERS = 100;

export const attributes = z
  .record(
    z.string().max(MAX_KEY, { error: `value:a key has at most ${MAX_KEY} characters.` }),
    z.union(
      [
        z.string().max(MAX_TEXT, { error: `value:a text has at most ${MAX_TEXT} characters.` }),
        z.number(),
        z.boolean(),
      ],
      { error: 'type:a string, a number or a boolean' },
    ),
    { error: 'type:an object' },
  )
  .refine((pairs) => Object.keys(pairs).length <= MAX_PAIRS, {
    error: `value:it has at most ${MAX_PAIRS} pairs.`,
  });

const ordered = (compare: (a: number, b: number) => boolean) => (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' && compare(a, b);

const COMPARISONS = {
  eq: (a: unknown, b: unknown) => a === b,
  ne: (a: unknown, b: unknown) => a !== b,
  gt: ordered((a, b) => a > b),
  gte: ordered((a, b) => a >= b),
  lt: ordered((a, b) => a < b),
  lte: ordered((a, b) => a <= b),
  in: (a: unknown, b: unknown) => Array.isArray(b) && b.includes(a),
  nin: (a: unknown, b: unknown) => Array.isArray(b) && !b.includes(a),
} as const;

interface Comparison {
  type: keyof typeof COMPARISONS;
  key: string;
  value: unknown;
}
interface Compound {
  type: 'and' | 'or';
  filters: readonly Filter[];
}

/** A condition on the attributes of a file, or several of them. */
export type Filter = Comparison | Compound;

/** A problem of a filter, and its place in it. */
interface Problem {
  at: string;
  problem: string;
}

interface Place {
  one: unknown;
  at: string;
  depth: number;
}

/** Why a filter cannot be used; null where it can. */
export function filterProblem(filter: unknown): Problem | null {
  const open: Place[] = [{ one: filter, at: '', depth: 1 }];
  let count = 0;
  for (let next = open.shift(); next; next = open.shift()) {
    if (++count > MAX_FILTERS) {
      return { at: next.at, problem: `it has at most ${MAX_FILTERS} filters.` };
    }
    const found = placeProblem(next);
    if (!Array.isArray(found)) return found;
    open.push(...found);
  }
  return null;
}

/** The problem of a place, or the places below it. */
function placeProblem({ one, at, depth }: Place): Problem | Place[] {
  if (depth > MAX_DEPTH) return { at, problem: `filters are at most ${MAX_DEPTH} levels deep.` };
  if (!isRecord(one)) return { at, problem: 'it is an object with a type.' };
  const { type, filters } = one;
  if (type !== 'and' && type !== 'or') return comparisonProblem(one, at) ?? [];
  if (!Array.isArray(filters)) return { at: `${at}.filters`, problem: 'it is an array.' };
  return filters
    .slice(0, MAX_FILTERS + 1)
    .map((inner, i) => ({ one: inner, at: `${at}.filters[${i}]`, depth: depth + 1 }));
}

function comparisonProblem({ type, key, value }: Record<string, unknown>, at: string) {
  if (typeof type !== 'string' || !Object.hasOwn(COMPARISONS, type)) {
    const known = ['and', 'or', ...Object.keys(COMPARISONS)].join(', ');
    return { at: `${at}.type`, problem: `supported types are: ${known}.` };
  }
  if (typeof key !== 'string') return { at: `${at}.key`, problem: 'it is a string.' };
  const isPlain = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one);
  if (type === 'in' || type === 'nin') {
    const isList = Array.isArray(value) && value.length <= MAX_FILTERS && value.every(isPlain);
    const problem = `it is an array of at most ${MAX_FILTERS} values.`;
    return isList ? null : { at: `${at}.value`, problem };
  }
  const problem = 'it is a string, a number or a boolean.';
  return isPlain(value) ? null : { at: `${at}.value`, problem };
}

const isCompound = (filter: Filter): filter is Compound =>
  filter.type === 'and' || filter.type === 'or';

/** Whether attributes meet a filter that `filterProblem` found usable. */
export function meetsFilter(own: Attributes, filter: Filter): boolean {
  const meets = (one: Filter) => meetsFilter(own, one);
  // By the type alone: a client may send a comparison with other fields.
  if (isCompound(filter)) {
    return filter.type === 'and' ? filter.filters.every(meets) : filter.filters.some(meets);
  }
  return COMPARISONS[filter.type](own[filter.key], filter.value);
}
