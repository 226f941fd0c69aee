import { expect, test } from 'vitest';
import { isSound } from './add-files.ts';

test('recordings of a folder are known by name where the system knows no type', () => {
  const named = (name: string, type = '') => isSound({ name, type });
  expect(
    ['a.opus', 'b.MKV', 'c.flac', 'd.m4a', 'e.m4b', 'f.3gp', 'g.mts', 'h.mp2'].every((name) =>
      named(name),
    ),
  ).toBe(true);
  expect(named('voice', 'audio/ogg')).toBe(true);
  expect(named('cover.jpg', 'image/jpeg') || named('notes.txt')).toBe(false);
});
