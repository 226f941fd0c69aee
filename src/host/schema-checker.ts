import type { CheckSchemas, SchemaProblem, Schemas } from '#api/call/compile-schema.ts';
import { schemaProblem } from '#contract/json-schema.ts';
import { EngineError } from '#engine/engine-error.ts';

/** Host to checker; one job at a time. */
export interface SchemaCheckJob {
  schemas: Schemas;
}

export type SchemaCheckAnswer =
  /** Once, before any job is taken. */
  | { type: 'ready' }
  | { type: 'done'; problem: SchemaProblem | null }
  | { type: 'failed'; message: string };

/** The part of a worker that is used here. */
export interface CheckWorker {
  postMessage(job: SchemaCheckJob): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<SchemaCheckAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Milliseconds that the schemas of one request may take to compile. */
const LIMIT_MS = 1_000;
/** Milliseconds after which a thread that has not started counts as one that never will. */
const START_MS = 15_000;
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
 * Checks schemas in a thread of its own, which is ended when a job takes too long or its client has
 * gone. The host answers others meanwhile.
 */
export class SchemaChecker {
  readonly #open: () => CheckWorker;
  readonly #known = new Set<string>();
  #worker: { port: CheckWorker; ready: Promise<void> } | null = null;
  /** Resolves when the thread is free. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: () => CheckWorker) {
    this.#open = open;
  }

  /** @throws EngineError `aborted`, `runtime-failed` */
  readonly check: CheckSchemas = async (schemas, signal) => {
    if (schemas.length === 0) return null;
    // What is too large or too deep is not even sent.
    for (const [index, schema] of schemas.entries()) {
      const reason = schemaProblem(schema);
      if (reason) return { index, reason };
    }
    const before = this.#last;
    let release = () => {};
    const free = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = before.then(() => free);
    try {
      await withSignal(before, signal);
      return await this.#run(schemas, signal);
    } finally {
      release();
    }
  };

  async #run(schemas: Schemas, signal: AbortSignal): Promise<SchemaProblem | null> {
    const key = toKey(schemas);
    if (key !== null && this.#known.has(key)) return null;
    const { port, ready } = this.#start();
    try {
      await withSignal(ready, signal);
      const problem = await ask(port, schemas, signal);
      if (problem === null && key !== null) this.#remember(key);
      if (problem === TOO_SLOW || problem === NOT_COMPILED) this.#end();
      return problem;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #remember(key: string): void {
    this.#known.add(key);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  #start(): { port: CheckWorker; ready: Promise<void> } {
    this.#worker ??= openPort(this.#open());
    return this.#worker;
  }

  #end(): void {
    this.#worker?.port.terminate();
    this.#worker = null;
  }
}

function openPort(port: CheckWorker): { port: CheckWorker; ready: Promise<void> } {
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(failed('The schema checker did not start.')), START_MS);
    port.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data.type === 'failed') reject(failed(data.message));
      else resolve();
    };
    port.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      reject(failed(event.message || 'The schema checker did not start.'));
    };
  });
  return { port, ready };
}

function ask(
  port: CheckWorker,
  schemas: Schemas,
  signal: AbortSignal,
): Promise<SchemaProblem | null> {
  return new Promise<SchemaProblem | null>((resolve, reject) => {
    const timer = setTimeout(() => resolve(TOO_SLOW), LIMIT_MS);
    const stop = () => reject(aborted());
    signal.addEventListener('abort', stop, { once: true });
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      end();
    };
    port.onmessage = ({ data }) => {
      if (data.type === 'done') settle(() => resolve(data.problem));
      if (data.type === 'failed') settle(() => resolve(NOT_COMPILED));
    };
    port.onerror = (event) => {
      event.preventDefault();
      settle(() => resolve(NOT_COMPILED));
    };
    port.postMessage({ schemas });
  });
}

function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(aborted());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Longer schemas are rarely sent twice, and take long to write down. */
const MAX_KEY = 100_000;

function toKey(schemas: Schemas): string | null {
  const key = JSON.stringify(schemas);
  return key.length > MAX_KEY ? null : key;
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The request was aborted.');
}

function failed(message: string): EngineError {
  return new EngineError('runtime-failed', message);
}
