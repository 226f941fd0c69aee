import { SchemaError } from './schema.ts';

/** Rules one grammar may have: beyond it, compiling takes longer than anyone waits. */
const MAX_RULES = 4000;

/** Steps of counted characters one grammar may have: compiling takes a few milliseconds for each. */
const MAX_COUNTED = 4000;

/**
 * Ways of reading that one grammar may have: with a vocabulary of 50,000 tokens, compiling takes up to ten
 * milliseconds for each.
 */
const MAX_READINGS = 80;

/** Characters that the ranges of one grammar may be written with: a place where a digit may stand takes about ten. */
const MAX_RANGES = 60_000;

/**
 * Groups that may be nested in one rule. From about 180, compiling overflows the stack of xgrammar 0.1.27,
 * and every grammar after that fails in the same thread.
 */
const MAX_GROUPS = 100;

/** Collects the rules of one EBNF grammar. */
export class GrammarWriter {
  readonly #rules: string[] = [];
  readonly #known = new Map<string, string>();
  #counted = 0;
  #readings = 0;
  #ranges = 0;

  /** Adds a rule and gives its name; the same expression is written once. */
  rule(expression: string): string {
    const known = this.#known.get(expression);
    if (known) return known;
    const name = this.reserve();
    this.#known.set(expression, name);
    this.define(name, expression);
    return name;
  }

  /** A name for a rule that is defined later: rules may refer to themselves. */
  reserve(): string {
    if (this.#rules.length >= MAX_RULES) {
      throw new SchemaError('$schema', 'is too large: it needs more than 4,000 rules.');
    }
    this.#rules.push('');
    return `r${this.#rules.length - 1}`;
  }

  /** Notes characters that are counted one by one, before they are written. @throws SchemaError */
  count(characters: number, keyword: string): void {
    this.#counted += characters;
    if (this.#counted <= MAX_COUNTED) return;
    throw new SchemaError(keyword, `counts too far: more than ${MAX_COUNTED} characters in all.`);
  }

  /** Notes in how many ways a pattern can be read, before it is written. @throws SchemaError */
  countReadings(ways: number): void {
    this.#readings += ways;
    if (this.#readings <= MAX_READINGS) return;
    throw new SchemaError(
      'pattern',
      'lets a text be read in too many ways: parts of different lengths follow each other and accept the same characters.',
    );
  }

  /** Notes a range of numbers, before it is compiled. @throws SchemaError */
  countRange(range: string): void {
    this.#ranges += range.length;
    if (this.#ranges <= MAX_RANGES) return;
    throw new SchemaError('minimum', 'and the other bounds are too many to follow.');
  }

  /** @throws SchemaError */
  define(name: string, expression: string): void {
    if (nestedGroups(expression) > MAX_GROUPS) {
      throw new SchemaError('schema', `is nested too deeply: more than ${MAX_GROUPS} groups.`);
    }
    this.#rules[Number(name.slice(1))] = `${name} ::= ${expression}`;
  }

  /** The whole grammar; `root` is the expression it starts with. */
  text(root: string): string {
    return [`root ::= ${root}`, ...this.#rules].join('\n');
  }
}

/** Literals and character classes, and the parentheses that make groups. */
const PARTS = /"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[()]/gs;

/** Levels of groups inside each other. */
function nestedGroups(expression: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [part] of expression.matchAll(PARTS)) {
    if (part === '(') deepest = Math.max(deepest, ++depth);
    else if (part === ')') depth--;
  }
  return deepest;
}

/** Text as an EBNF string of xgrammar. */
export function literal(text: string): string {
  return `"${[...text].map(escapeCodePoint).join('')}"`;
}

/** A JSON value, written without spaces, as an EBNF string. */
export function jsonLiteral(value: unknown): string {
  return literal(JSON.stringify(value));
}

/** Ranges of code points, both ends included, as an EBNF character class. */
export function characterClass(ranges: readonly (readonly [number, number])[]): string {
  const one = (code: number) => escapeCodePoint(String.fromCodePoint(code));
  return `[${ranges.map(([from, to]) => (from === to ? one(from) : `${one(from)}-${one(to)}`)).join('')}]`;
}

function escapeCodePoint(character: string): string {
  if (/^[A-Za-z0-9 _.,:;{}]$/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
