import { expect, test } from 'vitest';
import { deferred } from '#base/promises.ts';
import { TranscriptionLock } from './transcription-lock.ts';

/** Locks of tabs of one origin, with `steal` as browsers have it. */
function createLocks() {
  let holder: { end: Promise<unknown>; lose: (error: Error) => void } | null = null;
  const request = async (_: string, { steal }: LockOptions, work: () => Promise<void>) => {
    if (steal) holder?.lose(new DOMException('Stolen.', 'AbortError'));
    else while (holder) await holder.end.catch(() => {});
    let lose: (error: Error) => void = () => {};
    const lost = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    const mine = { end: Promise.race([work(), lost]), lose };
    holder = mine;
    try {
      await mine.end;
    } finally {
      if (holder === mine) holder = null;
    }
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

const ASK_MS = 20;

test('a tab that waits for one that answers stays quiet, and follows it', async () => {
  const locks = createLocks();
  const silent: boolean[] = [];
  const first = deferred();
  const order: string[] = [];
  const holder = new TranscriptionLock(locks, { onSilent: () => {}, askMs: ASK_MS });
  const waiter = new TranscriptionLock(locks, { onSilent: (is) => silent.push(is), askMs: ASK_MS });
  const held = holder.run(async () => {
    await first.promise;
    order.push('first');
  });
  const waited = waiter.run(async () => void order.push('second'));
  // Asked more often than it takes to give up on a tab.
  let asked = 0;
  const channel = new BroadcastChannel('alcove-transcribe');
  await new Promise<void>((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data === 'ask' && ++asked === 6) resolve();
    };
  });
  channel.close();
  first.resolve();
  await Promise.all([held, waited]);
  expect(order).toEqual(['first', 'second']);
  expect(silent).toEqual([]);
});

test('a tab that does not answer is noticed, and another one takes over', async () => {
  const locks = createLocks();
  const noticed = deferred();
  // Holds the lock without answering, like a hung thread.
  const hung = deferred();
  const ended = expect(locks.request('alcove-transcribe', {}, () => hung.promise)).rejects.toThrow(
    'Stolen.',
  );
  const silent: boolean[] = [];
  const onSilent = (is: boolean) => {
    silent.push(is);
    noticed.resolve();
  };
  const lock = new TranscriptionLock(locks, { onSilent, askMs: ASK_MS });
  const done: string[] = [];
  const waited = lock.run(async () => void done.push('in turn'));
  await noticed.promise;
  await lock.run(async () => void done.push('taken over'), { steal: true });
  await Promise.all([ended, waited]);
  expect(done).toEqual(['taken over', 'in turn']);
  expect(silent).toEqual([true, false]);
});

test('work is notified when another tab took over', async () => {
  const locks = createLocks();
  const lock = new TranscriptionLock(locks, { onSilent: () => {}, askMs: ASK_MS });
  const aborted = deferred();
  const frozen = lock.run((signal) => {
    signal.addEventListener('abort', () => aborted.resolve());
    return new Promise(() => {});
  });
  await lock.run(async () => {}, { steal: true });
  await aborted.promise;
  await frozen;
});
