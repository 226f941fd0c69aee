import { characterClass, literal } from './grammar-writer.ts';
import { SchemaError } from './schema.ts';

/** Ranges of code points in order, both ends included, none touching the next. */
export type CharacterSet = readonly (readonly [number, number])[];

const LAST = 0x10ffff;
export const DIGITS: CharacterSet = [[48, 57]];
export const WORD: CharacterSet = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
export const SPACES: CharacterSet = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
/** What `.` leaves out. */
export const LINE_ENDS: CharacterSet = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

export function union(...sets: readonly CharacterSet[]): CharacterSet {
  const all = sets.flat().sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [from, to] of all) {
    const last = out.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

export function complement(set: CharacterSet): CharacterSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [from, to] of union(set)) {
    if (from > next) out.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LAST) out.push([next, LAST]);
  return out;
}

/** Whether two sets have a character in common. */
export function overlap(set: CharacterSet, other: CharacterSet): boolean {
  return set.some(([from, to]) => other.some(([a, b]) => from <= b && a <= to));
}

function without(set: CharacterSet, other: CharacterSet): CharacterSet {
  return complement(union(complement(set), other));
}

/** ASCII characters that a JSON string must escape. */
const NOT_PLAIN: CharacterSet = [
  [0, 0x1f],
  [34, 34],
  [92, 92],
];
const NOT_RAW: CharacterSet = [
  [0, 8],
  [11, 31],
  [60, 60],
];
const BEYOND_ASCII: CharacterSet = [
  [0x80, 0xd7ff],
  [0xe000, LAST],
];
const ESCAPES: readonly (readonly [number, string])[] = [
  [34, '\\"'],
  [92, '\\\\'],
  [10, '\\n'],
  [9, '\\t'],
  [13, '\\r'],
  [8, '\\b'],
  [12, '\\f'],
];
/** Characters beyond ASCII that are written out one by one. */
const MAX_LISTED = 600;

/**
 * One character of a set as it stands inside a JSON string, an EBNF expression; null for none.
 * @throws SchemaError `pattern` for part of the characters beyond ASCII, where that is a large part:
 *   classes of such characters are misread by xgrammar 0.1.27, all of them together are not.
 */
export function jsonCharacter(set: CharacterSet): string | null {
  const parts = plainCharacters(set, NOT_PLAIN);
  for (const [code, written] of ESCAPES) {
    if (set.some(([from, to]) => from <= code && code <= to)) parts.push(literal(written));
  }
  if (parts.length === 0) return null;
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(' | ')})`;
}

/**
 * One character of a set in text without escapes, an EBNF expression; null for none.
 * `<` begins the end of such text, and is never one of them.
 * @throws SchemaError `pattern`, as above.
 */
export function rawCharacter(set: CharacterSet): string | null {
  const parts = plainCharacters(set, NOT_RAW);
  return parts.length > 1 ? `(${parts.join(' | ')})` : (parts[0] ?? null);
}

function plainCharacters(set: CharacterSet, notPlain: CharacterSet): string[] {
  const outside = complement(set);
  // A set without only spaces (`.` and `\S`) counts as all characters: no model writes those spaces by chance.
  const missing = without(outside, union([[0, 0x7f]], [[0xd800, 0xdfff]], SPACES, LINE_ENDS));
  if (missing.length === 0) {
    const ascii = without(union(outside, notPlain), [[0x80, LAST]]);
    return [`[^${characterClass(ascii).slice(1)}`];
  }
  const beyond = without(set, complement(BEYOND_ASCII));
  const plain = without(set, union(notPlain, [[0x80, LAST]]));
  const count = beyond.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (count > MAX_LISTED) {
    throw new SchemaError('pattern', 'has a class of too many characters beyond ASCII.');
  }
  const characters = beyond.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => literal(String.fromCodePoint(from + i))),
  );
  return [...(plain.length > 0 ? [characterClass(plain)] : []), ...characters];
}
