import { rawCharacter } from '#json-schema/character-set.ts';
import { literal } from '#json-schema/grammar-writer.ts';
import { SchemaError } from '#json-schema/schema.ts';
import type { ObjectShape, StringShape } from '#json-schema/writing-style.ts';

/** Strings without delimiters and escapes. */
export const BARE_STRINGS: StringShape = {
  around: (characters) => characters,
  character: rawCharacter,
};

/**
 * Adjacent members with bare names. Expressions are EBNF. `end`: the text that ends a
 * name, and may not be in it. @throws SchemaError `properties`
 */
export function bareMembers(
  comma: string,
  end: string,
  member: ObjectShape['member'],
): ObjectShape {
  return {
    around: (members) => members,
    empty: '""',
    comma,
    name(name) {
      if (!name.includes(end)) return literal(name);
      throw new SchemaError('properties', `has the name '${name}', which this model cannot write.`);
    },
    names: BARE_STRINGS,
    anyName: '[A-Za-z_] [A-Za-z0-9_]{0,39}',
    member,
  };
}

/** Members of the JSON object of arguments; none for text that is not an object. */
export function membersOf(json: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
