import { expect, test } from 'vitest';
import { toMathMarks } from './to-math-marks.ts';

test('both forms of formulas become dollar signs', () => {
  expect(toMathMarks('so \\(x^2\\) is')).toBe('so $$x^2$$ is');
  expect(toMathMarks('\\[ a + b \\]')).toBe('\n$$\na + b\n$$\n');
});

test('brackets in code stay unchanged', () => {
  expect(toMathMarks('`\\(x\\)` and\n```\n\\[y\\]\n```')).toBe('`\\(x\\)` and\n```\n\\[y\\]\n```');
  expect(toMathMarks('```\n\\[y\\]')).toBe('```\n\\[y\\]');
});

test('unmatched delimiters stay unchanged, in linear time', () => {
  expect(toMathMarks('\\(a\\) \\[ \\(b')).toBe('$$a$$ \\[ \\(b');
  const open = '\\['.repeat(400_000);
  const start = performance.now();
  expect(toMathMarks(open)).toBe(open);
  expect(performance.now() - start).toBeLessThan(2_000);
});
