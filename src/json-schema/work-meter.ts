import { SchemaError } from './schema.ts';

/** Steps that converting one schema may take: about a tenth of a second. */
const MAX_STEPS = 1_000_000;

/** A schema that takes more steps than it may. */
export class OverLimitError extends SchemaError {
  constructor() {
    super('schema', 'is too complex to compile.');
  }
}

let left = Number.POSITIVE_INFINITY;

/** Runs `work` under the limit of one schema. Synchronous: no other conversion can come between. */
export function metered<T>(work: () => T): T {
  return withSteps(MAX_STEPS, work);
}

/** Runs `work` with at most `steps` steps per schema, unless a schema's own limit is lower. */
export function withSteps<T>(steps: number, work: () => T): T {
  const before = left;
  left = Math.min(before, steps);
  try {
    return work();
  } finally {
    left = before;
  }
}

/** Counts steps before they are taken. @throws SchemaError once the schema has used its share. */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new OverLimitError();
}
