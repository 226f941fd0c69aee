import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { canDrawFormula } from './formula-limits.ts';

test.each([
  'x^2 + y^2 = z^2',
  '\\frac{1}{1+\\frac{1}{1+\\frac{1}{1+\\frac{1}{x}}}}',
  `\\begin{pmatrix}${'1 & 2 & 3 \\\\ '.repeat(30)}\\end{pmatrix}`,
  '\\newcommand{\\R}{\\mathbb{R}} f: \\R \\to \\R',
  // KaTeX shows unparsable formulas as text.
  '\\notacommand{x',
])('draws %s', (text) => {
  expect(canDrawFormula(text)).toBe(true);
});

test.each([
  ['nested fractions', `${'\\frac{1}{'.repeat(400)}x${'}'.repeat(400)}`],
  ['pairs inside each other', `${'\\left('.repeat(150)}x${'\\right)'.repeat(150)}`],
  ['styles inside each other', '\\displaystyle'.repeat(400)],
  ['many braces', '{'.repeat(20_000)],
  ['a very long sum', 'x+'.repeat(20_000)],
  ['commands that grow', `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(500)}`],
])('does not draw %s', (_, text) => {
  const took = startStopwatch();
  expect(canDrawFormula(text)).toBe(false);
  expect(took()).toBeLessThan(2_000);
});
