import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const ORDERS = rowsToText([
  ['Order', 'Customer', 'City', 'Status', 'Price', 'Quantity', 'Ordered', 'Paid'],
  ['A1', 'Acme', 'Berlin', 'open', '10.00', '2', '2024-01-03', 'yes'],
  ['A2', 'Bolt', 'Paris', 'sent', '20.00', '5', '2024-01-04', 'no'],
  ['A3', 'Acme', 'Rome', 'open', '30.00', '1', '2024-02-03', 'yes'],
  ['A4', 'Cobra', 'Berlin', 'returned', '40.00', '9', '2024-02-10', 'yes'],
]);

test.each([
  // Words of conditions that no row has.
  'How many orders were cancelled?',
  'how many orders in munich?',
  'How many orders in Berlin are late?',
  'What is the total price in summer?',
  'What is the total quantity for Acme in summer?',
  'What is the total tax?',
  // A number of no column.
  'How many orders are $25?',
  // Rows that are left out, and comparisons of two results.
  'What is the total quantity of everyone but Acme?',
  'Apart from Acme, what is the total quantity?',
  'What is the total quantity of customers besides Acme?',
  'How much more quantity did Acme order than everyone?',
  'What share of the total quantity is from Acme?',
  // Times that depend on the day of the question, and events.
  'What is the total quantity of the last month?',
  'What is the total quantity before the order of Bolt?',
  // Results of several kinds.
  'What is the minimum and maximum price?',
  'What is the total and average quantity?',
  'Which customer has the highest average price after tax?',
  'What is the quantity of the last order?',
  'Which month had the highest total quantity?',
  // Values of which rows repeat some.
  'How many customers are there?',
  // Prices of one each.
  'What is the total revenue?',
])('“%s” is not computed', (question) => {
  expect(askTable(question, ORDERS)).toBeNull();
});

test.each([
  ['How many orders are open?', '2'],
  ['How many customers are in Berlin?', '2'],
  ['What is the total quantity of open orders?', '3'],
  ['How many open or returned orders?', '3'],
  ['What was the most expensive order in Berlin?', '40.00'],
  ['How many were paid?', '3'],
  ['What is the average price of paid orders?', '26.67'],
  ['How many orders have a price over $15?', '3'],
  ['What is the total quantity with a price between $10 and $30?', '8'],
  ['How many orders have a price over $15 and below $35?', '2'],
])('“%s” is computed: %s', (question, value) => {
  expect(askTable(question, ORDERS)?.value).toBe(value);
});

test('the oldest has the highest age, in German too', () => {
  const people = rowsToText([
    ['Name', 'Alter', 'Eintritt'],
    ['Anna', '34', '01.03.2019'],
    ['Bernd', '51', '15.06.2020'],
    ['Clara', '29', '01.10.2012'],
  ]);
  expect(askTable('Wer ist am ältesten?', people)).toMatchObject({ column: 'Alter', value: '51' });
  expect(askTable('Wer ist am jüngsten?', people)?.value).toBe('29');
});

test('a row of totals is not added to the others', () => {
  const rows = [
    ['City', 'Sales'],
    ['Oslo', '4'],
    ['Moss', '6'],
    ['Total', '10'],
  ];
  expect(askTable('What is the sum of Sales?', rowsToText(rows))).toMatchObject({
    value: '10',
    total: 2,
  });
});

test('the row with most of an adjective is no sum', () => {
  const wheat = rowsToText([
    ['year', 'wheat', 'wages'],
    ['1800', '79', '29'],
    ['1810', '99', '30'],
    ['1820', '54', '29.5'],
  ]);
  const answer = askTable('In which year was wheat most expensive?', wheat);
  expect([answer?.value, answer?.shown[0]?.cells.get('year')]).toEqual(['99', '1810']);
});

test.each([
  ['Which airport lies farthest south?', '19.7'],
  ['Which airport is the furthest north?', '71.28'],
  ['How low did the minimum temperature fall in 2013?', '-7.1'],
  ['What is the average minimum temperature over all the days?', '-8.0'],
])('“%s” is computed in other words: %s', (question, value) => {
  const airports = rowsToText([
    ['name', 'latitude', 'longitude'],
    ['Hilo', '19.7', '-155'],
    ['South Naknek', '58.7', '-157'],
    ['Barrow', '71.28', '-156'],
    ['Burlington', '44', '-73'],
  ]);
  const weather = rowsToText([
    ['day', 'temp_max', 'temp_min'],
    ['2013-01-01', '5', '-7.1'],
    ['2012-07-04', '24', '-9'],
    ['2012-07-05', '25', '-8'],
  ]);
  const table = question.includes('airport') ? airports : weather;
  expect(askTable(question, table)?.value).toMatch(new RegExp(`^${value}`));
});

