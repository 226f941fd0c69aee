import { characters, choiceOf } from './choice.ts';
import {
  type Bound,
  decimalRange,
  expressionOf,
  highestInteger,
  lowestInteger,
  SOME,
} from './decimal-range.ts';
import type { GrammarWriter } from './grammar-writer.ts';
import { integerRange, MAX_DIGITS } from './integer-range.ts';
import { SchemaError, type SchemaObject } from './schema.ts';

/** Multiples that are written out one by one. */
const MAX_LISTED = 1000;
/** Steps that are followed digit by digit: one rule for each remainder and digit. */
const MAX_REMAINDERS = 25;

/**
 * Numbers of a schema, an EBNF expression; null where there is none.
 * @throws SchemaError `multipleOf` for steps that are not whole.
 */
export function numberGrammar(
  writer: GrammarWriter,
  schema: SchemaObject,
  isInteger: boolean,
): string | null {
  const low = stricter(bound(schema, 'minimum'), bound(schema, 'exclusiveMinimum'), 1);
  const high = stricter(bound(schema, 'maximum'), bound(schema, 'exclusiveMaximum'), -1);
  const step = schema['multipleOf'];
  if (step === undefined || step === 1) {
    const isWhole = isInteger || step === 1;
    const range = isWhole
      ? integerRange(lowestInteger(low), highestInteger(high))
      : decimalRange(low, high);
    // Written out for each range, these places take xgrammar seconds for a hundred numbers.
    const share = (atom: string) => (atom === SOME ? writer.rule(SOME) : atom);
    const written = expressionOf(range.map((atoms) => atoms.map(share)));
    writer.countRange(written ?? '');
    return written;
  }
  if (typeof step !== 'number' || !Number.isSafeInteger(step) || step < 1) {
    throw new SchemaError('multipleOf', 'can be followed for whole numbers only.');
  }
  return multiples(writer, BigInt(step), lowestInteger(low), highestInteger(high));
}

function bound(schema: SchemaObject, keyword: string): Bound | null {
  const value = schema[keyword];
  if (typeof value !== 'number') return null;
  return { value, isExclusive: keyword.startsWith('exclusive') };
}

/** The bound that leaves less; `side` is 1 for lower bounds, −1 for upper ones. */
function stricter(a: Bound | null, b: Bound | null, side: 1 | -1): Bound | null {
  if (!a || !b) return a ?? b;
  if (a.value === b.value) return a.isExclusive ? a : b;
  return (a.value - b.value) * side > 0 ? a : b;
}

function multiples(
  writer: GrammarWriter,
  step: bigint,
  low: bigint | null,
  high: bigint | null,
): string | null {
  const first = low === null ? null : ceilTo(low, step);
  const last = high === null ? null : -ceilTo(-high, step);
  if (first !== null && last !== null && first > last) return null;
  const isShort = first !== null && last !== null && (last - first) / step < MAX_LISTED;
  const holdsZero = (first ?? 0n) <= 0n && (last ?? 0n) >= 0n;
  if (isShort || !holdsZero || step > MAX_REMAINDERS) return listed(step, first, last);
  const up = byDigits(writer, step, last);
  const down = byDigits(writer, step, first === null ? null : -first);
  return ['"0"', up, down && `"-" ${down}`].filter(Boolean).join(' | ');
}

/** A thousand multiples at most, from the bound that is given, else around zero. */
function listed(step: bigint, first: bigint | null, last: bigint | null): string {
  const span = BigInt(MAX_LISTED - 1) * step;
  const from = first ?? (last === null ? -(span / 2n / step) * step : last - span);
  const to = last !== null && last < from + span ? last : from + span;
  const all: string[][] = [];
  for (let at = from; at <= to; at += step) all.push(characters(String(at)));
  return choiceOf(all);
}

/** Positive multiples as digits with their remainder carried along; as long as the bound allows. */
function byDigits(writer: GrammarWriter, step: bigint, max: bigint | null): string | null {
  const size = Number(step);
  const length = max === null ? MAX_DIGITS : String(max + 1n).length - 1;
  if (length < 1 || 10n ** BigInt(length) <= step) return null;
  const known = new Map<string, string | null>();
  /** What may follow a remainder; null where no multiple is reached any more. */
  const rest = (remainder: number, left: number): string | null => {
    const state = `${remainder} ${left}`;
    if (!known.has(state)) {
      const options = left > 0 ? following(remainder, '0123456789', left) : [];
      if (remainder === 0) options.unshift('""');
      known.set(state, options.length === 0 ? null : writer.rule(options.join(' | ')));
    }
    return known.get(state) ?? null;
  };
  const following = (remainder: number, digits: string, left: number): string[] =>
    [...digits].flatMap((digit) => {
      const next = rest((remainder * 10 + Number(digit)) % size, left - 1);
      return next === null ? [] : [`"${digit}" ${next}`];
    });
  const starts = following(0, '123456789', length);
  return starts.length === 0 ? null : `(${starts.join(' | ')})`;
}

/** The least multiple of `step` that is not below a value. */
function ceilTo(value: bigint, step: bigint): bigint {
  const down = (value / step) * step;
  return down < value ? down + step : down;
}
