import { isRecord } from '#base/guards.ts';
import { closed, mergeSchemas, REMARKS } from './merge-schemas.ts';
import { resolveReference } from './resolve-reference.ts';
import { listOf, type Schema, SchemaError, without } from './schema.ts';
import { spend } from './work-meter.ts';

/** References that lead to references, deeper than any schema written by hand. */
const DEPTH = 100;

/** What following one reference costs, in steps of the meter. */
const FLATTEN_STEPS = 20;

/**
 * A schema with its `$ref` followed and its `allOf` joined into it; those inside stay as they are.
 * @throws SchemaError for a reference cycle or schemas that cannot be merged.
 */
export function flattenSchema(schema: Schema, root: Schema, depth = 0): Schema {
  if (typeof schema === 'boolean') return schema;
  if (!isRecord(schema)) {
    throw new SchemaError('schema', 'holds a value in a place of a schema that is not one.');
  }
  spend(FLATTEN_STEPS);
  if (depth > DEPTH) throw new SchemaError('$ref', 'leads back to itself.');
  const { $ref } = schema;
  if (typeof $ref === 'string') {
    const target = closed(flattenSchema(resolveReference(root, $ref), root, depth + 1));
    return flattenSchema(
      mergeSchemas(target, without(schema, '$ref', ...REMARKS)),
      root,
      depth + 1,
    );
  }
  if (!('allOf' in schema)) return schema;
  const parts = listOf(schema['allOf']).map((s) => closed(flattenSchema(s, root, depth + 1)));
  const merged = parts.reduce(mergeSchemas, without(schema, 'allOf'));
  return flattenSchema(merged, root, depth + 1);
}