test('a place is meant by its adjective', () => {
  const cars = rowsToText([
    ['Name', 'Weight', 'Origin'],
    ['fiat 128', '1867', 'Europe'],
    ['datsun 1200', '1613', 'Japan'],
    ['pontiac safari', '5140', 'USA'],
  ]);
  expect(askTable('What do the European cars weigh on average?', cars)?.value).toBe('1,867.00');
  expect(askTable('How many cars are Japanese?', cars)?.value).toBe('1');
  expect(askTable('Which American car is the heaviest?', cars)?.value).toBe('5140');
});

test.each([
  ['How many hours did Evan work?', '7'],
  ['How many hours did the Nigerian office have?', '9'],
  ['How many non-Nigerian offices are there?', null],
  ['How many hours are over the limit?', null],
  ['How many offices are west African?', null],
])('an adjective or a word of its own is no other value: “%s”', (question, value) => {
  const hours = rowsToText([
    ['Name', 'Office', 'Hours', 'Limit'],
    ['Eva', 'Niger', '11', '20'],
    ['Evan', 'Nigeria', '7', '20'],
    ['Ana', 'Nigeria', '2', '20'],
    ['Tom', 'Africa', '3', '30'],
  ]);
  expect(askTable(question, hours)?.value ?? null).toBe(value);
});

test.each([
  // A word that nothing is known of narrows a value too.
  ['How many Finance bookings had a projector?', null],
  ['How many bookings for the Oak Room complained?', null],
  ['How many hours did Finance waste in the Oak Room?', null],
  ['How many hours were the sisters of Finance there?', null],
  ['How many chairs are there?', null],
  // It only says what the rows are called.
  ['How many hours were the meetings in the Oak Room in total?', '6'],
  ['How many hours did the Oak Room get?', '6'],
  ['How many Finance meetings were there?', '2'],
])('a word that nothing is known of: “%s” is %s', (question, value) => {
  const bookings = rowsToText([
    ['Booking', 'Room', 'Department', 'Hours'],
    ['K1', 'Oak Room', 'Finance', '2'],
    ['K2', 'Oak Room', 'Legal', '4'],
    ['K3', 'Elm Room', 'Finance', '3'],
  ]);
  expect(askTable(question, bookings, 'bookings.ods')?.value ?? null).toBe(value);
});

test.each([
  // Some rows, another thing than rows, or what rows have.
  ['How many puppies arrived in May?', null],
  ['How many families took a dog?', null],
  ['How many kilometres did the dogs walk?', null],
  ['How many dogs died?', null],
  ['How many small girls arrived in May?', null],
  ['Which kind had the most accidents?', null],
  ['Which kind had the most visits?', 'Dog (2)'],
  ['How many dogs arrived in May?', '1'],
  ['How many animals arrived in May?', '2'],
])('the rows of a table with a name are what it calls them: “%s” is %s', (question, value) => {
  const animals = rowsToText([
    ['Name', 'Kind', 'Sex', 'Arrived', 'Walk (h)'],
    ['Asa', 'Dog', 'F', '2022-05-01', '1'],
    ['Bix', 'Dog', 'M', '2022-06-03', '2'],
    ['Cleo', 'Cat', 'F', '2022-05-09', '0'],
  ]);
  expect(askTable(question, animals, 'animals.ods')?.value ?? null).toBe(value);
});

test('people are rows where each is another person', () => {
  const rows = [
    ['Ticket', 'Buyer', 'Seat'],
    ['T1', 'Ann Reed', 'Box'],
    ['T2', 'Ann Reed', 'Box'],
    ['T3', 'Bob Tait', 'Stalls'],
  ];
  const ask = (question: string, text: string) =>
    askTable(question, text, 'tickets.csv')?.value ?? null;
  expect(ask('How many people bought a box seat?', rowsToText(rows))).toBeNull();
  expect(ask('How many tickets are for a box seat?', rowsToText(rows))).toBe('2');
  const others = rows.map((row) => row.map((cell) => (row[0] === 'T2' ? `${cell}s` : cell)));
  expect(ask('How many people bought a seat?', rowsToText(others))).toBe('3');
});

test('an adjective narrows the noun behind it, and a verb means its column', () => {
  const stock = rowsToText([
    ['Machine', 'Team', 'Reorder level', 'Days off', 'Date out', 'Date in'],
    ['Lathe', 'IT', '3', '4', '2024-06-28', '2024-07-01'],
    ['Mill', 'IT', '3', '2', '2024-07-02', '2024-08-03'],
    ['Press', 'HR', '5', '7', '2024-07-05', '2024-08-09'],
  ]);
  const ask = (question: string) => askTable(question, stock, 'machines.csv')?.value ?? null;
  expect(ask('How many machines are there?')).toBe('3');
  expect(ask('How many used machines are there?')).toBeNull();
  expect(ask('What is the average of days off of old machines?')).toBeNull();
  expect(ask('How many machines need reordering?')).toBeNull();
  // A department, and no column that has a preposition for a name.
  expect(ask('How many days off did IT take?')).toBe('6');
  expect(ask('How many machines of IT were there in July 2024?')).toBeNull();
});
