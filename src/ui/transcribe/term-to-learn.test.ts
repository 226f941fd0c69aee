import { expect, test } from 'vitest';
import { termToLearn } from './term-to-learn.ts';

test('a corrected name is offered, without the space around it', () => {
  expect(termToLearn(' Siobhán Ní Dhomhnaill ', ['Ada'])).toBe('Siobhán Ní Dhomhnaill');
});

test('nothing is offered that is listed, has no letters, is a list or a sentence', () => {
  for (const correction of ['', ' ', '1961', '…', 'Ada', 'Ada, Ben', 'and so it went on there']) {
    expect(termToLearn(correction, ['Ada'])).toBeNull();
  }
  expect(termToLearn('a'.repeat(101), [])).toBeNull();
});

test('nothing is offered for a list that is full', () => {
  const full = Array.from({ length: 300 }, (_, i) => `term ${i}`);
  expect(termToLearn('Siobhán', full)).toBeNull();
  expect(termToLearn('Siobhán', full.slice(1))).toBe('Siobhán');
});
