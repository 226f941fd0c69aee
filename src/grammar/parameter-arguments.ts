import { acceptsValue } from '#json-schema/accepts-value.ts';
import { constantsOf } from '#json-schema/are-disjoint.ts';
import { characters, choiceOf } from '#json-schema/choice.ts';
import { characterClass, literal } from '#json-schema/grammar-writer.ts';
import { askedOfMember } from '#json-schema/object-grammar.ts';
import type { Schema, SchemaObject } from '#json-schema/schema.ts';
import { argumentsRule } from '#json-schema/schema-grammar.ts';
import { stringGrammar } from '#json-schema/string-grammar.ts';
import { type CallStyle, JSON_STYLE, type ValueMaker } from '#json-schema/writing-style.ts';
import type { ArgumentsReader, ArgumentsStyle } from './arguments-style.ts';
import { BARE_STRINGS, bareMembers, membersOf } from './bare-members.ts';
import { longestBeginning } from './begins-mark.ts';

const OPEN = '<parameter=';
const CLOSE = '\n</parameter>\n';
/** What text may not hold: it would end it. */
const END = CLOSE.trim();

const STYLE: CallStyle = {
  values: JSON_STYLE,
  members: { ...bareMembers('""', '>', writeMember), value: valueRule },
};

/**
 * A part for each argument, `<parameter=city>⏎Bern⏎</parameter>⏎`: Qwen3-Coder, Qwen3.5. Strings stand
 * as they are, other values as JSON.
 */
export const PARAMETER_ARGUMENTS: ArgumentsStyle = {
  rule: (schema, writer) => argumentsRule(schema, writer, STYLE),
  reader: (schema) => new ParameterReader(schema),
  write: (json) =>
    membersOf(json)
      .map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return `${OPEN}${name}>\n${text}${CLOSE}`;
      })
      .join(''),
  marks: [],
};

function writeMember(name: string, value: string): string {
  return `${literal(OPEN)} ${name} ${literal('>\n')} ${value} ${literal(CLOSE)}`;
}

function valueRule(asked: Schema, { writer, flatten, ruleOf }: ValueMaker): string | null {
  const flat = flatten(asked);
  if (!isText(flat)) return ruleOf(asked);
  const listed = constantsOf(flat);
  if (listed) {
    const valid = listed.filter((v) => acceptsValue(flat, v, flat));
    return valid.length === 0
      ? null
      : writer.rule(choiceOf(valid.map((v) => characters(String(v)))));
  }
  const isFree = !['pattern', 'format', 'minLength', 'maxLength'].some((k) => k in flat);
  if (isFree) return writer.rule(anyText());
  const rule = stringGrammar(writer, flat, BARE_STRINGS);
  return rule === null ? null : writer.rule(rule);
}

/** Whether values are written without quotes: only strings are. */
function isText(schema: Schema): schema is SchemaObject {
  if (typeof schema === 'boolean' || 'anyOf' in schema || 'oneOf' in schema) return false;
  const listed = constantsOf(schema);
  if (listed) return listed.every((v) => typeof v === 'string' && !v.includes(END));
  return schema['type'] === 'string';
}

/** Text without `</parameter>`: after its first characters, anything but the next one. */
function anyText(): string {
  const others = (character: string) => {
    const left = [0, 60, character.codePointAt(0) ?? 0].map((code) => [code, code] as const);
    return `[^${characterClass(left).slice(1)}`;
  };
  const [first = '', ...rest] = [...END];
  const tail = rest.reduceRight(
    (after, character) =>
      after === '' ? others(character) : `(${others(character)} | ${literal(character)} ${after})`,
    '',
  );
  return `(${others(first)} | "<"+ ${tail})* "<"*`;
}

class ParameterReader implements ArgumentsReader {
  readonly #schema: SchemaObject;
  #isBegun = false;
  /** Whether a value is being read, and whether it is text. */
  #value: 'text' | 'json' | null = null;

  constructor(schema: SchemaObject) {
    this.#schema = schema;
  }

  read(held: string) {
    let json = '';
    let used = 0;
    for (;;) {
      const rest = held.slice(used);
      if (this.#value === null && rest !== '' && !OPEN.startsWith(rest.slice(0, OPEN.length))) {
        return { json: `${json}${this.#isBegun ? '' : '{'}}`, used, isOver: true };
      }
      const step = this.#value === null ? this.#open(rest) : this.#read(rest, this.#value);
      if (step === null) return { json, used, isOver: false };
      json += step.json;
      used += step.used;
    }
  }

  #open(held: string): { json: string; used: number } | null {
    const end = held.indexOf('>\n');
    if (end < 0) return null;
    const name = held.slice(OPEN.length, end);
    this.#value = isText(askedOfMember(this.#schema, name)) ? 'text' : 'json';
    const before = this.#isBegun ? ', ' : '{';
    this.#isBegun = true;
    const quote = this.#value === 'text' ? '"' : '';
    return { json: `${before}${JSON.stringify(name)}: ${quote}`, used: end + 2 };
  }

  #read(held: string, kind: 'text' | 'json'): { json: string; used: number } | null {
    const end = held.indexOf(CLOSE);
    const safe = end < 0 ? held.length - longestBeginning(held, [CLOSE]) : end;
    if (end < 0 && safe === 0) return null;
    const part = held.slice(0, safe);
    const json = kind === 'text' ? JSON.stringify(part).slice(1, -1) : part;
    if (end < 0) return { json, used: safe };
    this.#value = null;
    return { json: kind === 'text' ? `${json}"` : json, used: end + CLOSE.length };
  }
}
