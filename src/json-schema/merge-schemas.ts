import { isListed, isSame, matches } from './accepts-value.ts';
import {
  listOf,
  namesOf,
  type Schema,
  SchemaError,
  type SchemaObject,
  schemasOf,
} from './schema.ts';
import { spend } from './work-meter.ts';

/** Keywords of which the larger, or the smaller, of two values holds. */
const LARGER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const SMALLER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
/** Options that unions next to each other may multiply to. */
const MAX_OPTIONS = 1024;
/** Keywords that do not affect validity. */
export const REMARKS = new Set(
  '$schema $id $anchor $comment $defs definitions title description default examples deprecated readOnly writeOnly format'.split(
    ' ',
  ),
);

/**
 * One schema with the requirements of both.
 * @throws SchemaError where that cannot be written as one.
 */
export function mergeSchemas(a: Schema, b: Schema): Schema {
  if (a === true) return b;
  if (b === true || a === false) return a;
  if (b === false) return b;
  spend(1 + Object.keys(a).length + Object.keys(b).length);
  const entries = Object.entries(b)
    .filter(([keyword]) => !OBJECT_KEYWORDS.includes(keyword))
    .map(([keyword, value]) => [
      keyword,
      Object.hasOwn(a, keyword) ? both(keyword, a[keyword], value) : value,
    ]);
  const merged: Record<string, unknown> = { ...a, ...Object.fromEntries(entries) };
  if (OBJECT_KEYWORDS.some((keyword) => keyword in a || keyword in b)) {
    Object.assign(merged, mergeObjects(a, b));
  }
  if ('items' in a || 'items' in b || 'prefixItems' in a || 'prefixItems' in b) {
    Object.assign(merged, mergeArrays(a, b));
  }
  return merged;
}

/** Behind a reference, in a branch or in a property, `unevaluatedProperties` sees that schema alone: there it is the other keyword. */
export function closed(schema: Schema): Schema {
  if (typeof schema === 'boolean' || !('unevaluatedProperties' in schema)) return schema;
  const { unevaluatedProperties, ...rest } = schema;
  return 'additionalProperties' in rest
    ? rest
    : { ...rest, additionalProperties: unevaluatedProperties };
}

/** One schema for two that do not see each other's properties. */
function mergeApart(a: Schema, b: Schema): Schema {
  return a === true || b === true ? mergeSchemas(a, b) : mergeSchemas(closed(a), closed(b));
}

const OBJECT_KEYWORDS = ['properties', 'patternProperties', 'additionalProperties'];

function both(keyword: string, a: unknown, b: unknown): unknown {
  if (isSame(a, b) || REMARKS.has(keyword)) return a;
  if (LARGER.includes(keyword)) return Math.max(Number(a), Number(b));
  if (SMALLER.includes(keyword)) return Math.min(Number(a), Number(b));
  switch (keyword) {
    case 'type':
      return sharedTypes([a].flat().map(String), [b].flat().map(String));
    case 'enum':
      return listOf(a).filter((v) => isListed(listOf(b), v));
    case 'required':
      return [...new Set([...namesOf(a), ...namesOf(b)])];
    case 'allOf':
      return [...listOf(a), ...listOf(b)];
    case 'uniqueItems':
      return a === true || b === true;
    case 'items':
    case 'prefixItems':
      return a;
    case 'anyOf':
      if (listOf(a).length * listOf(b).length > MAX_OPTIONS) {
        throw new SchemaError(keyword, `multiplies to more than ${MAX_OPTIONS} options.`);
      }
      return listOf(a).flatMap((x) => listOf(b).map((y) => mergeApart(x, y)));
    default:
      throw new SchemaError(keyword, 'is asked for twice in ways that cannot be joined.');
  }
}

function sharedTypes(a: readonly string[], b: readonly string[]): string[] {
  const includes = (list: readonly string[], type: string) =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  return [...new Set([...a.filter((t) => includes(b, t)), ...b.filter((t) => includes(a, t))])];
}

/** What one schema asks of a property. */
function askedOf(schema: SchemaObject, name: string): Schema {
  const own = schemasOf(schema['properties']).find(([key]) => key === name)?.[1];
  const found = schemasOf(schema['patternProperties']).filter(([p]) => matches(p, name));
  if (own === undefined && found.length === 0) {
    return (schema['additionalProperties'] ?? true) as Schema;
  }
  return own ?? true;
}

function mergeObjects(a: SchemaObject, b: SchemaObject): SchemaObject {
  const names = new Set(
    [a, b].flatMap((s) => [
      ...schemasOf(s['properties']).map(([n]) => n),
      ...namesOf(s['required']),
    ]),
  );
  const properties = Object.fromEntries(
    [...names].map((n) => [n, mergeApart(askedOf(a, n), askedOf(b, n))]),
  );
  const patterns = [...schemasOf(a['patternProperties']), ...schemasOf(b['patternProperties'])];
  const additional = mergeApart(
    (a['additionalProperties'] ?? true) as Schema,
    (b['additionalProperties'] ?? true) as Schema,
  );
  return {
    properties,
    ...(patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns) } : {}),
    ...('additionalProperties' in a || 'additionalProperties' in b
      ? { additionalProperties: additional }
      : {}),
  };
}

function mergeArrays(a: SchemaObject, b: SchemaObject): SchemaObject {
  const [first, second] = [listOf(a['prefixItems']), listOf(b['prefixItems'])];
  const [restA, restB] = [(a['items'] ?? true) as Schema, (b['items'] ?? true) as Schema];
  const length = Math.max(first.length, second.length);
  const prefixItems = Array.from({ length }, (_, i) =>
    mergeApart(first[i] ?? restA, second[i] ?? restB),
  );
  const items = mergeApart(restA, restB);
  return {
    ...(length > 0 ? { prefixItems } : {}),
    ...('items' in a || 'items' in b ? { items } : {}),
  };
}
