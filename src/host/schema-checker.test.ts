import { expect, test } from 'vitest';
import { findSchemaProblem } from './find-schema-problem.ts';
import type { HelperAnswer } from './helper-thread.ts';
import {
  type CheckWorker,
  SchemaChecker,
  type SchemaCheckJob,
  type SchemaCheckValue,
} from './schema-checker.ts';

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } } };
const STAY = new AbortController().signal;

interface Double extends CheckWorker {
  jobs: number;
  isEnded: boolean;
}

/** A checker with scripted threads; null never answers. */
function open(answer: HelperAnswer<SchemaCheckValue> | null) {
  const workers: Double[] = [];
  const checker = new SchemaChecker(() => {
    const worker: Double = {
      jobs: 0,
      isEnded: false,
      onmessage: null,
      onerror: null,
      postMessage() {
        worker.jobs++;
        if (answer) queueMicrotask(() => worker.onmessage?.({ data: answer } as MessageEvent));
      },
      terminate() {
        worker.isEnded = true;
      },
    };
    workers.push(worker);
    setTimeout(() => worker.onmessage?.({ data: { type: 'ready' } } as MessageEvent));
    return worker;
  });
  return { checker, workers };
}

test('ends a thread that does not answer within a second, and starts another', async () => {
  const { checker, workers } = open(null);
  const began = performance.now();
  const problem = await checker.check([SCHEMA], STAY);
  expect(problem?.reason).toMatch(/longer than 1 second/);
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(workers[0]?.isEnded).toBe(true);
  await checker.check([SCHEMA], STAY);
  expect(workers).toHaveLength(2);
});

test('an abort ends the thread and lets the next request in', async () => {
  const { checker, workers } = open(null);
  const controller = new AbortController();
  const waiting = checker.check([SCHEMA], controller.signal);
  setTimeout(() => controller.abort(), 20);
  await expect(waiting).rejects.toThrow('aborted');
  expect(workers[0]?.isEnded).toBe(true);
});

test('an aborted request that waits behind another does not start', async () => {
  const { checker, workers } = open({ type: 'done', value: null });
  const first = checker.check([SCHEMA], STAY);
  await expect(checker.check([{ type: 'string' }], AbortSignal.abort())).rejects.toThrow('aborted');
  expect(await first).toBeNull();
  expect(workers[0]?.jobs).toBe(1);
});

test('a schema that was found right is not checked again', async () => {
  const { checker, workers } = open({ type: 'done', value: null });
  for (let i = 0; i < 3; i++) expect(await checker.check([SCHEMA], STAY)).toBeNull();
  expect(workers[0]?.jobs).toBe(1);
});

test('a thread that breaks down means a refused schema, not a server error', async () => {
  const { checker, workers } = open({ type: 'failed', message: 'memory access out of bounds' });
  const problem = await checker.check([SCHEMA], STAY);
  expect(problem?.reason).toBe("'schema' is too complex: it cannot be compiled.");
  expect(workers[0]?.isEnded).toBe(true);
});

test('a schema nested 5,000 levels deep is refused without a thread', async () => {
  const { checker, workers } = open(null);
  let schema: Record<string, unknown> = { type: 'string' };
  for (let i = 0; i < 5_000; i++) schema = { type: 'array', items: schema };
  expect((await checker.check([schema], STAY))?.reason).toMatch(/nested too deeply/);
  expect(workers).toHaveLength(0);
});

test('long grammars are compiled for trial, and the index names the schema', async () => {
  const long = { enum: Array.from({ length: 2_200 }, (_, i) => `value ${i * 7919}`) };
  expect(await findSchemaProblem([SCHEMA, long])).toBeNull();
  expect(await findSchemaProblem([SCHEMA, { not: {} }])).toEqual({
    index: 1,
    reason: "'not' cannot be followed while writing.",
  });
});

test('a slow schema does not delay others', async () => {
  const jobs: SchemaCheckJob[] = [];
  const checker = new SchemaChecker(() => {
    const worker: CheckWorker = {
      onmessage: null,
      onerror: null,
      postMessage(job) {
        jobs.push(job);
        // The quick thread passes the schema on; the other one never ends.
        const value = 'not' in (job.schemas[0] ?? {}) ? 'long' : null;
        const data: HelperAnswer<SchemaCheckValue> = { type: 'done', value };
        if (job.isQuick) queueMicrotask(() => worker.onmessage?.({ data } as MessageEvent));
      },
      terminate() {},
    };
    setTimeout(() => worker.onmessage?.({ data: { type: 'ready' } } as MessageEvent));
    return worker;
  });
  const long = checker.check([{ not: {} }], STAY);
  expect(await checker.check([SCHEMA], STAY)).toBeNull();
  expect(await checker.check([{ type: 'string' }], STAY)).toBeNull();
  expect((await long)?.reason).toMatch(/longer than 1 second/);
  expect(jobs.map(({ isQuick }) => isQuick)).toEqual([true, true, true, false]);
});

test('a quick check leaves schemas that take more than hundredths of a second to a thread', async () => {
  const isQuick = true;
  expect(await findSchemaProblem([SCHEMA], { isQuick })).toBeNull();
  const branches = Array.from({ length: 10 }, (_, i) => ({
    anyOf: [{ properties: { [`a${i}`]: {} } }, { properties: { [`b${i}`]: {} } }],
  }));
  expect(await findSchemaProblem([{ allOf: branches }], { isQuick })).toBe('long');
  const wide = { type: 'array', items: { type: 'integer' }, maxItems: 5_000 };
  expect(await findSchemaProblem([wide], { isQuick })).toBe('long');
});
