import { schemaProblem } from '#contract/json-schema.ts';
import { SchemaError } from '#json-schema/schema.ts';
import { schemaGrammar } from '#json-schema/schema-grammar.ts';

/** Why answers cannot be held to a JSON Schema, naming the keyword; null when they can. */
export function whyNotFollowed(schema: Record<string, unknown>): string | null {
  const problem = schemaProblem(schema);
  if (problem) return problem;
  try {
    schemaGrammar(schema);
    return null;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}
