import {
  type CharacterSet,
  complement,
  DIGITS,
  LINE_ENDS,
  SPACES,
  union,
  WORD,
} from './character-set.ts';
import { SchemaError } from './schema.ts';

/** A regular expression as far as a grammar can follow it. `most` null is without end. */
export type Pattern =
  | { kind: 'character'; set: CharacterSet }
  | { kind: 'sequence'; items: Pattern[] }
  | { kind: 'choice'; options: Pattern[] }
  | { kind: 'repeat'; item: Pattern; min: number; max: number | null }
  | { kind: 'start' }
  | { kind: 'end' };

const CLASSES: Record<string, CharacterSet> = { d: DIGITS, w: WORD, s: SPACES };
const CONTROLS: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };
const PUNCTUATION = /[\^$\\.*+?()[\]{}|/\-"'`~!@#%&=:;<>, _]/;

/**
 * Reads an ECMAScript pattern.
 * @throws SchemaError `pattern` for constructs that a grammar cannot express: lookaround, back-references, `\b`.
 * @see https://262.ecma-international.org/#sec-patterns
 */
export function parsePattern(source: string): Pattern {
  const reader = new PatternReader(source);
  const pattern = reader.choice();
  if (!reader.isAtEnd) throw reader.refuse('has a parenthesis too many');
  return pattern;
}

class PatternReader {
  readonly #characters: string[];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
    this.#characters = [...source];
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  refuse(what: string): SchemaError {
    return new SchemaError(
      'pattern',
      `${what}, which cannot be followed: ${this.#source.slice(0, 100)}`,
    );
  }

  choice(): Pattern {
    const options = [this.#sequence()];
    while (this.#consume('|')) options.push(this.#sequence());
    return options.length === 1 ? (options[0] as Pattern) : { kind: 'choice', options };
  }

  #peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? '';
  }

  #consume(text: string): boolean {
    if (this.#characters.slice(this.#at, this.#at + text.length).join('') !== text) return false;
    this.#at += text.length;
    return true;
  }

  #sequence(): Pattern {
    const items: Pattern[] = [];
    while (!this.isAtEnd && this.#peek() !== '|' && this.#peek() !== ')') {
      items.push(this.#repeated(this.#atom()));
    }
    return items.length === 1 ? (items[0] as Pattern) : { kind: 'sequence', items };
  }

  #repeated(item: Pattern): Pattern {
    const range = this.#range();
    if (!range) return item;
    // Lazy or not, the words of the language are the same.
    this.#consume('?');
    return { kind: 'repeat', item, ...range };
  }

  #range(): { min: number; max: number | null } | null {
    if (this.#consume('*')) return { min: 0, max: null };
    if (this.#consume('+')) return { min: 1, max: null };
    if (this.#consume('?')) return { min: 0, max: 1 };
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(
      this.#characters.slice(this.#at, this.#at + 24).join(''),
    );
    if (!counted) return null;
    this.#at += counted[0].length;
    const min = Number(counted[1]);
    if (!counted[2]) return { min, max: min };
    const max = counted[3] ? Number(counted[3]) : null;
    if (max !== null && max < min) throw this.refuse('has numbers out of order');
    return { min, max };
  }

  #atom(): Pattern {
    if (this.#consume('^')) return { kind: 'start' };
    if (this.#consume('$')) return { kind: 'end' };
    if (this.#consume('.')) return { kind: 'character', set: complement(LINE_ENDS) };
    if (this.#consume('(')) return this.#group();
    if (this.#consume('[')) return { kind: 'character', set: this.#class() };
    if (this.#consume('\\')) return { kind: 'character', set: this.#escape() };
    if ('*+?'.includes(this.#peek())) throw this.refuse('repeats nothing');
    return { kind: 'character', set: codeSet(this.#next()) };
  }

  #group(): Pattern {
    if (this.#consume('?')) {
      const isNamed = this.#peek() === '<' && !'=!'.includes(this.#peek(1));
      if (isNamed) while (!this.isAtEnd && !this.#consume('>')) this.#at++;
      else if (!this.#consume(':')) throw this.refuse('looks around itself');
    }
    const inner = this.choice();
    if (!this.#consume(')')) throw this.refuse('has an open group');
    return inner;
  }

  #class(): CharacterSet {
    const isNegated = this.#consume('^');
    const parts: CharacterSet[] = [];
    while (!this.#consume(']')) {
      if (this.isAtEnd) throw this.refuse('has an open class');
      parts.push(this.#classPart());
    }
    const set = union(...parts);
    return isNegated ? complement(set) : set;
  }

  #classPart(): CharacterSet {
    const from = this.#classCharacter();
    const isRange = this.#peek() === '-' && this.#peek(1) !== ']' && from.length === 1;
    if (!isRange || from[0]?.[0] !== from[0]?.[1]) return from;
    this.#at++;
    const to = this.#classCharacter();
    const [low, high] = [from[0]?.[0] ?? 0, to[0]?.[0] ?? 0];
    if (to.length !== 1 || high < low) throw this.refuse('has a range out of order');
    return [[low, high]];
  }

  #classCharacter(): CharacterSet {
    if (!this.#consume('\\')) return codeSet(this.#next());
    return this.#consume('b') ? codeSet('\b') : this.#escape();
  }

  #next(): string {
    return this.#characters[this.#at++] ?? '';
  }

  #escape(): CharacterSet {
    const character = this.#next();
    const known = CLASSES[character.toLowerCase()];
    if (known) return character === character.toLowerCase() ? known : complement(known);
    const control = CONTROLS[character];
    if (control !== undefined) return [[control, control]];
    if (character === 'x') return this.#hexadecimal(2);
    if (character === 'u') return this.#consume('{') ? this.#braced() : this.#hexadecimal(4);
    if (PUNCTUATION.test(character)) return codeSet(character);
    throw this.refuse(`uses \\${character}`);
  }

  #hexadecimal(length: number): CharacterSet {
    const digits = this.#characters.slice(this.#at, this.#at + length).join('');
    if (!new RegExp(`^[0-9a-fA-F]{${length}}$`).test(digits)) throw this.refuse('has a bad escape');
    this.#at += length;
    return codeSet(String.fromCodePoint(Number.parseInt(digits, 16)));
  }

  #braced(): CharacterSet {
    let digits = '';
    while (!this.isAtEnd && this.#peek() !== '}') digits += this.#next();
    const code = Number.parseInt(digits, 16);
    if (!this.#consume('}') || !(code <= 0x10ffff)) throw this.refuse('has a bad escape');
    return [[code, code]];
  }
}

function codeSet(character: string): CharacterSet {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}
