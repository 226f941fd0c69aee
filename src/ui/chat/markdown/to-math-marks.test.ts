import { expect, test } from 'vitest';
import { toMathMarks } from './to-math-marks.ts';

test('both forms of formulas become dollar signs', () => {
  expect(toMathMarks('so \\(x^2\\) is')).toBe('so $$x^2$$ is');
  expect(toMathMarks('\\[ a + b \\]')).toBe('\n$$\na + b\n$$\n');
});

test('code keeps its brackets', () => {
  expect(toMathMarks('`\\(x\\)` and\n```\n\\[y\\]\n```')).toBe('`\\(x\\)` and\n```\n\\[y\\]\n```');
  expect(toMathMarks('```\n\\[y\\]')).toBe('```\n\\[y\\]');
});

test('what closes nothing stays as it is, in linear time', () => {
  expect(toMathMarks('\\(a\\) \\[ \\(b')).toBe('$$a$$ \\[ \\(b');
  const open = '\\['.repeat(400_000);
  const start = performance.now();
  expect(toMathMarks(open)).toBe(open);
  expect(performance.now() - start).toBeLessThan(2_000);
});
