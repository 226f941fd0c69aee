import { isRecord } from '#base/guards.ts';
import { argumentsRule } from '#json-schema/schema-grammar.ts';
import { type CallStyle, JSON_STYLE } from '#json-schema/writing-style.ts';
import type { ArgumentsReader, ArgumentsStyle } from './arguments-style.ts';
import { bareMembers, membersOf } from './bare-members.ts';

const WORDS = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

const STYLE: CallStyle = {
  // A string of JSON is one of Python too.
  values: { ...JSON_STYLE, words: ['True', 'False', 'None'], write: writePython },
  members: bareMembers('", "', '=', (name, value) => `${name} "=" ${value}`),
};

/** Arguments of a call in Python, `city="Bern", days=3, exact=True`: LFM2. */
export const PYTHON_ARGUMENTS: ArgumentsStyle = {
  rule: (schema, writer) => argumentsRule(schema, writer, STYLE),
  reader: () => new PythonReader(),
  write: (json) =>
    membersOf(json)
      .map(([name, value]) => `${name}=${writePython(value)}`)
      .join(', '),
  marks: [],
};

function writePython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writePython).join(', ')}]`;
  if (isRecord(value)) {
    const members = Object.entries(value).map(
      ([k, v]) => `${JSON.stringify(k)}: ${writePython(v)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

class PythonReader implements ArgumentsReader {
  #json = '{';
  #name = '';
  #word = '';
  #isValue = false;
  #isFirst = true;
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  read(held: string) {
    for (let i = 0; i < held.length; i++) {
      const character = held[i] as string;
      if (this.#isEnd(character)) {
        this.#flush();
        return { json: `${this.#drain()}}`, used: i, isOver: true };
      }
      if (this.#isValue) this.#value(character);
      else this.#readName(character);
    }
    return { json: this.#drain(), used: held.length, isOver: false };
  }

  #isEnd(character: string): boolean {
    return character === ')' && this.#depth === 0 && !this.#isString;
  }

  #drain(): string {
    const json = this.#json;
    this.#json = '';
    return json;
  }

  #readName(character: string): void {
    if (character !== '=') {
      this.#name += character;
      return;
    }
    this.#json += `${this.#isFirst ? '' : ', '}${JSON.stringify(this.#name.trim())}: `;
    this.#isFirst = false;
    this.#isValue = true;
  }

  #value(character: string): void {
    if (this.#isString) {
      this.#json += character;
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#isString = false;
      return;
    }
    if (/[A-Za-z]/.test(character)) {
      this.#word += character;
      return;
    }
    this.#flush();
    if (character === ',' && this.#depth === 0) {
      this.#isValue = false;
      this.#name = '';
      return;
    }
    if (character === '"') this.#isString = true;
    if (character === '[' || character === '{') this.#depth++;
    if (character === ']' || character === '}') this.#depth--;
    this.#json += character;
  }

  /** Converts Python's keywords to JSON's; the E of a number is not a keyword. */
  #flush(): void {
    this.#json += WORDS.get(this.#word) ?? this.#word;
    this.#word = '';
  }
}
