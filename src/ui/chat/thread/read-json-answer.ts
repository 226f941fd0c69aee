import { acceptsForeign } from '#json-schema/accepts-value.ts';
import type { Schema } from '#json-schema/schema.ts';

/** An answer that is JSON as a whole. */
export interface JsonAnswer {
  value: object;
  /** Whether it fits the chat's schema; null where there is none, or it is too complex to check. */
  fits: boolean | null;
}

/** Characters; longer answers are drawn as code. */
const MAX_LENGTH = 100_000;

/** An answer as JSON; null when it is not JSON as a whole. */
export function readJsonAnswer(text: string, schema: string): JsonAnswer | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    return { value, fits: schema.trim() === '' ? null : checkFit(value, schema) };
  } catch {
    return null;
  }
}

function checkFit(value: object, text: string): boolean | null {
  try {
    return acceptsForeign(JSON.parse(text) as Schema, value);
  } catch {
    return null;
  }
}
