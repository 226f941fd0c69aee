import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';
import { withoutAsides } from './table-asides.ts';
import { findTables } from './table-rows.ts';

const SHELTER = rowsToText([
  ['Case', 'Arrived', 'Animal', 'Cause', 'Vet', 'Net', 'Collected', 'Remarks'],
  ['K10', '2024-03-04', 'Owl', 'Hit by car', 'Dr Lane', 'North', '', 'calm'],
  ['K11', '2024-03-09', 'Fox', 'Orphaned', 'Dr Lane', 'North', '2024-03-20', 'snappy'],
  ['K12', '2024-04-02', 'Owl', 'Orphaned', 'Dr Moss', 'South', '2024-04-09', 'calm'],
  ['K13', '2024-05-11', 'Swan', 'Fishing line', 'Dr Lane', 'North', '', 'snappy'],
  ['K14', '2024-05-30', 'Owl', 'Hit by car', 'Dr Lane', 'South', '2024-06-12', 'wheezing'],
]);
const [table] = findTables(SHELTER);
const resultOf = (question: string) => askTable(question, SHELTER, 'shelter-cases.csv')?.value;

test.each([
  ["I'm writing our annual report. How many owls were there?", 'How many owls were there?'],
  ['The insurer asks how many owls there were', 'how many owls there were'],
  ['We have to order food, so how many owls are there?', 'how many owls are there?'],
  ['quick one: how many owls are there?', 'how many owls are there?'],
  ['For the newsletter I need the number of owls', 'the number of owls'],
  ["I'm comparing the causes, which one is the most common?", 'which caus is the most common?'],
  ['How many owls are there, please?', 'How many owls are there?'],
])('“%s” asks “%s”', (question, asked) => {
  expect(table && withoutAsides(question, table)).toBe(asked);
});

test.each([
  // A place, a time, a value, a condition of its own.
  'For the south net: how many owls were there?',
  'In May I have a visitor: how many owls were there?',
  'We only need the calm ones: how many owls were there?',
  'I am asking about the swans: how many were there?',
  'I look after foxes. How many were there?',
  'We had visitors at the weekend. How many of them saw owls?',
  'The owls from Dover arrived, so how many were there?',
])('“%s” stays whole', (question) => {
  expect(table && withoutAsides(question, table)).toBe(question);
});

test.each([
  ["I'm writing our annual report. How many owls were there?", '3'],
  ['How many animals were noted as snappy?', '2'],
  ["How many cases haven't been picked up yet?", '2'],
  ['How many cases were picked up in June?', '1'],
  ["What's the most common cause?", 'Hit by car / Orphaned (2)'],
  ['Which animal is the most popular?', 'Owl (3)'],
  ['Which net caught the most animals?', 'North (3)'],
  ['Which vet looked after the most cases?', 'Dr Lane (4)'],
  ['How many cases were due to a fishing line?', '1'],
])('“%s” is %s', (question, value) => {
  expect(resultOf(question)).toBe(value);
});

test.each([
  'I am asking about the swans from Dover: how many were there?',
  'Which vet refused the most cases?',
  'How many cases were not noted as snappy?',
])('“%s” is not computed', (question) => {
  expect(resultOf(question)).toBeUndefined();
});

test('a purpose that is a value of the table stays', () => {
  const [rooms] = findTables(
    rowsToText([
      ['Room', 'Thing', 'Number'],
      ['Office', 'chairs', '4'],
      ['Workshop', 'chairs', '9'],
    ]),
  );
  const question = 'For the office, how many chairs are there?';
  expect(rooms && withoutAsides(question, rooms)).toBe(question);
});
