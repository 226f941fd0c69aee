import { isRecord } from '#base/guards.ts';
import { rawCharacter } from '#json-schema/character-set.ts';
import { literal } from '#json-schema/grammar-writer.ts';
import { argumentsRule } from '#json-schema/schema-grammar.ts';
import { JSON_STYLE, type StringShape, type WritingStyle } from '#json-schema/writing-style.ts';
import type { ArgumentsReader, ArgumentsStyle } from './arguments-style.ts';
import { bareMembers, membersOf } from './bare-members.ts';
import { longestBeginning } from './begins-mark.ts';

/**
 * Names without quotes and strings between two marks, `city:<escape>Bern<escape>,days:3`: Gemma.
 * `mark`: the delimiter of strings.
 */
export function braceArguments(mark: string): ArgumentsStyle {
  const strings: StringShape = {
    around: (characters) => `${literal(mark)} ${characters} ${literal(mark)}`,
    character: rawCharacter,
  };
  const members = bareMembers('","', ':', (name, value) => `${name} ":" ${value}`);
  const objects = { ...members, around: (inside: string) => `"{" ${inside} "}"`, empty: '"{}"' };
  const values: WritingStyle = { ...JSON_STYLE, strings, objects, write };
  return {
    rule: (schema, writer) => argumentsRule(schema, writer, { values, members }),
    reader: () => new BraceReader(mark),
    write: (json) => writeMembers(membersOf(json)),
    marks: [mark],
  };

  function write(value: unknown): string {
    if (typeof value === 'string') return `${mark}${value}${mark}`;
    if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
    return isRecord(value) ? `{${writeMembers(Object.entries(value))}}` : JSON.stringify(value);
  }

  function writeMembers(pairs: readonly [string, unknown][]): string {
    return pairs.map(([name, value]) => `${name}:${write(value)}`).join(',');
  }
}

class BraceReader implements ArgumentsReader {
  readonly #mark: string;
  /** What each open bracket holds: named members or values. */
  readonly #inside: ('members' | 'values')[] = ['members'];
  #state: 'name' | 'value' | 'string' = 'name';
  #isBegun = false;

  constructor(mark: string) {
    this.#mark = mark;
  }

  read(held: string) {
    let json = this.#isBegun ? '' : '{';
    this.#isBegun = true;
    let used = 0;
    for (;;) {
      const step = this.#step(held.slice(used));
      if (step === null) return { json, used, isOver: false };
      json += step.json;
      used += step.used;
      if (this.#inside.length === 0) return { json: `${json}}`, used, isOver: true };
    }
  }

  /** As far as one mark, name or character; null when more text is needed. */
  #step(held: string): { json: string; used: number } | null {
    if (held === '') return null;
    switch (this.#state) {
      case 'name':
        return this.#name(held);
      case 'string':
        return this.#string(held);
      case 'value':
        return this.#value(held);
    }
  }

  #name(held: string): { json: string; used: number } | null {
    if (held.startsWith('}')) return this.#close(held);
    const end = held.indexOf(':');
    if (end < 0) return null;
    this.#state = 'value';
    return { json: `${JSON.stringify(held.slice(0, end))}: `, used: end + 1 };
  }

  #string(held: string): { json: string; used: number } | null {
    const end = held.indexOf(this.#mark);
    const text =
      end < 0
        ? held.slice(0, held.length - longestBeginning(held, [this.#mark]))
        : held.slice(0, end);
    if (end < 0 && text === '') return null;
    const json = JSON.stringify(text).slice(1, -1);
    if (end < 0) return { json, used: text.length };
    this.#state = 'value';
    return { json: `${json}"`, used: end + this.#mark.length };
  }

  #value(held: string): { json: string; used: number } | null {
    if (held.startsWith(this.#mark)) {
      this.#state = 'string';
      return { json: '"', used: this.#mark.length };
    }
    if (this.#mark.startsWith(held)) return null;
    const character = held[0] as string;
    if (character === '}' || character === ']') return this.#close(held);
    if (character === '{' || character === '[')
      this.#inside.push(character === '{' ? 'members' : 'values');
    const isNext = character === ',' || character === '{';
    this.#state = isNext && this.#inside.at(-1) === 'members' ? 'name' : 'value';
    return { json: character, used: 1 };
  }

  /** The last bracket is closed by the call itself. */
  #close(held: string): { json: string; used: number } {
    this.#inside.pop();
    this.#state = 'value';
    return this.#inside.length === 0 ? { json: '', used: 0 } : { json: held[0] as string, used: 1 };
  }
}
