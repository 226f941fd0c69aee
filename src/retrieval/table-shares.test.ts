import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';
import { shareOf } from './table-shares.ts';

const KENNEL = rowsToText([
  ['Stay', 'Dog', 'Owner', 'Arrived', 'Nights', 'Insured', 'Food'],
  ['S1', 'Rex', 'Ana Bell', '2024-05-03', '4', 'yes', 'own'],
  ['S2', 'Tom', 'Ben Cole', '2024-05-04', '7', 'no', 'ours'],
  ['S3', 'Fly', 'Ana Bell', '2024-05-11', '2', 'yes', 'own'],
  ['S4', 'Rex', 'Ana Bell', '2024-06-01', '3', 'no', 'raw'],
  ['S5', 'Bo', 'Cleo Dunn', '2024-06-09', '5', 'no', 'ours'],
]);
const ask = (question: string) => askTable(question, KENNEL, 'kennel-stays.csv');

test.each([
  ['What share of the stays were insured?', '40%', 2, 5],
  ['What percentage of stays in May came from Ana Bell?', '66.7%', 2, 3],
  ['what proportion of stays came with raw food', '20%', 1, 5],
])('“%s” is %s: %i of %i', (question, value, matched, total) => {
  expect(ask(question)).toMatchObject({ operation: 'share', value, matched, total });
});

test.each([
  // Neither a part, nor rows, nor words that are known.
  'What share of the stays?',
  'What share of stays were noisy?',
  'What share of the profit came from Ana Bell?',
  'What share of stays that were insured came from Ana Bell?',
  'What share of the cats were insured?',
])('“%s” is not certain', (question) => {
  expect(ask(question)).toBeNull();
});

test('a share begins at its own verb', () => {
  expect(shareOf('What share of orders placed online were late?')).toEqual({
    part: 'how many orders placed online were late',
    whole: 'how many orders placed online are there',
  });
  expect(shareOf('What share of orders came from shops that were new?')).toBeNull();
  expect(shareOf('What share of orders came from Leeds were late?')).toBeNull();
});

test.each([
  ['Compare Ana Bell with Ben Cole: how many stays each?', 'Ana Bell 3; Ben Cole 1; 3 − 1 = 2'],
  ['How many more nights did Ana Bell stay than Ben Cole?', 'Ana Bell 9; Ben Cole 7; 9 − 7 = 2'],
  ['Who had more nights, Ben Cole or Cleo Dunn?', 'Ben Cole (7)'],
  ['Which owner had fewer stays, Ana Bell or Ben Cole?', 'Ben Cole (1)'],
])('“%s” is %s', (question, value) => {
  expect(ask(question)?.value).toBe(value);
});

test.each([
  'Compare Ana Bell with Rex: how many stays each?',
  'Compare Ana Bell with last year: how many stays each?',
  'How many more nights did Ana Bell stay than Dora Finch?',
  "How many more nights did Ana Bell stay than Ben Cole's brother?",
  'Who was happier, Ana Bell or Ben Cole?',
  'Which dog had more fleas, Rex or Tom?',
])('“%s” compares nothing that the table has', (question) => {
  expect(ask(question)?.operation ?? 'rows').toBe('rows');
});

test.each([
  ['How many different owners were there?', '3'],
  ['How many different dogs did Ana Bell have?', '2'],
  ['How many distinct owners came in June?', '2'],
])('“%s” are %s', (question, value) => {
  expect(ask(question)).toMatchObject({ operation: 'distinct', value });
});

test.each([
  'How many different breeds were there?',
  'How many different owners complained?',
  'How many different owners per month?',
])('“%s” is not certain', (question) => {
  expect(ask(question)).toBeNull();
});
