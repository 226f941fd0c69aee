import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StalledError, withStallLimit } from './with-stall-limit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const NEVER = new Promise<never>(() => {});

async function* oneThenNothing() {
  yield 1;
  await NEVER;
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

test('gives everything of a source that ends', async () => {
  async function* source() {
    yield* [1, 2, 3];
  }
  expect(await collect(withStallLimit(source(), 5_000, new AbortController().signal))).toEqual([
    1, 2, 3,
  ]);
});

test('ends a source that gives nothing any more', async () => {
  const items = withStallLimit(oneThenNothing(), 5_000, new AbortController().signal);
  expect((await items.next()).value).toBe(1);
  const next = expect(items.next()).rejects.toThrow(StalledError);
  await vi.advanceTimersByTimeAsync(6_000);
  await next;
});

test('counts only the time in which the source is asked', async () => {
  async function* source() {
    yield* [1, 2];
  }
  const items = withStallLimit(source(), 5_000, new AbortController().signal);
  await items.next();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await items.next()).value).toBe(2);
});

test('an abort ends a source that hangs', async () => {
  const controller = new AbortController();
  const items = withStallLimit(oneThenNothing(), 60_000, controller.signal);
  await items.next();
  const next = expect(items.next()).rejects.toThrow('enough');
  controller.abort(new Error('enough'));
  await next;
});

test('a value that arrives after an abort is passed to `discard`', async () => {
  const controller = new AbortController();
  let arrive = (_: string) => {};
  const late = new Promise<string>((resolve) => {
    arrive = resolve;
  });
  async function* source() {
    yield await late;
  }
  const discarded: string[] = [];
  const items = withStallLimit(source(), 60_000, controller.signal, (v) => discarded.push(v));
  const next = expect(items.next()).rejects.toThrow('enough');
  controller.abort(new Error('enough'));
  await next;
  arrive('a sample');
  await vi.advanceTimersByTimeAsync(0);
  expect(discarded).toEqual(['a sample']);
});

test('so is one that arrives in the moment of the abort', async () => {
  const controller = new AbortController();
  let arrive = (_: IteratorResult<string>) => {};
  const next = new Promise<IteratorResult<string>>((resolve) => {
    arrive = resolve;
  });
  const source = { [Symbol.asyncIterator]: () => ({ next: () => next }) };
  const discarded: string[] = [];
  const items = withStallLimit(source, 60_000, controller.signal, (v) => discarded.push(v));
  const failed = expect(items.next()).rejects.toThrow('enough');
  await vi.advanceTimersByTimeAsync(0);
  arrive({ value: 'a sample', done: false });
  controller.abort(new Error('enough'));
  await failed;
  expect(discarded).toEqual(['a sample']);
});
