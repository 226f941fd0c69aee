import { type CharacterSet, overlap, union } from './character-set.ts';
import type { GrammarWriter } from './grammar-writer.ts';
import type { Pattern } from './parse-pattern.ts';
import { joined, lengths } from './pattern-parts.ts';
import { SchemaError } from './schema.ts';

/** Optional parts in a row: compiling follows each way through them with each token of the vocabulary. */
const MAX_OPTIONAL = 12;

/** @throws SchemaError for patterns with too many optional parts in a row. */
export function countOptional(writer: GrammarWriter, pattern: Pattern): void {
  let row = 0;
  for (const part of inRow(pattern)) {
    row = lengths(part)[0] === 0 ? row + 1 : 0;
    if (row > MAX_OPTIONAL) {
      throw new SchemaError('pattern', `has more than ${MAX_OPTIONAL} optional parts in a row.`);
    }
    writer.count(row, 'pattern');
    if (part.kind === 'repeat') countOptional(writer, part.item);
    if (part.kind === 'choice') for (const one of part.options) countOptional(writer, one);
  }
}

/** The parts that follow each other, of groups as well. */
function inRow(pattern: Pattern): Pattern[] {
  if (pattern.kind === 'sequence') return pattern.items.flatMap(inRow);
  const isGroup = pattern.kind === 'repeat' && pattern.max === 1 && lengths(pattern.item)[0] === 0;
  return isGroup ? inRow(pattern.item) : [pattern];
}

/** Letters of a set from which on much of a vocabulary begins with one of them. */
const WIDE = 8;
const LETTERS: CharacterSet = [
  [65, 90],
  [97, 122],
];

const QUOTE: CharacterSet = [[34, 34]];

/** Lengths that parts of one run may have together: each is followed again at each step of an answer. */
const MAX_ENDS = 128;
/** Places and ends of one part that count: longer ones share their places (see `countedCharacters`). */
const MAX_PLACES = 4;
const MAX_COUNTED_ENDS = 3;
/** Two parts of different lengths are followed in few ways; only more of them multiply. */
const MIN_PARTS = 3;

/** Parts that follow each other and accept the same characters, so that a text is read in several ways. */
class Run {
  set: CharacterSet = [];
  #parts = 0;
  #ends = 0;
  #counted = 0;
  /** Of each place where a character may stand: pairs of lengths of the parts up to there. */
  #ways = 0;

  get isOpen(): boolean {
    return this.#parts > 0;
  }

  /** Whether a part can be mistaken for one of those before it. */
  goesOn(part: Pattern, set: CharacterSet): boolean {
    return lengths(part)[0] === 0 || (isWide(set) && overlap(this.set, set));
  }

  /** Adds a part; one that can be read in one way does not begin a run. */
  add(part: Pattern, set: CharacterSet): void {
    const [min, max] = lengths(part);
    if (!this.isOpen && (max === min || (min > 0 && !isWide(set)))) return;
    const ends = endsOf(part, min, max);
    this.set = union(this.set, set);
    this.#parts += ends > 0 ? 1 : 0;
    this.#ends += ends;
    this.#counted += Math.min(ends, MAX_COUNTED_ENDS);
    // A character between optional ones is reached from all of them, one that repeats again from itself.
    const once = ends === 0 ? 2 : 1;
    const reached = max === Number.POSITIVE_INFINITY ? 4 : once;
    // One that may be written as an escape has a place for each way of writing it.
    const weight = reached * (overlap(set, QUOTE) ? 1 : 0.25);
    const places = isWide(set) ? Math.min(MAX_PLACES, max, min + ends) : 0;
    this.#ways += (places * weight * this.#counted ** 2) / 2;
  }

  ways(): number {
    if (this.#parts < MIN_PARTS) return 0;
    if (this.#ends > MAX_ENDS) return Number.POSITIVE_INFINITY;
    return this.#ways;
  }
}

/** How many lengths a part may have besides its shortest. */
function endsOf(part: Pattern, min: number, max: number): number {
  if (max === Number.POSITIVE_INFINITY) return 1;
  return part.kind === 'choice' ? Math.min(max - min, part.options.length - 1) : max - min;
}

/**
 * Counts in how many ways a text can be read, before anything is compiled: xgrammar follows all of them with each
 * token, at each place where a character may stand, and again at each step of an answer.
 * @throws SchemaError for patterns that can be read in too many.
 */
export function countReadings(writer: GrammarWriter, pattern: Pattern): void {
  let run = new Run();
  for (const part of inReadingOrder(pattern)) {
    if (part.kind === 'choice') for (const option of part.options) countReadings(writer, option);
    const set = charactersOf(part);
    if (run.isOpen && !run.goesOn(part, set)) {
      writer.countReadings(run.ways());
      run = new Run();
    }
    run.add(part, set);
  }
  writer.countReadings(run.ways());
}

/** The parts that follow each other, of groups and their repetitions as well. */
function inReadingOrder(pattern: Pattern): Pattern[] {
  if (pattern.kind === 'sequence') return joined(pattern.items).flatMap(inReadingOrder);
  if (pattern.kind !== 'repeat' || pattern.item.kind === 'character') return [pattern];
  const parts = inReadingOrder(pattern.item);
  const count = pattern.max ?? Math.max(1, pattern.min);
  const all = Array.from({ length: count }, () => parts).flat();
  // What may be left out makes its parts optional, unless one of them shows whether it is there.
  const isShown = parts.some((part) => lengths(part)[0] > 0 && !isWide(charactersOf(part)));
  const isOptional = pattern.min === 0 && !isShown;
  return isOptional ? all.map((item) => ({ kind: 'repeat', item, min: 0, max: 1 })) : all;
}

/** The characters that a pattern's texts may have. */
function charactersOf(pattern: Pattern): CharacterSet {
  switch (pattern.kind) {
    case 'character':
      return pattern.set;
    case 'sequence':
      return union(...pattern.items.map(charactersOf));
    case 'choice':
      return union(...pattern.options.map(charactersOf));
    case 'repeat':
      return charactersOf(pattern.item);
    default:
      return [];
  }
}

function isWide(set: CharacterSet): boolean {
  return countIn(set, LETTERS) >= WIDE;
}

function countIn(set: CharacterSet, other: CharacterSet): number {
  return set
    .flatMap(([from, to]) => other.map(([a, b]) => Math.min(to, b) - Math.max(from, a) + 1))
    .reduce((sum, shared) => sum + Math.max(0, shared), 0);
}
