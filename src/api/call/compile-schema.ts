import { schemaProblem } from '#contract/json-schema.ts';
import { SchemaError } from '#json-schema/schema.ts';
import { schemaGrammar } from '#json-schema/schema-grammar.ts';
import { OverLimitError } from '#json-schema/work-meter.ts';

/** Schemas that a request's answers must follow. */
export type Schemas = readonly Record<string, unknown>[];

/** Why one of a request's schemas cannot be followed, in a sentence that names the keyword. */
export interface SchemaProblem {
  /** Of the schema in its list. */
  index: number;
  reason: string;
}

/**
 * Finds the first schema of a list that answers cannot be held to; null when there is none. May take a
 * second: wherever others wait for the thread, it runs in one that can be ended.
 */
export type CheckSchemas = (schemas: Schemas, signal: AbortSignal) => Promise<SchemaProblem | null>;

/** `CheckSchemas` in this thread, without limits of time. */
export function firstProblem(schemas: Schemas): SchemaProblem | null {
  for (const [index, schema] of schemas.entries()) {
    const compiled = compileSchema(schema);
    if ('reason' in compiled) return { index, reason: compiled.reason };
  }
  return null;
}

/** The grammar of a schema's answers, or why there is none. */
export function compileSchema(
  schema: Record<string, unknown>,
): { grammar: string } | { reason: string; isOverLimit: boolean } {
  const reason = schemaProblem(schema);
  if (reason) return { reason, isOverLimit: false };
  try {
    return { grammar: schemaGrammar(schema) };
  } catch (error) {
    if (error instanceof SchemaError) {
      return { reason: error.message, isOverLimit: error instanceof OverLimitError };
    }
    throw error;
  }
}
