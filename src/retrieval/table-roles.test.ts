import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const LETTINGS = rowsToText([
  ['Let', 'Studio', 'Country', 'Instructor', 'Guests', 'Salary (€)', 'Encore'],
  ['2022-05-01', 'A', 'Germany', 'Kay Dunn', '4', '40', 'yes'],
  ['2022-06-03', 'B', 'Spain', 'Leo Marr', '9', '60', 'no'],
  ['2022-07-09', 'B', 'Germany', 'Kay Dunn', '7', '55', 'yes'],
]);

test.each([
  // Verbs and nouns of what rows are about.
  ['How many lettings does Kay teach?', '2'],
  ['How many reservations in Spain are there?', '1'],
  ['How many lettings got an encore?', '2'],
  ['Which studio had the most people?', 'B (16)'],
  ['What is the most people in Spain?', '9'],
  // By the verb before a number, and by a value of one letter behind its column.
  ['How many lettings earn more than 50?', '2'],
  ['How many lettings in studio B earn more than 50?', '2'],
  ['How many lettings in studio B are German?', '1'],
  ['What is the average salary under Germany?', '47.50'],
  ['How many lettings does Kay hate?', null],
  ['How many students does Kay teach?', null],
  ['How many lettings missed an encore?', null],
])('lettings: “%s” is %s', (question, value) => {
  expect(askTable(question, LETTINGS, 'lettings.ods')?.value ?? null).toBe(value);
});

test('a name is found by no preposition, prefix or day to come', () => {
  const parcels = rowsToText([
    [
      'Parcel',
      'Sender',
      'Signed by',
      'Sent',
      "Child's class",
      'Warranty ends',
      'Days',
      'Can drive',
    ],
    ['T1', 'Ann', 'Bob', '2024-12-01', '2B', '2027-03-01', '3', 'Yes'],
    ['T2', 'Bob', 'Eve', '2024-12-02', '2B', '2024-11-30', '9', 'No'],
    ['T3', 'Bob', '', '2024-12-20', '5A', '2026-01-15', '3', 'Yes'],
    ['T4', 'Ann', 'Cid', '2025-01-03', '5A', '', '4', 'Yes'],
  ]);
  const ask = (question: string) => askTable(question, parcels, 'parcels.csv')?.value ?? null;
  expect(ask('How many parcels were sent by Bob?')).toBeNull();
  expect(ask('How many parcels were signed by Bob?')).toBe('1');
  expect(ask('How many parcels were signed for?')).toBeNull();
  expect(ask('How many drivers are there?')).toBeNull();
  expect(ask('How many children are in 5A?')).toBeNull();
  expect(ask('How many parcels are in class 5A?')).toBe('2');
  expect(ask('How many warranties have ended?')).toBeNull();
  expect(ask('Who had the most days?')).toBeNull();
});

test('rows are not the things of which they have a number', () => {
  const plan = rowsToText([
    ['Week', 'Long runs', 'Rest days'],
    ['A', '2', '3'],
    ['B', '3', '2'],
  ]);
  const ask = (question: string) => askTable(question, plan, 'plan.csv')?.value ?? null;
  expect(ask('How many weeks are there?')).toBe('2');
  expect(ask('How many runs have more than 2 rest days?')).toBeNull();
  expect(ask('How many rest days are there?')).toBe('5');
});
