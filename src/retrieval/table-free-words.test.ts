import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const resultOf = (question: string, text: string, file?: string) =>
  askTable(question, text, file)?.value ?? null;

const WORKSHOP = rowsToText([
  [
    'Ticket',
    'Session',
    'Visitor',
    'Item',
    'Kind',
    'Outcome',
    'Minutes',
    'Fee (£)',
    'Paid on',
    'Remark',
  ],
  [
    'W1',
    '2024-02-10',
    'Mr Fell',
    'Radio',
    'Electrical',
    'repaired',
    '30',
    '4.00',
    '2024-02-12',
    '',
  ],
  ['W2', '2024-02-10', 'Ms Iyer', 'Jacket', 'Textile', 'not repairable', '15', '2.00', '', 'torn'],
  [
    'W3',
    '2024-02-10',
    'Mr Fell',
    'Toaster',
    'Electrical',
    'repaired',
    '45',
    '4.00',
    '2024-03-01',
    '',
  ],
  [
    'W4',
    '2024-03-09',
    'Mrs Oda',
    'Radio',
    'Electrical',
    'not repairable',
    '20',
    '4.00',
    '',
    'two cats',
  ],
  ['W5', '2024-03-09', 'Mr Fell', 'Shelf', 'Wood', 'repaired', '60', '5.00', '2024-03-11', 'cat'],
  ['W6', '2024-03-09', 'Mr Oda', 'Scarf', 'Textile', 'repaired', '10', '1.00', '2024-03-12', 'cat'],
]);

test.each([
  // A value with a word that denies, an empty cell, and a name before "not".
  ['How many radios were not repairable?', '1'],
  ['How many tickets have no remark?', '2'],
  ['How many tickets were there without any special remark?', '2'],
  ['How many tickets has Ms Iyer not paid?', '1'],
  // The kind of a thing where a column has it, a day of several rows, and the noun behind "which".
  ['Which kind of item comes in most often?', 'Electrical (3)'],
  ['Which session had the fewest tickets?', '2024-02-10 / 2024-03-09 (3)'],
  ['Which visitor tickets most often?', 'Mr Fell (3)'],
  // Items of which no two are the same, and a unit.
  ['How many items did Mr Fell have?', '3'],
  ['How many items were electrical?', null],
  // Fees of one each are no sum of them, and cats may be two.
  ['How many fees were paid in March?', null],
  ['How many tickets have a cat?', null],
  ['How many tickets have no fee on Sundays?', null],
  ['How many tickets have no cat?', null],
])('a workshop: “%s” is %s', (question, value) => {
  expect(resultOf(question, WORKSHOP, 'workshop-tickets.ods')).toBe(value);
});

const VANS = rowsToText([
  ['Trip', 'Driver', 'Distance (km)', 'Odometer km', 'Load (kg)', 'Speed (km/h)'],
  ['T1', 'Ada', '12.5', '40120', '300', '50'],
  ['T2', 'Ben', '20.0', '51200', '150', '60'],
  ['T3', 'Ada', '7.5', '40140', '200', '40'],
]);

test('units of numbers that add up are counted, of others they are not', () => {
  const part = (...names: string[]) => {
    const table = VANS.split('\n').map((line) => line.split(' | '));
    return table
      .map((cells) => cells.filter((_, i) => !names.includes(String(i))).join(' | '))
      .join('\n');
  };
  expect(resultOf('How many kilometres did Ada drive?', part('3', '5'), 'vans.csv')).toBe('20.0');
  expect(resultOf('How many kilos did Ada load?', VANS, 'vans.csv')).toBe('500');
  expect(resultOf('How many kilometres did Ada drive?', part('2', '5'), 'vans.csv')).toBeNull();
});

const CLUB = rowsToText([
  ['No', 'Member', 'Age', 'From', 'To', 'Weight (kg)', 'Tip (€)', 'Consent form', 'Parcels'],
  ['1', 'Ida', '61', 'Docks', 'Mill', '61.5', '0', 'yes', '2'],
  ['2', 'Ole', '19', 'Mill', 'Docks', '80.0', '2', 'no', '0'],
  ['3', 'Uma', '64', 'Docks', 'Park', '72.5', '0', 'no', '1'],
  ['4', 'Per', '33', 'Park', 'Docks', '72.5', '5', 'yes', '0'],
]);

test.each([
  ['name the two heaviest members', null],
  ['Name the three heaviest members', '80.0 / 72.5 / 72.5'],
  ['Who are the two oldest members?', '64 / 61'],
  ['Which are the five heaviest members?', null],
  ['How many members are among the two heaviest?', null],
  ['How many members over 60 came?', '2'],
  ['How many members over 60 kilos came?', '4'],
  ['How many consent forms are missing?', '2'],
  ['How many parcels are missing?', null],
  ['How many trips started at Docks?', '2'],
  ['How many trips arrived at Docks?', '2'],
  ['How many trips were without a tip?', '2'],
  ['How many trips went past Docks?', null],
])('a club: “%s” is %s', (question, value) => {
  expect(resultOf(question, CLUB, 'club-trips.csv')).toBe(value);
});

