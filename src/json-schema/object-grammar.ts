import { isRecord } from '#base/guards.ts';
import { acceptsValue, matches } from './accepts-value.ts';
import { flattenSchema } from './flatten-schema.ts';
import { closed, mergeSchemas } from './merge-schemas.ts';
import { type Member, orderedChoice } from './ordered-choice.ts';
import {
  maxOf,
  minOf,
  namesOf,
  type Schema,
  SchemaError,
  type SchemaObject,
  schemasOf,
} from './schema.ts';
import { repeat, stringGrammar } from './string-grammar.ts';
import { spend } from './work-meter.ts';
import type { Conversion, ObjectShape } from './writing-style.ts';

/**
 * Objects of a schema as a shape writes them, an EBNF expression; null where there is none.
 * @throws SchemaError
 */
export function objectGrammar(
  conversion: Conversion,
  schema: SchemaObject,
  shape: ObjectShape = conversion.style.objects,
): string | null {
  const { writer, space } = conversion;
  const comma = shape.comma ?? conversion.comma;
  const required = requiredNames(schema);
  const names = [...new Set([...schemasOf(schema['properties']).map(([n]) => n), ...required])];
  const min = minOf(schema, 'minProperties');
  const max = maxOf(schema, 'maxProperties');
  if (max < min) return null;
  if (names.length === 0) return freeObject(conversion, schema, shape, min, max);
  const members: Member[] = [];
  for (const name of names) {
    const value = memberValue(conversion, askedOf(conversion, schema, name), shape);
    if (value === null && required.has(name)) return null;
    if (value === null) continue;
    const expression = writer.rule(shape.member(shape.name(name), value));
    members.push({ expression, isRequired: required.has(name) });
  }
  if (members.length < min && additionalOf(schema) !== false) {
    throw new SchemaError('minProperties', 'asks for more properties than are named.');
  }
  const inside = orderedChoice(writer, members, comma, min, max);
  if (inside === null) return null;
  return shape.around(inside, space);
}

function memberValue(conversion: Conversion, asked: Schema, shape: ObjectShape): string | null {
  return shape.value ? shape.value(asked, conversion) : conversion.ruleOf(asked);
}

/** Names that must be there; one that another brings along is simply always there. */
function requiredNames(schema: SchemaObject): Set<string> {
  const required = new Set(namesOf(schema['required']));
  const brought = schema['dependentRequired'];
  if (isRecord(brought))
    for (const names of Object.values(brought)) for (const n of namesOf(names)) required.add(n);
  return required;
}

function additionalOf(schema: SchemaObject): Schema {
  return (schema['additionalProperties'] ?? schema['unevaluatedProperties'] ?? true) as Schema;
}

/** All that an object's schema asks of the value of a name, references followed. @throws SchemaError */
export function askedOfMember(schema: SchemaObject, name: string): Schema {
  const flatten = (s: Schema) => flattenSchema(s, schema);
  const flat = flatten(schema);
  return typeof flat === 'boolean' ? flat : flatten(askedOf({ root: schema, flatten }, flat, name));
}

/** All requirements for the value of a name. */
function askedOf(
  { root, flatten }: Pick<Conversion, 'root' | 'flatten'>,
  schema: SchemaObject,
  name: string,
): Schema {
  const nameSchema = (schema['propertyNames'] ?? true) as Schema;
  if (!acceptsValue(nameSchema, name, root)) return false;
  const { properties } = schema;
  // Looked up, not searched: an object may have thousands of names.
  const isNamed = isRecord(properties) && Object.hasOwn(properties, name);
  const own = isNamed ? (properties[name] as Schema) : undefined;
  const patterns = schemasOf(schema['patternProperties']);
  spend(1 + patterns.length);
  const found = patterns.filter(([pattern]) => matches(pattern, name)).map(([, s]) => s);
  const all = own === undefined ? found : [own, ...found];
  if (all.length === 0) return additionalOf(schema);
  if (all.length === 1) return all[0] as Schema;
  return all.map((s) => closed(flatten(s))).reduce(mergeSchemas);
}

/** An object whose names are free. */
function freeObject(
  conversion: Conversion,
  schema: SchemaObject,
  shape: ObjectShape,
  min: number,
  max: number,
): string | null {
  const empty = min === 0 ? shape.empty : null;
  const patterns = schemasOf(schema['patternProperties']);
  const byPattern = patterns[0];
  const asked = byPattern ? byPattern[1] : additionalOf(schema);
  if (asked === false || max === 0) return empty;
  if (patterns.length > 1) {
    throw new SchemaError('patternProperties', 'can be followed for one pattern only.');
  }
  if (min > 1) {
    throw new SchemaError('minProperties', 'needs names that differ, and these are free.');
  }
  const { writer, space } = conversion;
  const comma = shape.comma ?? conversion.comma;
  const name = nameGrammar(conversion, schema, byPattern?.[0], shape);
  const value = memberValue(conversion, asked, shape);
  if (name === null || value === null) return empty;
  const pair = writer.rule(shape.member(name, value));
  const filled = shape.around(`${pair} (${comma} ${pair})${repeat(0, max - 1)}`, space);
  return empty ? `${empty} | ${filled}` : filled;
}

function nameGrammar(
  { writer, flatten }: Conversion,
  schema: SchemaObject,
  pattern: string | undefined,
  { names: strings, anyName }: ObjectShape,
): string | null {
  const names = schema['propertyNames'];
  if (names === undefined || names === true) {
    return pattern === undefined ? anyName : stringGrammar(writer, { pattern }, strings);
  }
  const flat = flatten(names as Schema);
  if (pattern !== undefined || typeof flat === 'boolean' || 'enum' in flat || 'const' in flat) {
    throw new SchemaError(
      'propertyNames',
      'can be followed for strings by length or pattern only.',
    );
  }
  return stringGrammar(writer, flat, strings);
}
