import { expect, test } from 'vitest';
import { EngineError } from './engine-error.ts';
import { TurnQueue } from './turn-queue.ts';

const never = () => new AbortController().signal;

test('gives turns in order, one at a time', async () => {
  const queue = new TurnQueue(1, 8);
  const order: number[] = [];
  const first = await queue.enter(never());
  const others = [1, 2, 3].map(async (n) => {
    const leave = await queue.enter(never());
    order.push(n);
    leave();
  });
  expect([queue.running, queue.waiting]).toEqual([1, 3]);
  first();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
  expect(queue.isIdle).toBe(true);
});

test('refuses requests when the queue is full', async () => {
  const queue = new TurnQueue(1, 1);
  await queue.enter(never());
  const waiting = queue.enter(never());
  await expect(queue.enter(never())).rejects.toMatchObject({ code: 'queue-full' });
  expect(queue.waiting).toBe(1);
  waiting.catch(() => {});
});

test('drops the waiting request when its signal aborts', async () => {
  const queue = new TurnQueue(1, 8);
  const leave = await queue.enter(never());
  const controller = new AbortController();
  const waiting = queue.enter(controller.signal);
  const behind = queue.enter(never());
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  leave();
  (await behind)();
  expect(queue.isIdle).toBe(true);
});

test('a turn released twice counts once', async () => {
  const queue = new TurnQueue(2, 8);
  const [a] = [await queue.enter(never()), await queue.enter(never())];
  a();
  a();
  expect(queue.running).toBe(1);
});

test('an abort after the queue failed drops no other request', async () => {
  const queue = new TurnQueue(1, 8);
  const leave = await queue.enter(never());
  const controller = new AbortController();
  const failed = queue.enter(controller.signal);
  failed.catch(() => {});
  queue.failWaiting(new EngineError('slot-crashed', 'The model was unloaded.'));
  const next = queue.enter(never());
  controller.abort();
  await expect(failed).rejects.toMatchObject({ code: 'slot-crashed' });
  leave();
  await next;
  expect(queue.running).toBe(1);
});