const HIRE = rowsToText([
  ['Hire', 'Day', 'Nurse', 'Boat', 'Fare (€)', 'Distance (km)'],
  ['H1', '2024-05-03', 'Ann', 'Otter', '12.00', '3.5'],
  ['H2', '2024-05-03', 'Bea', 'Heron', '20.00', '6.0'],
  ['H3', '2024-06-11', 'Ann', 'Otter', '18.00', '5.0'],
]);

test.each([
  // A fare is not how far, and nothing says whether it was paid.
  ['How far was it on average?', '4.83'],
  ['How many hires were paid?', null],
  ['How many hires with the Otter were paid?', null],
  ['How many paid hires were there?', null],
  // A result of each, a verb that joins, a unit behind it, and the one row of a day.
  ['Which boat has the highest average fare?', 'Heron 20.00; Otter 15.00'],
  ['Which boat has the highest average fare after tax?', null],
  ['Which nurse saw the most hires?', 'Ann (2)'],
  ['Which nurse cancelled the most hires?', null],
  ['the average fare in euros', '16.67'],
  ['the average fare in pounds', null],
  ['What was the last hire?', '2024-06-11'],
  ['What was the first hire?', null],
])('hires: “%s” is %s', (question, value) => {
  expect(resultOf(question, HIRE, 'boat-hires.csv')).toBe(value);
});

test.each([
  ['How many leaks are still open?', '1'],
  ['How many leaks are still open in May?', null],
  ['Which team saw the most birds?', null],
])('leaks: “%s” is %s', (question, value) => {
  const leaks = rowsToText([
    ['Leak', 'Reported', 'Repaired', 'Team', 'Count'],
    ['L1', '2024-05-01', '2024-05-04', 'Red', '2'],
    ['L2', '2024-05-07', '', 'Blue', '9'],
    ['L3', '2024-06-02', '2024-06-30', 'Red', '1'],
  ]);
  expect(resultOf(question, leaks, 'leaks-and-birds.csv')).toBe(value);
});

const LENT = rowsToText([
  ['Loan', 'Tool', 'Kind', 'Borrower', 'Lent on', 'Due', 'Deposit (£)'],
  ['L1', 'Saw', 'Building', 'Ada', '2024-03-02', '2024-03-09', '40'],
  ['L2', 'Saw', 'Building', 'Ben', '2024-04-11', '2024-04-20', '20'],
  ['L3', 'Rake', 'Garden', 'Ada', '2024-04-12', '2024-04-30', '40'],
  ['L4', 'Hoe', 'Garden', 'Ada', '2024-05-05', '2024-06-01', '10'],
]);

test.each([
  // A value and its noun, of which nothing else is said; counted they may be the same ones.
  ['What is the average deposit for building tools?', '30.00'],
  ['What share of loans were building tools?', '50%'],
  ['How many building tools are there?', null],
  // The same money, and a day of one year.
  ['How many loans had a deposit of £40?', '2'],
  ['How many loans had a deposit of 40 euros?', null],
  ['How many loans were lent between 1 March and 11 April?', '2'],
])('loans: “%s” is %s', (question, value) => {
  expect(resultOf(question, LENT, 'tool-loans.csv')).toBe(value);
});

const COSTUMES = rowsToText([
  ['Hire no.', 'Group', 'Costume', 'Fee (£)', 'Returned', 'Rescuer'],
  ['CH-1', 'Players', 'Cape', '9', 'yes', 'Emeka'],
  ['CH-2', 'Youth', 'Crown', '20', 'no', 'Emeka'],
  ['CH-3', 'Youth', 'Gown', '12', 'no', 'Jo'],
  ['CH-4', 'Youth', 'Cape', '30', 'yes', 'Emeka'],
]);

test.each([
  ["How many hires haven't come back yet?", '2'],
  ['Which group borrows costumes most often?', 'Youth (3)'],
  ['Who brought in the most costumes?', 'Emeka (3)'],
  // Not the fees that they brought in.
  ['Which rescuer brought in the most animals?', null],
  ['Which group brought in the most?', 'Youth (62)'],
])('costumes: “%s” is %s', (question, value) => {
  expect(resultOf(question, COSTUMES, 'costume-hires.csv')).toBe(value);
});

const GIFTS = rowsToText([
  ['Box', 'Donor', 'Genre', 'Books', 'Value (£)'],
  ['B1', 'Rotary', 'Children', '12', '5'],
  ['B2', 'School', 'Crime', '30', '0'],
  ['B3', 'School', 'Children', '7', '9'],
]);

test.each([
  ['How many crime books did the school give?', '30'],
  ['How many children donated books?', null],
  ['How many books were paid?', null],
])('gifts: “%s” is %s', (question, value) => {
  expect(resultOf(question, GIFTS, 'gifts.csv')).toBe(value);
});
