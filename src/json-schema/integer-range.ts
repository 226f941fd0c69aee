import { type Atoms, times } from './choice.ts';

/** Digits an integer without bounds may have: all of them are exact as a double. */
export const MAX_DIGITS = 15;

/**
 * Decimal integers from `low` to `high` as alternatives; none where there is none. A missing bound
 * ends at fifteen digits.
 */
export function integerRange(low: bigint | null, high: bigint | null): Atoms[] {
  const far = 10n ** BigInt(Math.max(MAX_DIGITS, digitsOf(low) + 1, digitsOf(high) + 1)) - 1n;
  const from = low ?? -far;
  const to = high ?? far;
  if (from > to) return [];
  const parts: Atoms[] = [];
  if (from < 0n) {
    for (const part of naturals(to < 0n ? -to : 1n, -from)) parts.push(['"-"', ...part]);
  }
  if (to >= 0n) parts.push(...naturals(from > 0n ? from : 0n, to));
  return parts;
}

function digitsOf(value: bigint | null): number {
  return value === null ? 0 : String(value < 0n ? -value : value).length;
}

/** Numbers from `low` to `high`, 0 ≤ low ≤ high, grouped by how many digits they have. */
function naturals(low: bigint, high: bigint): Atoms[] {
  const parts: Atoms[] = [];
  for (let digits = String(low).length; digits <= String(high).length; digits++) {
    const first = digits === 1 ? 0n : 10n ** BigInt(digits - 1);
    const last = 10n ** BigInt(digits) - 1n;
    const from = low > first ? low : first;
    const to = high < last ? high : last;
    if (from <= to) parts.push(...digitsBetween(String(from), String(to)));
  }
  return parts;
}

/** Strings of digits between two of the same length, as alternatives. */
function digitsBetween(low: string, high: string): Atoms[] {
  if (low === '') return [[]];
  const [a, b] = [Number(low[0]), Number(high[0])];
  const [lowTail, highTail] = [low.slice(1), high.slice(1)];
  const lead = (digit: number, tails: readonly Atoms[]) =>
    tails.map((tail) => [`"${digit}"`, ...tail]);
  if (a === b) return lead(a, digitsBetween(lowTail, highTail));
  const rest = lowTail.length;
  const isFromZero = /^0*$/.test(lowTail);
  const isToNine = /^9*$/.test(highTail);
  const [from, to] = [isFromZero ? a : a + 1, isToNine ? b : b - 1];
  return [
    ...(isFromZero ? [] : lead(a, digitsBetween(lowTail, '9'.repeat(rest)))),
    ...(from <= to ? [[digitClass(from, to), ...times('[0-9]', rest)]] : []),
    ...(isToNine ? [] : lead(b, digitsBetween('0'.repeat(rest), highTail))),
  ];
}

/** A digit between two, as an atom. */
export function digitClass(from: number, to: number): string {
  return from === to ? `"${from}"` : `[${from}-${to}]`;
}
