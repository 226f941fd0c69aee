import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLimit } from '#base/promises.ts';
import { inOwnWorker, WorkerError, type WorkerProblem, WorkerThread } from './worker-thread.ts';

/** A worker that does nothing by itself. */
class FakeWorker extends EventTarget {
  isEnded = false;

  terminate(): void {
    this.isEnded = true;
  }

  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  fail(message?: string): void {
    this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
  }
}

const asWorker = (fake: FakeWorker) => fake as unknown as Worker;
const never = () => new Promise<never>(() => {});
const LIMITS = { silenceMs: 1_000 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a call that never answers by itself rejects with, and whether its worker was ended. */
async function rejectionOf(act: (fake: FakeWorker, controller: AbortController) => void) {
  const fake = new FakeWorker();
  const controller = new AbortController();
  const { signal } = controller;
  const called = inOwnWorker(() => asWorker(fake), never, { ...LIMITS, signal });
  const error = called.catch((reason: unknown) => reason);
  act(fake, controller);
  return { error: await error, isEnded: fake.isEnded };
}

const problemOf = (error: unknown): WorkerProblem | null =>
  error instanceof WorkerError ? error.problem : null;

test('a script that does not load rejects the call', async () => {
  const { error, isEnded } = await rejectionOf((fake) => fake.fail());
  expect(problemOf(error)).toBe('not-started');
  expect((error as Error).message).toContain('could not be loaded');
  expect(isEnded).toBe(true);
});

test('a worker that throws, or sends an unreadable message, rejects the call', async () => {
  const thrown = await rejectionOf((fake) => fake.fail('out of memory'));
  expect(problemOf(thrown.error)).toBe('ended');
  expect((thrown.error as Error).cause).toBe('out of memory');
  const unread = await rejectionOf((fake) => fake.dispatchEvent(new Event('messageerror')));
  expect(problemOf(unread.error)).toBe('ended');
});

test('an error without a message after the first answer is a worker that ended', async () => {
  const { error } = await rejectionOf((fake) => {
    fake.say('ready');
    fake.fail();
  });
  expect(problemOf(error)).toBe('ended');
});

test('a silent worker is ended after the limit, counted from its last message', async () => {
  const { error, isEnded } = await rejectionOf((fake) => {
    vi.advanceTimersByTime(900);
    fake.say('progress');
    vi.advanceTimersByTime(900);
    expect(fake.isEnded).toBe(false);
    vi.advanceTimersByTime(200);
  });
  expect(problemOf(error)).toBe('silent');
  expect(isEnded).toBe(true);
});

test('an aborted call rejects immediately with the reason', async () => {
  const reason = new Error('cancelled');
  const { error, isEnded } = await rejectionOf((_, controller) => controller.abort(reason));
  expect(error).toBe(reason);
  expect(isEnded).toBe(true);
  const open = vi.fn();
  const signal = AbortSignal.abort(reason);
  await expect(inOwnWorker(open, never, { ...LIMITS, signal })).rejects.toBe(reason);
  expect(open).not.toHaveBeenCalled();
});

test('a browser that starts no worker rejects the call', async () => {
  const open = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const error = await inOwnWorker(open, never, LIMITS).catch((reason: unknown) => reason);
  expect(problemOf(error)).toBe('not-started');
});

test('the result of the work is passed on, and its worker and timer end', async () => {
  const fake = new FakeWorker();
  const done = inOwnWorker(
    () => asWorker(fake),
    async (worker) => {
      expect(worker).toBe(fake);
      return 7;
    },
    LIMITS,
  );
  await expect(done).resolves.toBe(7);
  expect(fake.isEnded).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  const thrown = inOwnWorker(
    () => asWorker(new FakeWorker()),
    () => {
      throw new RangeError('too long');
    },
    LIMITS,
  );
  await expect(thrown).rejects.toThrow(RangeError);
});

test('a thread rejects all of its calls when it fails, and every later one', async () => {
  const fake = new FakeWorker();
  const thread = new WorkerThread(() => asWorker(fake));
  const first = thread.call(never, LIMITS).catch(problemOf);
  const second = thread.call(async () => 'done', LIMITS);
  await expect(second).resolves.toBe('done');
  expect(thread.isOver).toBe(false);
  fake.fail('crash');
  expect(await first).toBe('ended');
  expect(thread.isOver).toBe(true);
  await expect(thread.call(async () => 1, LIMITS)).rejects.toThrow(WorkerError);
});

test('a promise under a limit rejects when it is late, and passes its value on when it is not', async () => {
  const late = withLimit(never(), 500, () => new Error('late')).catch((error: Error) => error);
  vi.advanceTimersByTime(500);
  expect(await late).toMatchObject({ message: 'late' });
  await expect(withLimit(Promise.resolve(3), 500, () => new Error('late'))).resolves.toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});
