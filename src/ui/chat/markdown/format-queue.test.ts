import { expect, test } from 'vitest';
import { FormatQueue } from './format-queue.ts';

test('texts are formatted one at a time, the last to come first, and not after they left', () => {
  const later: (() => void)[] = [];
  const pass = () => later.shift()?.();
  const queue = new FormatQueue((work) => later.push(work));
  const done: string[] = [];
  const endA = queue.add(() => done.push('a'));
  const endB = queue.add(() => done.push('b'));
  const endC = queue.add(() => done.push('c'));
  pass();
  expect(done).toEqual(['c']);
  // It is still being formatted.
  pass();
  expect(done).toEqual(['c']);
  endB();
  endC();
  pass();
  expect(done).toEqual(['c', 'a']);
  endA();
  pass();
  const endD = queue.add(() => done.push('d'));
  pass();
  endD();
  expect(done).toEqual(['c', 'a', 'd']);
  expect(later).toHaveLength(1);
});
