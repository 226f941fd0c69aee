import { isRecord } from '#base/guards.ts';
import { matchPattern } from './match-pattern.ts';
import { resolveReference } from './resolve-reference.ts';
import {
  listOf,
  namesOf,
  numberOf,
  type Schema,
  SchemaError,
  type SchemaObject,
  schemasOf,
} from './schema.ts';
import { metered, spend } from './work-meter.ts';

/**
 * Whether a value is valid under a schema: for choosing among the constants of `enum` and `const`.
 * Keywords no grammar follows are checked here all the same.
 */
export function acceptsValue(schema: Schema, value: unknown, root: Schema): boolean {
  if (typeof schema === 'boolean') return schema;
  spend(1);
  const accepts = (inner: Schema, v = value) => acceptsValue(inner, v, root);
  if (typeof schema['$ref'] === 'string' && !accepts(resolveReference(root, schema['$ref']))) {
    return false;
  }
  return (
    acceptsType(schema['type'], value) &&
    acceptsConstant(schema, value) &&
    listOf(schema['allOf']).every((s) => accepts(s)) &&
    (!('anyOf' in schema) || listOf(schema['anyOf']).some((s) => accepts(s))) &&
    (!('oneOf' in schema) || listOf(schema['oneOf']).filter((s) => accepts(s)).length === 1) &&
    (!('not' in schema) || !accepts(schema['not'] as Schema)) &&
    acceptsKind(schema, value, accepts)
  );
}

type Accepts = (schema: Schema, value: unknown) => boolean;

function acceptsKind(schema: SchemaObject, value: unknown, accepts: Accepts): boolean {
  if (typeof value === 'number') return acceptsNumber(schema, value);
  if (typeof value === 'string') return acceptsString(schema, value);
  if (Array.isArray(value)) return acceptsArray(schema, value, accepts);
  return !isRecord(value) || acceptsObject(schema, value, accepts);
}

export function acceptsType(type: unknown, value: unknown): boolean {
  if (type === undefined) return true;
  return [type].flat().some((t) => isOfType(t, value));
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    default:
      return typeof value === type;
  }
}

export function isSame(a: unknown, b: unknown): boolean {
  spend(1);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((v, i) => isSame(v, b[i]));
  }
  if (!isRecord(a)) return a === b;
  if (!isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((k) => Object.hasOwn(b, k) && isSame(a[k], b[k]))
  );
}

function acceptsConstant(schema: SchemaObject, value: unknown): boolean {
  if ('const' in schema && !isSame(schema['const'], value)) return false;
  const options: unknown = schema['enum'];
  return !Array.isArray(options) || isListed(options, value);
}

/** The scalar values of a list, for a fast look-up. */
const scalars = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Whether a list holds a value; lists may be long, and each of their values is looked for. */
export function isListed(list: readonly unknown[], value: unknown): boolean {
  if (isScalar(value)) {
    const known = scalars.get(list) ?? new Set(list.filter(isScalar));
    scalars.set(list, known);
    return known.has(value);
  }
  return list.some((other) => isSame(other, value));
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** The values without those that are there already. */
export function distinctOf(values: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>();
  const objects: unknown[] = [];
  return values.filter((value) => {
    if (!isScalar(value)) return !objects.some((o) => isSame(o, value)) && objects.push(value);
    const isNew = !seen.has(value);
    seen.add(value);
    return isNew;
  });
}

function acceptsNumber(schema: SchemaObject, value: number): boolean {
  const step = numberOf(schema, 'multipleOf', 0);
  return (
    value >= numberOf(schema, 'minimum', -Infinity) &&
    value <= numberOf(schema, 'maximum', Infinity) &&
    value > numberOf(schema, 'exclusiveMinimum', -Infinity) &&
    value < numberOf(schema, 'exclusiveMaximum', Infinity) &&
    (step === 0 || Number.isInteger(value / step))
  );
}

function acceptsString(schema: SchemaObject, value: string): boolean {
  const length = [...value].length;
  const { pattern } = schema;
  return (
    length >= numberOf(schema, 'minLength', 0) &&
    length <= numberOf(schema, 'maxLength', Infinity) &&
    (typeof pattern !== 'string' || matches(pattern, value))
  );
}

/** Whether patterns that only the engine follows are tried: on values from outside they may take for ever. */
let mayBacktrack = true;

/**
 * Whether a value that a model or a file gave is valid under a schema.
 * @throws SchemaError for what takes too long to check, and for patterns that look around themselves.
 */
export function acceptsForeign(schema: Schema, value: unknown): boolean {
  mayBacktrack = false;
  try {
    return metered(() => acceptsValue(schema, value, schema));
  } finally {
    mayBacktrack = true;
  }
}

/** An invalid pattern matches nothing: the schema is refused elsewhere. */
export function matches(pattern: string, text: string): boolean {
  spend(text.length);
  const found = matchPattern(pattern, text);
  if (found !== null) return found;
  if (!mayBacktrack) throw new SchemaError('pattern', 'cannot be checked.');
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

function acceptsArray(schema: SchemaObject, value: readonly unknown[], accepts: Accepts): boolean {
  const first = listOf(schema['prefixItems']);
  const rest = (schema['items'] ?? true) as Schema;
  const isUnique = () => distinctOf(value).length === value.length;
  return (
    value.length >= numberOf(schema, 'minItems', 0) &&
    value.length <= numberOf(schema, 'maxItems', Infinity) &&
    (schema['uniqueItems'] !== true || isUnique()) &&
    value.every((v, i) => accepts(first[i] ?? rest, v)) &&
    (!('contains' in schema) || value.some((v) => accepts(schema['contains'] as Schema, v)))
  );
}

function acceptsObject(
  schema: SchemaObject,
  value: Record<string, unknown>,
  accepts: Accepts,
): boolean {
  const keys = Object.keys(value);
  const own = new Map(schemasOf(schema['properties']));
  const patterns = schemasOf(schema['patternProperties']);
  const additional = (schema['additionalProperties'] ?? true) as Schema;
  const isAccepted = (key: string) => {
    const named = own.get(key);
    const found = patterns.filter(([pattern]) => matches(pattern, key)).map(([, s]) => s);
    const all = named === undefined ? found : [named, ...found];
    return (all.length > 0 ? all : [additional]).every((s) => accepts(s, value[key]));
  };
  return (
    namesOf(schema['required']).every((name) => Object.hasOwn(value, name)) &&
    keys.length >= numberOf(schema, 'minProperties', 0) &&
    keys.length <= numberOf(schema, 'maxProperties', Infinity) &&
    keys.every(isAccepted)
  );
}
