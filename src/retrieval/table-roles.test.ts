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
