import { type Atoms, choiceOf } from './choice.ts';
import { digitClass, integerRange } from './integer-range.ts';

/** One end of a range of numbers. */
export interface Bound {
  value: number;
  isExclusive: boolean;
}

/** Digits after the point: with those before it few enough to be exact as a double. */
const FRACTION = 6;
const ANY_NUMBER: Atoms = [
  '"-"?',
  '("0" | [1-9] [0-9]{0,14})',
  '("." [0-9]{1,10})?',
  '([eE] [+-]? [0-9]{1,2})?',
];

interface Decimal {
  whole: bigint;
  /** Digits after the point without zeros at the end. */
  fraction: string;
}

/**
 * Decimal numbers between two bounds as alternatives; none where there is none. From 1.5 to 3 they are, in short:
 *     1 . [6-9] …   more than the first digit of the lower bound
 *     1 . 5 …       that digit, then anything
 *     2 …           whole parts between the bounds
 *     3, 3.0        the upper bound
 */
export function decimalRange(low: Bound | null, high: Bound | null): Atoms[] {
  if (!low && !high) return [ANY_NUMBER];
  // Beyond a thousand million, digits after the point would round to the bound itself.
  if (Math.max(Math.abs(low?.value ?? 0), Math.abs(high?.value ?? 0)) >= 1e9) {
    return integerRange(lowestInteger(low), highestInteger(high));
  }
  return [...belowZero(low, high), ...fromZero(low, high)];
}

/** Numbers below zero mirror those above it; −0 is left out. */
function belowZero(low: Bound | null, high: Bound | null): Atoms[] {
  if (low && low.value >= 0) return [];
  const nearest = high && high.value < 0 ? negated(high) : null;
  const mirrored = positives(nearest ?? { value: 0, isExclusive: true }, negated(low));
  return mirrored.map((part) => ['"-"', ...part]);
}

function fromZero(low: Bound | null, high: Bound | null): Atoms[] {
  if (high && high.value < 0) return [];
  return positives(low && low.value >= 0 ? low : { value: 0, isExclusive: false }, high);
}

/** The least integer inside a lower bound. */
export function lowestInteger(low: Bound | null): bigint | null {
  if (!low) return null;
  const min = BigInt(Math.ceil(low.value));
  return low.isExclusive && Number.isInteger(low.value) ? min + 1n : min;
}

export function highestInteger(high: Bound | null): bigint | null {
  const min = lowestInteger(negated(high));
  return min === null ? null : -min;
}

function negated(bound: Bound | null): Bound | null {
  return bound && { value: -bound.value, isExclusive: bound.isExclusive };
}

/** Numbers from `low` ≥ 0 up. */
function positives(low: Bound, high: Bound | null): Atoms[] {
  const from = toDecimal(low.value);
  const to = high && toDecimal(high.value);
  const whole = (value: bigint, fractions: readonly Atoms[]): Atoms[] =>
    fractions.map((f) => [...[...String(value)].map((d) => `"${d}"`), ...f]);
  if (to && high && from.whole === to.whole) {
    const inside = between(from.fraction, low.isExclusive, to.fraction, high.isExclusive);
    return whole(from.whole, inside);
  }
  if (to && to.whole < from.whole) return [];
  const middle = integerRange(from.whole + 1n, to ? to.whole - 1n : null);
  return [
    ...whole(from.whole, atLeast(from.fraction, low.isExclusive)),
    ...middle.flatMap((m) => ANY_FRACTION.map((f) => [...m, ...f])),
    ...(to && high ? whole(to.whole, atMost(to.fraction, high.isExclusive)) : []),
  ];
}

/** A number in plain digits. */
function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [head = '0', tail = ''] = mantissa.split('.');
  const shift = Number(exponent);
  const all = head + tail;
  const point = head.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0');
  const at = Math.max(1, point);
  return { whole: BigInt(padded.slice(0, at)), fraction: padded.slice(at).replace(/0+$/, '') };
}

