import { isRecord } from '#base/guards.ts';

/** A JSON Schema, draft 2020-12. `true` accepts everything, `false` nothing. */
export type Schema = boolean | SchemaObject;
export type SchemaObject = { readonly [keyword: string]: unknown };

/** A schema that cannot be turned into a grammar, with the unsupported keyword. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  readonly keyword: string;

  constructor(keyword: string, reason: string) {
    super(`'${keyword}' ${reason}`);
    this.keyword = keyword;
  }
}

/** The schemas of `properties` or `patternProperties`. */
export function schemasOf(value: unknown): [string, Schema][] {
  return isRecord(value) ? (Object.entries(value) as [string, Schema][]) : [];
}

/** A list of schemas: `anyOf`, `prefixItems`. */
export function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

/** A keyword's number, or its default. */
export function numberOf(schema: SchemaObject, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
}

/** A keyword's count as a minimum; 0 without it. */
export function minOf(schema: SchemaObject, keyword: string): number {
  return Math.max(0, Math.ceil(numberOf(schema, keyword, 0)));
}

/** A keyword's count as the most that is allowed; infinity without it. */
export function maxOf(schema: SchemaObject, keyword: string): number {
  const max = Math.floor(numberOf(schema, keyword, Number.POSITIVE_INFINITY));
  return max < Number.MAX_SAFE_INTEGER ? max : Number.POSITIVE_INFINITY;
}

export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** A schema without some of its keywords. */
export function without(schema: SchemaObject, ...keywords: string[]): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([k]) => !keywords.includes(k)));
}
