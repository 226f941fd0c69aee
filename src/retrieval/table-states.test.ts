import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const KAYAKS = rowsToText([
  ['Kayak', 'Renter', 'Colour', 'Returned on', 'Paid', 'Pages'],
  ['Otter', 'Jan', 'red', '2021-05-07', 'yes', '1'],
  ['Heron', 'Lea', 'blue', '', '', '2'],
  ['Pike', 'Jan', 'red', '2021-06-09', '', '2'],
  ['Swan', 'Kai', 'blue', 'pending', 'yes', '3'],
  ['Teal', 'Lea', 'red', '2021-06-21', 'yes', '3'],
  ['Loon', 'Kai', 'red', '2021-07-02', '', '4'],
]);
const ask = (question: string) => askTable(question, KAYAKS, 'kayaks.ods');

test.each([
  ['How many kayaks have been returned?', '4'],
  ['How many kayaks were brought back?', '4'],
  ['How many red kayaks have been paid?', '2'],
  ['How many kayaks has Lea returned?', '1'],
  ['How many kayaks did Kai return?', '1'],
  ['How many items have been paid?', '3'],
  ['How many kayaks were returned by Jan?', '2'],
  ['How many kayaks were returned in June 2021?', '2'],
  // A pending thing next to days is not done.
  ['How many kayaks have not been returned?', '2'],
  ['How many kayaks are still missing?', '2'],
])('kayaks: “%s” is %s', (question, value) => {
  expect(ask(question)?.value).toBe(value);
});

test.each([
  // A manner, a part, or somebody that no row has.
  'How many kayaks have not been returned properly?',
  'How many kayaks have not been paid enough?',
  'How many kayaks have not paid the deposit?',
  'How many adults have not paid?',
  'How many tents have been paid?',
  'Which kayaks were not returned to the shed?',
  'Which kayaks are still missing pages?',
  'Which red kayaks have been unpaid for more than 3 days?',
  // The day is that of the return.
  'How many kayaks were paid in June 2021?',
  // A question of the consequence.
  'What happens if a kayak has not been returned?',
  'Whether any kayaks are unpaid?',
  'When will the unpaid kayaks be paid?',
  'Who must be told which kayaks are unpaid?',
  'How many kayaks are individual?',
])('kayaks: “%s” is not certain', (question) => {
  expect(ask(question)).toBeNull();
});

test('a cell that says neither leaves it open, and marks have no “no”', () => {
  const rows = (cell: string) =>
    rowsToText([
      ['Letter', 'Answered'],
      ['A', '2021-01-01'],
      ['B', '2021-01-02'],
      ['C', ''],
      ['D', cell],
    ]);
  const asked = 'How many letters have been answered?';
  expect(askTable(asked, rows('–'))?.value).toBe('2');
  expect(askTable(asked, rows('no'))?.value).toBe('2');
  expect(askTable(asked, rows('lost'))).toBeNull();
});
