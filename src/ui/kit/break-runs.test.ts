import { expect, test } from 'vitest';
import { splitRuns } from './break-runs.tsx';

test('text with white space stays in one piece', () => {
  for (const text of ['', 'word '.repeat(10_000), 'line\n'.repeat(10_000), 'a'.repeat(1_000)]) {
    expect(splitRuns(text)).toEqual([text]);
  }
});

test.each(['\\', 'ก', 'a', '🙂', 'e\u0301', '\u0e01\u0e34'])(
  'a run of %j is split between characters',
  (character) => {
    const text = character.repeat(50_000);
    const pieces = splitRuns(text);
    expect(pieces.join('')).toBe(text);
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces) {
      expect([...piece].length).toBeLessThan(1_020);
      expect(piece.startsWith(character) && piece.endsWith(character)).toBe(true);
    }
  },
);

test('white space around a long run stays where it is', () => {
  const text = `before  ${'\\'.repeat(5_000)}\nafter ${'ก'.repeat(2_500)} end`;
  const pieces = splitRuns(text);
  expect(pieces.join('')).toBe(text);
  expect(pieces[0]?.startsWith('before  \\')).toBe(true);
  expect(pieces.at(-1)?.endsWith(' end')).toBe(true);
  expect(Math.max(...pieces.flatMap((p) => p.split(/\s/)).map((p) => p.length))).toBe(1_000);
});
