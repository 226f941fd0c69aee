import { type CharacterSet, complement, jsonCharacter } from './character-set.ts';
import type { GrammarWriter } from './grammar-writer.ts';
import { jsonLiteral } from './grammar-writer.ts';
import type { Schema } from './schema.ts';

/** How strings are written. Expressions are EBNF. */
export interface StringShape {
  /** A string around the expression of its characters. */
  around(characters: string): string;
  /** One character of a set; null for none. @throws SchemaError `pattern` */
  character(set: CharacterSet): string | null;
}

/** What the rule of a value is made with. */
export interface ValueMaker {
  writer: GrammarWriter;
  flatten: (schema: Schema) => Schema;
  ruleOf: (schema: Schema) => string | null;
}

/** How objects are written, or the arguments of a call. Expressions are EBNF. */
export interface ObjectShape {
  /** An object around its members. `space`: the rule for spaces. */
  around(members: string, space: string): string;
  /** An object without members. */
  empty: string;
  /** Between two members; null for the comma of lists. */
  comma: string | null;
  /** A name that is known. */
  name(name: string): string;
  /** Names that are free, or follow a pattern. */
  names: StringShape;
  anyName: string;
  member(name: string, value: string): string;
  /** The rule of a member's value where it is not that of any value; null where there is none. */
  value?: (schema: Schema, make: ValueMaker) => string | null;
}

/** How values are written: as JSON, or as a family of models writes the arguments of calls. */
export interface WritingStyle {
  strings: StringShape;
  objects: ObjectShape;
  /** The words for true, false and null. */
  words: readonly [string, string, string];
  /** A value without spaces. */
  write(value: unknown): string;
}

/** How the arguments of a call are written. */
export interface CallStyle {
  /** How their values are written. */
  values: WritingStyle;
  /** How they are joined. */
  members: ObjectShape;
}

/** Any character as it stands inside a JSON string. */
const ANY_CHARACTER = jsonCharacter(complement([])) as string;

const JSON_STRINGS: StringShape = {
  around: (characters) => `"\\"" ${characters} "\\""`,
  character: jsonCharacter,
};

/** As many names as anyone gives one thing. */
const NAME_LENGTHS = '{1,40}';

export const JSON_STYLE: WritingStyle = {
  strings: JSON_STRINGS,
  objects: {
    around: (members, space) => `"{" ${space} ${members} ${space} "}"`,
    empty: '"{}"',
    comma: null,
    name: jsonLiteral,
    names: JSON_STRINGS,
    anyName: JSON_STRINGS.around(`${ANY_CHARACTER}${NAME_LENGTHS}`),
    member: (name, value) => `${name} ":" " "? ${value}`,
  },
  words: ['true', 'false', 'null'],
  write: (value) => JSON.stringify(value),
};

/** What the parts of a grammar are made with. */
export interface Conversion {
  writer: GrammarWriter;
  style: WritingStyle;
  /** The whole schema, for its references. */
  root: Schema;
  /** The rule between two items. */
  comma: string;
  /** The rule for spaces, or none. */
  space: string;
  /** The rule of a schema's values; null where there is none. @throws SchemaError */
  ruleOf: (schema: Schema) => string | null;
  /** A schema with its references followed. @throws SchemaError */
  flatten: (schema: Schema) => Schema;
}
