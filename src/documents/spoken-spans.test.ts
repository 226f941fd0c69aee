import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { spokenSpans } from './spoken-spans.ts';

const read = (text: string) =>
  spokenSpans(text).map(({ start, end, kind }) =>
    kind === 'text' ? text.slice(start, end) : `<${kind}>`,
  );

test('ends sentences where they end, not after titles, initials and short forms', () => {
  expect(
    read('Dr. Smith met J. K. Lee, e.g. at noon. "Really?" Yes! See Fig. 3 vs. Fig. 4.'),
  ).toEqual([
    'Dr. Smith met J. K. Lee, e.g. at noon.',
    '"Really?"',
    'Yes!',
    'See Fig. 3 vs. Fig. 4.',
  ]);
});

test('ends no sentence after a short form before a number, a zone or a name', () => {
  for (const whole of [
    'Born Dec. 25th, ext. 12, Apt. 4B, fig. 3, ch. 5.',
    'It takes 5 min. 30 sec. for Rs. 500.',
    'On Thurs. 5 Sept. at 7 p.m. EST we met.',
    'At 1600 Pennsylvania Ave. NW or P.O. Box 42.',
    'The U.S. Army and a Ph.D. Student of St. Mary met.',
    'Any of them, i.e. The Beatles, met J. A. Smith.',
  ])
    expect(read(whole)).toEqual([whole]);
  expect(read('I chose plan B. Then I moved to Main St. It is nice.')).toEqual([
    'I chose plan B.',
    'Then I moved to Main St.',
    'It is nice.',
  ]);
  expect(read('He came at 7 p.m. Dinner was late. It is in the U.S. He left.')).toEqual([
    'He came at 7 p.m.',
    'Dinner was late.',
    'It is in the U.S.',
    'He left.',
  ]);
});

test('joins the lines of a paragraph that was wrapped, not short lines or items', () => {
  const wrapped = 'This line was wrapped by an editor at some sixty columns, and\ncontinues here.';
  expect(read(wrapped)).toEqual([wrapped]);
  expect(read('12 Main Street\nSpringfield\n\n- one\n- two')).toEqual([
    '12 Main Street',
    'Springfield',
    '- one',
    '- two',
  ]);
});

test('reads a block of code or a formula as one, also while it is open', () => {
  expect(read('Before.\n```js\na. B.\n\nc\n```\nAfter.')).toEqual(['Before.', '<code>', 'After.']);
  expect(read('Before.\n~~~\na. B')).toEqual(['Before.', '<code>']);
  expect(read('$$\nx = 1. Y\n$$\nAfter.')).toEqual(['<formula>', 'After.']);
  expect(read('$$x$$\nAfter.')).toEqual(['<formula>', 'After.']);
});

test('skips lines with nothing to say', () => {
  expect(read('One.\n\n---\n\n***\n\nTwo.')).toEqual(['One.', 'Two.']);
});

test('a paragraph of many dots is read in linear time', () => {
  const stopwatch = startStopwatch();
  expect(read('A. '.repeat(34_000))).toHaveLength(1);
  expect(read('St. '.repeat(25_000))).toHaveLength(1);
  expect(stopwatch()).toBeLessThan(10_000);
});
