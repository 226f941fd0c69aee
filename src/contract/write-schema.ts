import { names, shapeOf, z } from './zod.ts';

type Json = Record<string, unknown>;

/** Writes schemas as JSON Schema; those with a name become components that the others refer to. */
export class SchemaWriter {
  readonly components: Record<string, Json> = {};

  /** @param io Whether clients write the value, or read it. */
  write(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs = {},
      ...written
    } = z.toJSONSchema(schema, {
      io,
      metadata: names,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const shape = shapeOf(zodSchema);
        if (shape) Object.assign(jsonSchema, this.write(shape, io));
        tidy(jsonSchema);
      },
    }) as Json & { $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs)) {
      this.components[name] = withReferences(definition);
    }
    return withReferences(written);
  }
}

/** Leaves out keywords without information for a reader. */
function tidy(schema: Json): void {
  // Unknown fields are ignored in requests, and new ones may come in answers.
  delete schema['additionalProperties'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
}

const DEFINITIONS = '#/$defs/';

function withReferences<T>(value: T): T {
  const text = JSON.stringify(value).replaceAll(
    `"$ref":"${DEFINITIONS}`,
    '"$ref":"#/components/schemas/',
  );
  return JSON.parse(text) as T;
}
