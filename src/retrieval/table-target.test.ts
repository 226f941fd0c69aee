import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const SALES = rowsToText([
  ['Order', 'Sold on', 'Play', 'Bottles', 'Price per bottle (€)', 'Refunded'],
  ['S1', '2022-03-01', 'Hamlet', '9', '5.00', 'No'],
  ['S2', '2022-03-04', 'Hamlet', '2', '40.00', 'Yes'],
  ['S3', '2022-04-09', 'Tosca', '4', '12.50', 'No'],
]);
const VISITS = rowsToText([
  ['Visit', 'Owner', 'Bill (£)', 'Rate (£/h)', 'Age', 'Insured'],
  ['V1', 'Ms Hart', '40.50', '60', '3', 'Yes'],
  ['V2', 'Mr Poole', '90.00', '75', '12', 'No'],
  ['V3', 'Ms Hart', '10.00', '60', '7', 'No'],
  ['V4', 'Mr Poole', '20.00', '60', '9', 'Yes'],
]);

test.each([
  // Money of one each is compared, and not added up.
  ['What is the most expensive bottle?', SALES, '40.00'],
  ['How many orders are over 10 euros?', SALES, '2'],
  ['How much did we earn in total?', SALES, null],
  ['How much has Ms Hart paid altogether?', VISITS, '50.50'],
  ['Which owner spent the most?', VISITS, 'Mr Poole (110.00)'],
  ['How much did we make from Mr Poole?', VISITS, '110.00'],
  ['How many visits cost more than 30 pounds?', VISITS, '2'],
  // All orders were sold at some time, and not all refunded.
  ['How many bottles were sold for Hamlet?', SALES, '11'],
  ["How many orders weren't refunded?", SALES, '2'],
  ["How many orders didn't we refund?", SALES, null],
  ['How many orders of Hamlet were refunded?', SALES, '1'],
  ['How many uninsured pets had visits?', VISITS, null],
  // Of one bottle each, of a number of each order, and of a value.
  ['What is the cheapest bottle of Hamlet?', SALES, '5.00'],
  ['How many bottles cost more than 10 euros?', SALES, null],
  ['How many bottles are there per play?', SALES, 'Hamlet 11; Tosca 4'],
  ['How many plays are in Hamlet?', SALES, null],
  ['Which play was sold out first?', SALES, null],
  ['Which play is the oldest?', SALES, null],
  ['When was the oldest order?', SALES, '2022-03-01'],
  // An age is that of the row.
  ['How many visits were under 8?', VISITS, '2'],
])('“%s” is computed, or not certain', (question, text, value) => {
  expect(askTable(question, text, 'visits-and-orders.ods')?.value ?? null).toBe(value);
});

test('a date that is to come reports no act', () => {
  const wines = rowsToText([
    ['Wine', 'Colour', 'Bottles', 'Drink by'],
    ['Alba', 'red', '4', '2026'],
    ['Bosc', 'white', '9', '2027'],
    ['Cavo', 'red', '1', '2027'],
    ['Dama', 'red', '6', '2028'],
  ]);
  expect(askTable('How many bottles did we drink?', wines, 'cellar.ods')).toBeNull();
  expect(askTable('How many bottles of red do we have?', wines, 'cellar.ods')?.value).toBe('11');
});

test('a number of no column is no part of a value', () => {
  const laps = rowsToText([
    ['Rider', 'Note'],
    ['Ada', 'lap 2'],
    ['Bo', 'lap 3'],
  ]);
  expect(askTable('How many riders took under 2 minutes?', laps, 'riders.csv')).toBeNull();
  const times = laps.replace('Note: lap 2', 'Time: 1:58.4').replace('Note: lap 3', 'Time: 2:01.9');
  expect(askTable('How many riders took under 2 minutes?', times, 'riders.csv')?.value).toBe('1');
});

test('the oldest guest is no row of the first day, except of birth', () => {
  const table = (column: string) =>
    rowsToText([
      ['Guest', column],
      ['Bert', '1981-07-30'],
      ['Edda', '1985-09-09'],
    ]);
  const ask = (column: string) =>
    askTable('Who is the oldest guest?', table(column), 'guests.csv')?.value ?? null;
  expect(ask('Born')).toBe('1981-07-30');
  expect(ask('Visited on')).toBeNull();
});

test('a price of one is no price of an order, and another age is none', () => {
  const orders = rowsToText([
    ['Order no', 'Product', 'Qty', 'Unit price', 'Order total', 'Reading age'],
    ['5001', 'Bolt', '500', '0.50', '250.00', '8'],
    ['5002', 'Nut', '200', '0.20', '40.00', '9'],
    ['5003', 'Drill', '2', '89.00', '178.00', '12'],
  ]);
  const ask = (question: string) => askTable(question, orders, 'orders.csv')?.value ?? null;
  expect(ask('What is the most expensive product?')).toBeNull();
  expect(ask('What is the most expensive order?')).toBe('250.00');
  expect(ask('What is the total unit price?')).toBeNull();
  expect(ask('Which product sold the most?')).toBeNull();
  expect(ask('How many orders are older than 8?')).toBeNull();
  expect(ask('What is the highest reading age?')).toBe('12');
});

test('the longest is a distance or a duration, and the fastest of one distance', () => {
  const runs = rowsToText([
    ['Day', 'Route', 'Distance (km)', 'Duration'],
    ['2024-03-01', 'Canal', '8.2', '0:45:10'],
    ['2024-03-03', 'Woods', '12.6', '1:10:30'],
    ['2024-04-02', 'Hill', '5.5', '1:13:45'],
  ]);
  const ask = (question: string) => askTable(question, runs, 'runs.csv')?.value ?? null;
  expect(ask('What was my longest run?')).toBeNull();
  expect(ask('What was the longest distance?')).toBe('12.6');
  expect(ask('What was my fastest run?')).toBeNull();
});

test('a number that names a room, a week or a year is added to no other', () => {
  const loans = rowsToText([
    ['Week', 'Object', 'Made in', 'Room', 'Rest days', 'Value', 'Applicant', 'Officer'],
    ['1', 'Vase', '1925', '3', '2', '45.000', 'Scouts', 'Lee'],
    ['2', 'Print', '1831', '3', '3', '8.500', 'Choir', 'Orr'],
    ['3', 'Lamp', '1905', '1', '1', '95.000', 'Band', 'Lee'],
    ['4', 'Bowl', '1965', '1', '4', '6.200', 'Hub', 'Lee'],
    ['5', 'Chair', '1904', '2', '1', '7.100', 'Inn', 'Orr'],
  ]);
  const ask = (question: string) => askTable(question, loans, 'loans.csv')?.value ?? null;
  expect(ask('How many rooms are there?')).toBeNull();
  expect(ask('How many rest days are in week 2?')).toBeNull();
  expect(ask('How many rest days are there?')).toBe('11');
  // One of the years cannot be read, and the points may be of thousands.
  expect(ask('How many objects were made before 1910?')).toBeNull();
  expect(ask('What is the total value?')).toBeNull();
  expect(ask('Who had the most rest days?')).toBe('4');
});
