import { expect, test } from 'vitest';
import { beamsOf } from './whisper-family.ts';

test.each([
  [undefined, 5],
  [null, 5],
  [1, 1],
  [3, 3],
  [1_000_000, 5],
  [0, 5],
  [-2, 5],
  [2.5, 5],
  ['2', 5],
])('num_beams %j of a repository gives %i beams', (asked, beams) => {
  expect(beamsOf(asked)).toBe(beams);
});
