import { acceptsValue } from './accepts-value.ts';
import { resolveReference } from './resolve-reference.ts';
import { namesOf, numberOf, type Schema, type SchemaObject, schemasOf } from './schema.ts';
import { spend } from './work-meter.ts';

/** Deep enough for nested unions; recursive schemas count as overlapping. */
const DEPTH = 6;

/**
 * Whether it is certain that no value is valid under both schemas: options of which each value fits one can be written
 * one after the other. So are
 *     { const: 'a' }                                     and  { enum: ['b', 'c'] }
 *     { type: 'number', maximum: 1 }                     and  { type: 'integer', minimum: 2 }
 *     { required: ['kind'], properties: { kind: A } }    and  the same with a B that A is disjoint from.
 * Not { pattern: '^a' } and { pattern: '^b' }: patterns are not compared.
 */
export function areDisjoint(a: Schema, b: Schema, root: Schema, depth = DEPTH): boolean {
  if (a === false || b === false) return true;
  spend(1);
  if (a === true || b === true || depth === 0) return false;
  const [one, other] = [followed(a, root), followed(b, root)];
  if (typeof one === 'boolean' || typeof other === 'boolean')
    return areDisjoint(one, other, root, depth - 1);
  for (const [x, y] of [
    [one, other],
    [other, one],
  ] as const) {
    const values = constantsOf(x);
    if (values) return !values.some((v) => acceptsValue(x, v, root) && acceptsValue(y, v, root));
    const options = (x['anyOf'] ?? x['oneOf']) as Schema[] | undefined;
    if (options) return options.every((o) => areDisjoint(o, y, root, depth - 1));
  }
  const shared = sharedTypes(one, other);
  return shared.every(
    (type) =>
      (type === 'object' && areObjectsDisjoint(one, other, root, depth)) ||
      (type === 'number' && areRangesDisjoint(one, other)),
  );
}

function followed(schema: SchemaObject, root: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === 'string' && Object.keys(schema).length === 1
    ? resolveReference(root, $ref)
    : schema;
}

/** The only values a schema can have, where they are listed. */
export function constantsOf(schema: SchemaObject): readonly unknown[] | null {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : null;
}

const KINDS = ['object', 'array', 'string', 'number', 'boolean', 'null'];

function sharedTypes(a: SchemaObject, b: SchemaObject): string[] {
  const kinds = (s: SchemaObject) =>
    s['type'] === undefined
      ? KINDS
      : [s['type']].flat().map((t) => (t === 'integer' ? 'number' : String(t)));
  const other = kinds(b);
  return kinds(a).filter((k) => other.includes(k));
}

function areObjectsDisjoint(
  a: SchemaObject,
  b: SchemaObject,
  root: Schema,
  depth: number,
): boolean {
  const [ofA, ofB] = [new Map(schemasOf(a['properties'])), new Map(schemasOf(b['properties']))];
  const names = new Set([...namesOf(a['required']), ...namesOf(b['required'])]);
  return [...names].some((name) => {
    const [one, other] = [ofA.get(name), ofB.get(name)];
    if (one !== undefined && other !== undefined) return areDisjoint(one, other, root, depth - 1);
    return (one === undefined && forbids(a)) || (other === undefined && forbids(b));
  });
}

function forbids(schema: SchemaObject): boolean {
  return schema['additionalProperties'] === false && !('patternProperties' in schema);
}

function areRangesDisjoint(a: SchemaObject, b: SchemaObject): boolean {
  const low = (s: SchemaObject) =>
    numberOf(s, 'minimum', numberOf(s, 'exclusiveMinimum', -Infinity));
  const high = (s: SchemaObject) =>
    numberOf(s, 'maximum', numberOf(s, 'exclusiveMaximum', Infinity));
  return high(a) < low(b) || high(b) < low(a);
}
