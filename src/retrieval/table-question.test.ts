import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const BILLS = [
  ['Invoice', 'Customer', 'Paid', 'Amount'],
  ['201', 'Fox', '2021-02-01', '100.00'],
  ['202', 'Owl', '', '250.00'],
  ['203', 'Fox', '', '80.00'],
  ['204', 'Elk', '2021-04-20', '120.00'],
];

test.each([
  ['How many invoices are there?', '4'],
  ['How many invoices are from Fox?', '2'],
  ['How many invoices have not been paid?', '2'],
  ['How many invoices have been paid by Fox?', '1'],
  ['What is the total of the unpaid invoices?', '330.00'],
  ['What is the largest unpaid invoice?', null],
])('the number of an invoice is its name: “%s” is %s', (question, value) => {
  for (const name of ['Invoice', 'Invoice number', 'Number']) {
    const rows = BILLS.map((row) => row.map((cell) => (cell === 'Invoice' ? name : cell)));
    expect(askTable(question, rowsToText(rows), 'invoices.xlsx')?.value ?? null).toBe(value);
  }
});

test('rows are counted by their numbers, and numbers of things added', () => {
  const rooms = (name: string) =>
    rowsToText([
      ['Inn', name],
      ['Sun', '11'],
      ['Moon', '12'],
      ['Star', '15'],
    ]);
  expect(askTable('How many rooms are there?', rooms('Room'))?.value).toBe('3');
  expect(askTable('How many rooms are there?', rooms('Rooms'))?.value).toBe('38');
  expect(askTable('How many orders are there?', rooms('Orders'))?.value).toBe('38');
});

test.each([
  ['How many goals did we concede in total?', '5'],
  ['How many goals did we score?', '6'],
  ['How many goals did we score against Sparta?', null],
  ['How many points did we score?', '7'],
  ['How many times did we score?', null],
  ['How many matches did we win?', '2'],
])('matches: “%s” is %s', (question, value) => {
  const matches = rowsToText([
    ['Day', 'Opponent', 'For', 'Against', 'Points', 'Result'],
    ['2021-02-03', 'Sparta', '3', '1', '3', 'won'],
    ['2021-02-10', 'Union', '0', '2', '0', 'lost'],
    ['2021-03-03', 'Viktoria', '2', '2', '1', 'drawn'],
    ['2021-03-17', 'Sparta', '1', '0', '3', 'won'],
  ]);
  expect(askTable(question, matches, 'matches.csv')?.value ?? null).toBe(value);
});

const TRIPS = rowsToText([
  ['Trip', 'Driver', 'Stop', 'Parcels', 'Fee per parcel', 'Total (€)', 'Deposit paid'],
  ['T1', 'Kim', 'North Depot', '4', '2.50', '10.00', 'Yes'],
  ['T2', 'Lou', 'North Depot', '9', '1.00', '9.00', 'No'],
  ['T3', 'Kim', 'South Depot', '3', '3.00', '9.00', 'No'],
  ['T4', 'Kim', 'North Depot', '1', '2.00', '2.00', 'No'],
  ['T5', 'Mel', 'South Depot', '8', '2.00', '16.00', 'Yes'],
]);

test.each([
  // Of several columns the one of people, or the one of the verb.
  ['Who took the most parcels?', 'Lou (9)'],
  ['Who drove most often?', 'Kim (3)'],
  ['At which stop do we call most often?', 'North Depot (3)'],
  // A total, not a price of one, nor a number of rows.
  ['Which stop earned the most?', 'South Depot (25.00)'],
  ['Which driver brought in the most?', 'Kim (21.00)'],
  ['What was the dearest trip?', '16.00'],
  ['Which driver had the heaviest parcels?', null],
  // The column is a condition, not the noun that is asked for.
  ['What is the most parcels we had at the north stop?', '9'],
  ['Which driver crashed most often?', null],
])('deliveries: “%s” is %s', (question, value) => {
  expect(askTable(question, TRIPS, 'trips.csv')?.value ?? null).toBe(value);
});
