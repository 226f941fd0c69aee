import { expect, test } from 'vitest';
import { BetweenTasks } from './between-tasks.ts';

test('work waits for the end of a task, is ended by the next one, and begins again', async () => {
  const between = new BetweenTasks();
  const { signal } = new AbortController();
  const events: string[] = [];
  let begun = 0;
  const work = async (end: AbortSignal) => {
    const number = ++begun;
    events.push(`begun ${number}`);
    if (number === 1) {
      await new Promise((resolve) => end.addEventListener('abort', resolve));
      events.push('ended 1');
      end.throwIfAborted();
    }
    return number;
  };
  await between.enter(signal);
  const found = between.run(work, signal);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events).toEqual([]);
  between.leave();
  await expect.poll(() => begun, { timeout: 30_000 }).toBe(1);
  await between.enter(signal);
  expect(events).toEqual(['begun 1', 'ended 1']);
  between.leave();
  expect(await found).toBe(2);
  // With none at work a task begins immediately.
  await between.enter(signal);
  between.leave();
});

test('a failure is reported, an abort ends the work, and a task that is aborted waits for nothing', async () => {
  const between = new BetweenTasks();
  const failing = between.run(
    () => Promise.reject(new Error('broken')),
    AbortSignal.timeout(60_000),
  );
  await expect(failing).rejects.toThrow('broken');
  const closed = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isBegun = false;
  const work = between.run(async () => {
    isBegun = true;
    await held;
    closed.signal.throwIfAborted();
  }, closed.signal);
  await expect.poll(() => isBegun, { timeout: 30_000 }).toBe(true);
  await between.enter(AbortSignal.abort());
  between.leave();
  closed.abort(new Error('closed'));
  release();
  await expect(work).rejects.toThrow('closed');
});

test('of tasks that come together the second waits for the work, which a third does not end', async () => {
  const between = new BetweenTasks();
  const { signal } = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = 0;
  const work = between.run(async (end) => {
    begun++;
    await held;
    end.throwIfAborted();
  }, signal);
  await between.enter(signal);
  const entered: number[] = [];
  const tasks = [2, 3].map(async (number) => {
    await between.enter(signal);
    entered.push(number);
  });
  between.leave();
  await expect.poll(() => begun, { timeout: 30_000 }).toBe(1);
  tasks.push(between.enter(signal));
  const ended = new AbortController();
  const aborted = between.enter(ended.signal);
  ended.abort();
  await aborted;
  between.leave();
  expect(entered).toEqual([]);
  release();
  await Promise.all([work, ...tasks]);
  expect(entered).toEqual([2, 3]);
  expect(begun).toBe(1);
  // Nothing waits afterwards.
  await between.enter(signal);
});
