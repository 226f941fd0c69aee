import type { CheckSchemas, SchemaProblem, Schemas } from '#api/call/compile-schema.ts';
import { schemaProblem } from '#contract/json-schema.ts';
import { HelperThread, type HelperWorker, type Outcome } from './helper-thread.ts';

export interface SchemaCheckJob {
  schemas: Schemas;
  /** Whether to stop before slow schemas. */
  isQuick: boolean;
}

/** The result; `long` for schemas that a quick check does not finish. */
export type SchemaCheckValue = SchemaProblem | 'long' | null;

export type CheckWorker = HelperWorker<SchemaCheckJob, SchemaCheckValue>;

/** Milliseconds that the schemas of one request may take to compile. */
const LIMIT_MS = 1_000;
/** Lists of schemas that were found to be right, and are not checked again. */
const MAX_KNOWN = 64;

const TOO_SLOW: SchemaProblem = {
  index: 0,
  reason: `'schema' is too complex: it takes longer than ${LIMIT_MS / 1000} second to compile.`,
};
const NOT_COMPILED: SchemaProblem = {
  index: 0,
  reason: "'schema' is too complex: it cannot be compiled.",
};

/**
 * Checks schemas in separate threads, which are ended when a job takes too long or its client has
 * gone. The host answers others meanwhile, and slow schemas do not delay others.
 */
export class SchemaChecker {
  readonly #quick: HelperThread<SchemaCheckJob, SchemaCheckValue>;
  readonly #long: HelperThread<SchemaCheckJob, SchemaCheckValue>;
  readonly #known = new Set<string>();

  constructor(open: () => CheckWorker) {
    this.#quick = new HelperThread(open);
    this.#long = new HelperThread(open);
  }

  /** @throws EngineError `aborted`, `runtime-failed` */
  readonly check: CheckSchemas = async (schemas, signal) => {
    if (schemas.length === 0) return null;
    // Schemas that are too large or too deep are not even sent.
    for (const [index, schema] of schemas.entries()) {
      const reason = schemaProblem(schema);
      if (reason) return { index, reason };
    }
    const key = toKey(schemas);
    if (key !== null && this.#known.has(key)) return null;
    const options = { signal, limitMs: LIMIT_MS };
    let problem = toProblem(await this.#quick.run({ schemas, isQuick: true }, options));
    if (problem === 'long') {
      problem = toProblem(await this.#long.run({ schemas, isQuick: false }, options));
    }
    if (problem === null && key !== null) this.#remember(key);
    return problem === 'long' ? TOO_SLOW : problem;
  };

  #remember(key: string): void {
    this.#known.add(key);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

function toProblem(outcome: Outcome<SchemaCheckValue>): SchemaCheckValue {
  if (outcome.state === 'done') return outcome.value;
  return outcome.state === 'too-slow' ? TOO_SLOW : NOT_COMPILED;
}

/** Longer schemas are rarely sent twice, and take long to write down. */
const MAX_KEY = 100_000;

function toKey(schemas: Schemas): string | null {
  const key = JSON.stringify(schemas);
  return key.length > MAX_KEY ? null : key;
}
