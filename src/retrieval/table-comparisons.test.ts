import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const TRIPS = rowsToText([
  ['Trip', 'Boat', 'Price (€)', 'Tip', 'Hours', 'Guests', 'Weight (kg)', 'Guide age'],
  ['T1', 'Heron', '120.00', '5.00', '2', '4', '310', '24'],
  ['T2', 'Heron', '80.00', '0.00', '1.5', '2', '150', '31'],
  ['T3', 'Otter', '200.00', '12.00', '4', '8', '640', '45'],
  ['T4', 'Otter', '95.00', '3.00', '3', '6', '420', '31'],
  ['T5', 'Otter', '60.00', '0.00', '1', '1', '80', '52'],
]);
const ask = (question: string) => askTable(question, TRIPS, 'trips.ods')?.value ?? null;

test.each([
  // By the unit, the noun, the currency, or the adjective.
  ['How many trips lasted longer than three hours?', '1'],
  ['How many trips of the Otter had more than 5 guests?', '2'],
  ['How many trips cost over 90 euros?', '3'],
  ['How many trips were cheaper than €90?', '2'],
  ['How many trips had a guide older than 31?', '2'],
  ['How many trips took more than 90 minutes?', '3'],
  ['How many trips were over an hour?', '4'],
  // Two of them, and both ends.
  ['How many trips cost over 90 euros and had more than 5 guests?', '2'],
  ['How many trips were between 100 and 450 kg?', '3'],
  ['What is the total price of trips with more than 3 guests?', '415.00'],
  // Behind the number, and not an extreme value.
  ['How many trips were 3 hours or more?', '2'],
  ['How many trips took 2 hours or less?', '3'],
  ['How many trips of at least 2 hours did the Otter make?', '2'],
  ['How many trips had no more than 2 guests?', '2'],
  ['How many trips lasted at most 90 minutes?', '2'],
])('trips: “%s” is %s', (question, value) => {
  expect(ask(question)).toBe(value);
});

test.each([
  // No column has it, another currency, or another unit.
  'How many trips were over 3 miles?',
  'How many trips cost over 90 dollars?',
  'How many trips were over 60?',
  'How many trips had more than 2 dogs?',
  'How many trips took more than two and a half hours?',
  // Either of two columns.
  'How many trips were over 3 hours or had more than 7 guests?',
  'How many trips of the Otter or over 90 euros were there?',
])('trips: “%s” is not certain', (question) => {
  expect(ask(question)).toBeNull();
});

const RACE = rowsToText([
  ['Bib', 'Runner', 'Club', 'Start', 'Finish time'],
  ['11', 'Ada', 'Elms', '09:00', '3:58:12'],
  ['12', 'Bo', 'Oaks', '09:00', '4:10:03'],
  ['13', 'Cy', 'Elms', '09:10', '4:31:00'],
  ['14', 'Di', 'Oaks', '09:10', '3:20:45'],
]);

test.each([
  ['How many runners finished in under four hours?', '2'],
  ['How many runners took more than 4 hours 30 minutes?', '1'],
  ['How many runners were faster than 4 hours?', '2'],
  ['Who of the Elms was the fastest?', '3:58:12'],
  ['Who was the slowest runner?', '4:31:00'],
  ['What was the average finish time of the Oaks?', '3:45:24'],
  ['How many runners were over 12?', null],
  ['How many runners had a finish time over 4?', null],
])('a race: “%s” is %s', (question, value) => {
  expect(askTable(question, RACE, 'race.csv')?.value ?? null).toBe(value);
});

test('letters before a number are a name, unless they are a currency', () => {
  const rows = ['VAN-1', 'VAN-3', 'VAN-1'].map((van, i) => [van, `EUR ${i + 1}`]);
  const text = rowsToText([['Van', 'Cost'], ...rows]);
  expect(askTable('What did VAN-1 cost in total?', text)?.value).toBe('4');
});

test('numbers are read as they are written, whatever marks the others have', () => {
  const machines = rowsToText([
    ['Machine', 'Power (kW)', 'Weight (kg)'],
    ['Lathe', '5,5', '1.200'],
    ['Mill', '7,5', '2.350'],
    ['Press', '11', '980'],
  ]);
  const ask = (question: string) => askTable(question, machines, 'machines.csv')?.value ?? null;
  expect(ask('How many machines have more than 5.5 kW?')).toBe('2');
  expect(ask('What is the total weight?')).toBe('4,530');
  expect(ask('How many machines weigh more than 1000 kg?')).toBe('2');
  // Thousands of another country, which are no equal number either.
  expect(ask('How many machines weigh more than 1,000 kg?')).toBeNull();
  const parts = rowsToText([
    ['Part', 'Length (mm)'],
    ['Pin', '12,5'],
    ['Rod', '40.25'],
  ]);
  expect(askTable('How many parts are longer than 12,0 mm?', parts, 'parts.csv')?.value).toBe('2');
});
