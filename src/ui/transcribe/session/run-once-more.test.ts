import { expect, test } from 'vitest';
import { deferred } from '#base/promises.ts';
import { runOnceMore } from './transcription-lock.ts';

test('work added after a run found none is done by another run', async () => {
  const waiting = ['first'];
  const done: string[] = [];
  const idle = deferred();
  let runs = 0;
  const start = runOnceMore(async () => {
    runs++;
    for (let next = waiting.shift(); next; next = waiting.shift()) done.push(next);
    // The run has seen an empty queue and is about to end: an item added now wakes no other run.
    if (runs === 1) {
      await Promise.resolve();
      waiting.push('second');
      start();
    } else idle.resolve();
  });
  start();
  await idle.promise;
  expect(done).toEqual(['first', 'second']);
});

test('calls during a run start one run more, not one each', async () => {
  let runs = 0;
  const gate = deferred();
  const start = runOnceMore(async () => {
    runs++;
    await gate.promise;
  });
  for (let i = 0; i < 5; i++) start();
  gate.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  expect(runs).toBe(2);
});