/** Further digits, up to the longest fraction: a rule of them is shared by all numbers of a grammar. */
export const SOME = `[0-9]{0,${FRACTION - 1}}`;
const ANY_TAIL: Atoms = ['[0-9]', SOME];
/** No fraction at all, or any. */
const ANY_FRACTION: readonly Atoms[] = [[], ['"."', ...ANY_TAIL]];
const ZEROS: readonly Atoms[] = [[], ['"."', '"0"']];

const withPoint = (tails: readonly Atoms[]): Atoms[] => tails.map((tail) => ['"."', ...tail]);
const lead = (digit: number, tails: readonly Atoms[]): Atoms[] =>
  tails.map((tail) => [`"${digit}"`, ...tail]);

/** Fractions, point included or nothing at all, of at least `0.limit`. */
function atLeast(limit: string, isExclusive: boolean): Atoms[] {
  if (limit === '' && !isExclusive) return [...ANY_FRACTION];
  return withPoint(tailAtLeast(limit, isExclusive));
}

/** Fraction digits that are at least `limit` (which does not end in zero). */
function tailAtLeast(limit: string, isExclusive: boolean): Atoms[] {
  if (limit === '') return isExclusive ? MORE_THAN_ZERO : [[], ANY_TAIL];
  const digit = Number(limit[0]);
  const more: Atoms[] = digit < 9 ? [[digitClass(digit + 1, 9), SOME]] : [];
  return [...more, ...lead(digit, tailAtLeast(limit.slice(1), isExclusive))];
}

/** Digits of which one is not zero. */
const MORE_THAN_ZERO: Atoms[] = [
  ['[1-9]', SOME],
  ['"0"', '[1-9]', SOME],
  ['"0"', '"0"', '[1-9]', SOME],
];

/** Fractions of at most `0.limit`. */
function atMost(limit: string, isExclusive: boolean): Atoms[] {
  if (limit === '') return isExclusive ? [] : [...ZEROS];
  return [[], ...withPoint(tailAtMost(limit, isExclusive))];
}

/** One or more fraction digits that are at most `limit` (not empty). */
function tailAtMost(limit: string, isExclusive: boolean): Atoms[] {
  const digit = Number(limit[0]);
  const rest = limit.slice(1);
  const less: Atoms[] = digit > 0 ? [[digitClass(0, digit - 1), SOME]] : [];
  if (rest !== '') return [...less, ...lead(digit, [[], ...tailAtMost(rest, isExclusive)])];
  return isExclusive ? less : [...less, ...lead(digit, [[], ['"0"']])];
}

function between(
  low: string,
  isLowExclusive: boolean,
  high: string,
  isHighExclusive: boolean,
): Atoms[] {
  if (low > high) return [];
  if (low === high) {
    if (isLowExclusive || isHighExclusive) return [];
    return low === '' ? [...ZEROS] : withPoint([[...low].map((d) => `"${d}"`)]);
  }
  const tails = withPoint(tailBetween(low, isLowExclusive, high, isHighExclusive));
  // Without a point the number is the whole part itself: the low end, where that counts.
  return low === '' && !isLowExclusive ? [[], ...tails] : tails;
}

/** Digits, at least one, from `low` to `high`; low < high, neither ends in zero. */
function tailBetween(low: string, lowOut: boolean, high: string, highOut: boolean): Atoms[] {
  const a = Number(low[0] ?? '0');
  const b = Number(high[0]);
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  if (a === b) return lead(a, tailBetween(lowRest, lowOut, highRest, highOut));
  const middle: Atoms[] = b - a > 1 ? [[digitClass(a + 1, b - 1), SOME]] : [];
  const atEnd: Atoms[] = highOut ? [] : [[], ['"0"']];
  const last = highRest === '' ? atEnd : [[], ...tailAtMost(highRest, highOut)];
  return [...lead(a, tailAtLeast(lowRest, lowOut)), ...middle, ...lead(b, last)];
}

/** Alternatives as one expression; null for none. */
export function expressionOf(alternatives: readonly Atoms[]): string | null {
  return alternatives.length === 0 ? null : choiceOf(alternatives);
}
