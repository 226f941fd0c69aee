import { afterEach, expect, test, vi } from 'vitest';
import type { TaskEvent } from './tasks.ts';
import { withProgress } from './with-progress.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock that is set by hand. */
function clock() {
  const time = { now: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => time.now);
  return time;
}

async function read(events: AsyncGenerator<TaskEvent, string>) {
  const seen: string[] = [];
  for (;;) {
    const { done, value } = await events.next();
    if (done) return { seen, value };
    seen.push(value.type);
  }
}

test('work that gets on says so at most each second, and its result comes last', async () => {
  const time = clock();
  const events = withProgress(async (onProgress) => {
    for (let i = 0; i < 10; i++) {
      time.now += 500;
      onProgress();
      await new Promise((resolve) => setTimeout(resolve));
    }
    return 'result';
  });
  expect(await read(events)).toEqual({ seen: Array(5).fill('working'), value: 'result' });
});

test('a failure of the work is thrown', async () => {
  const events = withProgress<string>(async () => {
    throw new Error('broken');
  });
  await expect(read(events)).rejects.toThrow('broken');
});

test('a reader that leaves waits for the end of the work', async () => {
  const time = clock();
  const steps: string[] = [];
  const events = withProgress(async (onProgress) => {
    time.now += 2_000;
    onProgress();
    await new Promise((resolve) => setTimeout(resolve, 20));
    steps.push('ended');
    return '';
  });
  for await (const { type } of events) {
    steps.push(type);
    break;
  }
  expect(steps).toEqual(['working', 'ended']);
});
