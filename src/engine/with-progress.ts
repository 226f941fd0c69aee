import { deferred } from '#base/promises.ts';
import type { TaskEvent } from './tasks.ts';

/** Milliseconds between two events. */
const EVERY_MS = 1_000;

/**
 * Runs work that has nothing to show before its end: events say meanwhile that it makes progress. `work` calls back after each
 * step. Where its reader leaves, it waits for the end of the work, whose memory is released afterwards.
 * @returns what the work returns
 */
export async function* withProgress<T>(
  work: (onProgress: () => void) => Promise<T>,
): AsyncGenerator<TaskEvent, T> {
  let step = deferred();
  let last = performance.now();
  let isOver = false;
  const result = work(() => {
    const now = performance.now();
    if (now - last < EVERY_MS) return;
    last = now;
    step.resolve();
  });
  const over = result.then(
    () => {},
    () => {},
  );
  void over.then(() => {
    isOver = true;
  });
  try {
    for (;;) {
      await Promise.race([step.promise, over]);
      if (isOver) return await result;
      step = deferred();
      yield { type: 'working' };
    }
  } finally {
    await over;
  }
}

/** Whether an event comes before anything of an answer. */
export const isBeforeContent = ({ type }: TaskEvent): boolean =>
  type === 'start' || type === 'reading' || type === 'working';
