import type { GrammarWriter } from '#json-schema/grammar-writer.ts';
import { schemaRule } from '#json-schema/schema-grammar.ts';

/** How a family of models writes the arguments of a call. */
export interface ArgumentsStyle {
  /** A rule for arguments that a schema describes. @throws SchemaError */
  rule(schema: Record<string, unknown>, writer: GrammarWriter): string;
  /** A reader of arguments that a schema describes. */
  reader(schema: Record<string, unknown>): ArgumentsReader;
  /** Arguments as a model would have written them, from JSON text. */
  write(json: string): string;
  /** Marks that only this way of writing has. */
  marks: readonly string[];
}

/** Turns arguments that are being written into JSON text, as they come. */
export interface ArgumentsReader {
  /** `held`: generated text that is not consumed yet. `used`: number of its characters that can be dropped. */
  read(held: string): { json: string; used: number; isOver: boolean };
}

/** One JSON object. */
export const JSON_ARGUMENTS: ArgumentsStyle = {
  rule: (schema, writer) => schemaRule(schema, writer).root,
  reader: () => new JsonReader(),
  write: (json) => json,
  marks: [],
};

/** Finds where a JSON object that is being written ends. */
class JsonReader implements ArgumentsReader {
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  read(held: string) {
    for (let i = 0; i < held.length; i++) {
      if (!this.#accepts(held[i] as string)) continue;
      return { json: held.slice(0, i + 1), used: i + 1, isOver: true };
    }
    return { json: held, used: held.length, isOver: false };
  }

  /** Reads a character; true for the object's last brace. */
  #accepts(character: string): boolean {
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#isString = false;
      return false;
    }
    if (character === '"') this.#isString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (character === '}' || character === ']') return --this.#depth === 0;
    return false;
  }
}
