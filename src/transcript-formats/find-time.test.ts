import { expect, test } from 'vitest';
import { findTime } from './clock.ts';

const text = '[0:05] one two\n[1:10] three four\n[1:02:03] five';

test('a passage that starts with a time has that time', () => {
  expect(findTime(text, text.indexOf('[1:10]'), text.length)).toBe(70);
  expect(findTime(text, 0, 10)).toBe(5);
});

test('a passage that starts inside a line has the line’s time', () => {
  expect(findTime(text, text.indexOf('four'), text.length)).toBe(70);
  expect(findTime(text, text.indexOf('five'), text.length)).toBe(3723);
});

test('a text without times has none', () => {
  expect(findTime('one two', 0, 3)).toBeNull();
});
