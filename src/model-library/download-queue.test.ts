import { expect, test, vi } from 'vitest';
import { DownloadQueue } from './download-queue.ts';

/** A queue whose downloads end when the test ends them. */
function openQueue() {
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const queue = new DownloadQueue(
    (id, signal) =>
      new Promise((resolve) => {
        started.push(id);
        end.set(id, resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  );
  return { queue, started, end: (id: string) => end.get(id)?.() };
}

test('runs downloads in sequence, in the order they were chosen', async () => {
  const { queue, started, end } = openQueue();
  const first = queue.add('a');
  const second = queue.add('b');
  void queue.add('c');
  expect(queue.add('b')).toBe(second);
  expect(started).toEqual(['a']);
  expect(['a', 'b', 'c', 'd'].map((id) => queue.placeOf(id))).toEqual([0, 1, 2, null]);
  end('a');
  await first;
  expect(started).toEqual(['a', 'b']);
  expect(queue.placeOf('c')).toBe(1);
});

test('moves a waiting one to the front', async () => {
  const { queue, started, end } = openQueue();
  const first = queue.add('a');
  void queue.add('b');
  void queue.add('c');
  queue.moveToFront('c');
  queue.moveToFront('none');
  end('a');
  await first;
  expect(started).toEqual(['a', 'c']);
});

test('a removed one stops, or never starts, and the next one runs', async () => {
  const { queue, started } = openQueue();
  void queue.add('a');
  const waiting = queue.add('b');
  void queue.add('c');
  await queue.remove('b');
  await waiting;
  await queue.remove('a');
  expect(started).toEqual(['a', 'c']);
  expect(queue.placeOf('a')).toBeNull();
});

test('a download that throws does not stop the queue', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const started: string[] = [];
  const queue = new DownloadQueue(async (id) => {
    started.push(id);
    if (id === 'a') throw new Error('broken');
  });
  void queue.add('a').catch(() => {});
  await queue.add('b');
  expect(started).toEqual(['a', 'b']);
});
