import { acceptsValue, distinctOf } from './accepts-value.ts';
import { constantsOf } from './are-disjoint.ts';
import { literal } from './grammar-writer.ts';
import { orderedChoice } from './ordered-choice.ts';
import { listOf, maxOf, minOf, type Schema, SchemaError, type SchemaObject } from './schema.ts';
import { repeat } from './string-grammar.ts';
import type { Conversion } from './writing-style.ts';

/** Distinct values that are followed one by one. */
const MAX_DISTINCT = 64;
/** Items that may be required: from twice as many on the grammar's parser ends with its memory. */
const MAX_REQUIRED = 4_000;

/**
 * Arrays of a schema, an EBNF expression; null where there is none.
 * @throws SchemaError `uniqueItems` for values that are not listed, or too many required items.
 */
export function arrayGrammar(conversion: Conversion, schema: SchemaObject): string | null {
  const { space } = conversion;
  const min = minOf(schema, 'minItems');
  const max = maxOf(schema, 'maxItems');
  if (max < min) return null;
  if (min > MAX_REQUIRED) {
    throw new SchemaError('minItems', `counts too far: more than ${MAX_REQUIRED} items.`);
  }
  const inside =
    schema['uniqueItems'] === true && max > 1
      ? distinct(conversion, schema, min, max)
      : listed(conversion, schema, min, max);
  if (inside === null) return null;
  if (inside === '') return '"[]"';
  const filled = `"[" ${space} (${inside}) ${space} "]"`;
  return min === 0 ? `"[]" | ${filled}` : filled;
}

function listed(
  { ruleOf, comma }: Conversion,
  schema: SchemaObject,
  min: number,
  max: number,
): string | null {
  const first = listOf(schema['prefixItems']).slice(0, max);
  // After a list of first items others are allowed unless forbidden; none is always right.
  const isOpen = first.length === 0 || min > first.length || 'items' in schema;
  const items = (schema['items'] ?? true) as Schema;
  const rest = isOpen && max > first.length ? ruleOf(items) : null;
  if (!rest && min > first.length) return null;
  const [from, to] = [Math.max(0, min - first.length), max - first.length];
  if (first.length === 0) {
    return rest ? `${rest} (${comma} ${rest})${repeat(Math.max(0, from - 1), to - 1)}` : '';
  }
  const tail = rest ? `(${comma} ${rest})${repeat(from, to)}` : '';
  return inOrder(first.map(ruleOf), tail, comma, min);
}

/** First items, each of which may be the last once there are `least`, with the items that follow. */
function inOrder(
  rules: readonly (string | null)[],
  after: string,
  comma: string,
  min: number,
): string | null {
  let tail = after;
  for (let at = rules.length - 1; at >= 0; at--) {
    const rule = rules[at];
    if (rule) {
      const one = `${at > 0 ? `${comma} ` : ''}${rule} ${tail}`.trim();
      tail = at >= Math.max(1, min) ? `(${one})?` : one;
    } else if (at < min) return null;
    // An item that no value can be: the array ends before it.
    else tail = '';
  }
  return tail;
}

/** Distinct values in the order of their list: any order is right, and this one can be followed. */
function distinct(
  { writer, comma, flatten, root, style }: Conversion,
  schema: SchemaObject,
  min: number,
  max: number,
): string | null {
  const items = flatten((schema['items'] ?? true) as Schema);
  const values = 'prefixItems' in schema || typeof items === 'boolean' ? null : valuesOf(items);
  if (!values || values.length > MAX_DISTINCT) {
    throw new SchemaError('uniqueItems', 'can be followed for items of an enum only.');
  }
  const members = distinctOf(values)
    .filter((v) => acceptsValue(items, v, root))
    .map((v) => ({ expression: writer.rule(literal(style.write(v))), isRequired: false }));
  if (members.length === 0) return min === 0 ? '' : null;
  return orderedChoice(writer, members, comma, Math.max(1, min), max);
}

function valuesOf(schema: SchemaObject): readonly unknown[] | null {
  return schema['type'] === 'boolean' ? [false, true] : constantsOf(schema);
}
