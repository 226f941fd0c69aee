import { compileSchema, type Schemas } from '#api/call/compile-schema.ts';
import { byteVocabulary, TokenGrammar } from '#grammar/token-grammar.ts';
import { withSteps } from '#json-schema/work-meter.ts';
import type { SchemaCheckValue } from './schema-checker.ts';

/** Characters of a grammar from which on compiling it may take long. */
const LONG_GRAMMAR = 50_000;
/** Repetitions from here on may take long, too. */
const LONG_REPETITION = /\{\d{4}|,\d{4}/;
/** Steps of one schema in a quick check, and milliseconds of all: hundredths of a second. */
const QUICK_STEPS = 100_000;
const QUICK_MS = 50;

let opened: Promise<TokenGrammar> | null = null;

/**
 * The first schema that answers cannot be held to; null when there is none. With `isQuick`, `long` for
 * what takes more than hundredths of a second.
 */
export async function findSchemaProblem(
  schemas: Schemas,
  { isQuick = false } = {},
): Promise<SchemaCheckValue> {
  const start = performance.now();
  for (const [index, schema] of schemas.entries()) {
    if (isQuick && performance.now() - start > QUICK_MS) return 'long';
    const found = await findProblem(schema, isQuick);
    if (found === 'long') return 'long';
    if (found) return { index, ...found };
  }
  return null;
}

async function findProblem(
  schema: Schemas[number],
  isQuick: boolean,
): Promise<{ reason: string } | 'long' | null> {
  const steps = isQuick ? QUICK_STEPS : Number.POSITIVE_INFINITY;
  const compiled = withSteps(steps, () => compileSchema(schema));
  if ('reason' in compiled) {
    return isQuick && compiled.isOverLimit ? 'long' : { reason: compiled.reason };
  }
  if (!isLong(compiled.grammar)) return null;
  if (isQuick) return 'long';
  await compileForTrial(compiled.grammar);
  return null;
}

const isLong = (grammar: string) => grammar.length >= LONG_GRAMMAR || LONG_REPETITION.test(grammar);

/** Compiles for a vocabulary of single bytes, so that failures and hangs affect this thread and not a model's. */
async function compileForTrial(grammar: string): Promise<void> {
  opened ??= TokenGrammar.create(byteVocabulary());
  (await (await opened).start(grammar)).close();
}
