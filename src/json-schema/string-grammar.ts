import { complement } from './character-set.ts';
import { choiceOf } from './choice.ts';
import { countedCharacters } from './counted-characters.ts';
import type { GrammarWriter } from './grammar-writer.ts';
import { type Pattern, parsePattern } from './parse-pattern.ts';
import { countOptional, countReadings } from './pattern-ambiguity.ts';
import { joined, lengths, sizeOf } from './pattern-parts.ts';
import { maxOf, minOf, SchemaError, type SchemaObject } from './schema.ts';
import type { StringShape } from './writing-style.ts';

/** Formats with an exact grammar; the others are annotations only. */
const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    date: '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])',
    time: '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?(Z|[+\\-](0[0-9]|1[0-3]):[0-5][0-9])',
    'date-time':
      '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?(Z|[+\\-](0[0-9]|1[0-3]):[0-5][0-9])',
    uuid: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    email: '[a-z0-9]{1,20}([.+_\\-][a-z0-9]{1,20}){0,3}@[a-z0-9]{1,20}(\\.[a-z]{2,10}){1,3}',
    ipv4: '((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])',
    hostname: '[a-z0-9]{1,20}(-[a-z0-9]{1,20}){0,2}(\\.[a-z]{2,10}){0,3}',
    uri: 'https?://[a-z0-9]{1,20}(\\.[a-z]{2,10}){1,3}(/[A-Za-z0-9_\\-.~]{1,30}){0,6}',
  }),
);

/**
 * Strings of a schema as a shape writes them, an EBNF expression; null where there is none.
 * Lengths count code points.
 * @throws SchemaError `pattern`
 */
export function stringGrammar(
  writer: GrammarWriter,
  schema: SchemaObject,
  shape: StringShape,
): string | null {
  const min = minOf(schema, 'minLength');
  const max = maxOf(schema, 'maxLength');
  if (max < min) return null;
  const characters = charactersOf(writer, schema, shape, min, max);
  return characters === null ? null : shape.around(characters);
}

function charactersOf(
  writer: GrammarWriter,
  schema: SchemaObject,
  shape: StringShape,
  min: number,
  max: number,
): string | null {
  const { pattern, format } = schema;
  if (typeof pattern === 'string') {
    return followPattern(writer, parsePattern(pattern), min, max, shape);
  }
  const known = typeof format === 'string' ? FORMATS.get(format) : undefined;
  // A format is a description: where its strings do not fit the lengths, the lengths hold.
  const described = known === undefined ? null : parsePattern(known);
  if (described && fits(described, min, max)) return expression(writer, described, shape);
  const character = shape.character(complement([])) as string;
  writer.count(min, 'minLength');
  return countedCharacters(writer, character, min, max);
}

function followPattern(
  writer: GrammarWriter,
  pattern: Pattern,
  min: number,
  max: number,
  shape: StringShape,
): string | null {
  const bare = withoutAnchors(pattern);
  writer.count(sizeOf(bare), 'pattern');
  countOptional(writer, bare);
  countReadings(writer, bare);
  if (fits(bare, min, max)) return expression(writer, bare, shape);
  // The one case where both can be met: a single set of characters, repeated.
  const { item, from, to } = asRepeat(bare);
  const [low, high] = [Math.max(from, min), Math.min(to, max)];
  if (item.kind !== 'character') {
    throw new SchemaError('pattern', 'cannot be followed together with minLength or maxLength.');
  }
  if (low > high) return null;
  writer.count(high === Number.POSITIVE_INFINITY ? low : high, 'maxLength');
  return countedCharacters(writer, expression(writer, item, shape), low, high);
}

function asRepeat(pattern: Pattern): { item: Pattern; from: number; to: number } {
  if (pattern.kind !== 'repeat') return { item: pattern, from: 1, to: 1 };
  return { item: pattern.item, from: pattern.min, to: pattern.max ?? Number.POSITIVE_INFINITY };
}

/**
 * The pattern without `^` and `$` at its ends. Where they are missing, nothing is written around
 * the match either: what matches alone matches.
 */
function withoutAnchors(pattern: Pattern, isFirst = true, isLast = true): Pattern {
  switch (pattern.kind) {
    case 'start':
    case 'end':
      if (pattern.kind === 'start' ? isFirst : isLast) return { kind: 'sequence', items: [] };
      throw new SchemaError('pattern', 'has ^ or $ in its middle, which cannot be followed.');
    case 'choice':
      return {
        kind: 'choice',
        options: pattern.options.map((o) => withoutAnchors(o, isFirst, isLast)),
      };
    case 'sequence': {
      const { items } = pattern;
      const from = items.findIndex((i) => i.kind !== 'start');
      const to = items.findLastIndex((i) => i.kind !== 'end');
      const cut = items.map((item, i) =>
        withoutAnchors(item, isFirst && i <= Math.max(0, from), isLast && i >= to),
      );
      const solid = cut.filter((i) => i.kind !== 'sequence' || i.items.length > 0);
      return solid.length === 1 ? (solid[0] as Pattern) : { kind: 'sequence', items: solid };
    }
    case 'repeat':
      return { ...pattern, item: withoutAnchors(pattern.item, false, false) };
    case 'character':
      return pattern;
  }
}

function fits(pattern: Pattern, min: number, max: number): boolean {
  const [shortest, longest] = lengths(pattern);
  return shortest >= min && longest <= max;
}

/** A pattern as a sequence of atoms, so that options which begin alike can be joined. */
function atomsOf(writer: GrammarWriter, pattern: Pattern, shape: StringShape): string[] {
  const inner = (item: Pattern) => atomsOf(writer, item, shape);
  if (pattern.kind === 'sequence') return joined(pattern.items).flatMap(inner);
  const isCounted = pattern.kind === 'repeat' && pattern.min === pattern.max;
  return isCounted
    ? Array.from({ length: pattern.min }, () => inner(pattern.item)).flat()
    : [expression(writer, pattern, shape)];
}

/** A pattern without anchors as an EBNF expression. */
function expression(writer: GrammarWriter, pattern: Pattern, shape: StringShape): string {
  const inner = (item: Pattern) => expression(writer, item, shape);
  switch (pattern.kind) {
    case 'character': {
      const character = shape.character(pattern.set);
      if (character === null)
        throw new SchemaError('pattern', 'asks for a character that cannot be written.');
      return character;
    }
    case 'start':
    case 'end':
      return '""';
    case 'sequence':
      return pattern.items.length === 0 ? '""' : `(${joined(pattern.items).map(inner).join(' ')})`;
    case 'choice':
      return `(${choiceOf(pattern.options.map((option) => atomsOf(writer, option, shape)))})`;
    case 'repeat': {
      const { item, min } = pattern;
      const max = pattern.max ?? Number.POSITIVE_INFINITY;
      const isLong = Math.max(min, pattern.max ?? 0) >= LONG && min <= max;
      return item.kind === 'character' && isLong
        ? `(${countedCharacters(writer, inner(item), min, max)})`
        : `(${inner(item)})${repeat(min, max)}`;
    }
  }
}

/** Characters in a row from which their places are shared with others (see `countedCharacters`). */
const LONG = 4;

/** No answer has as many; xgrammar 0.1.27 counts in 32 bits. */
const ENDLESS = 1_000_000_000;

export function repeat(min: number, max: number): string {
  if (max >= ENDLESS) return min === 0 ? '*' : `{${min},}`;
  return `{${min},${max}}`;
}
