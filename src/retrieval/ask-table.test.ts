import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';
import { findTables, readDate, readNumber } from './table-rows.ts';

const ROWS = `
Date,Category,Description,Amount,Paid by
2024-01-05,Travel,Train to Lisbon,$120.50,Ana
2024-01-20,Food,Coffee beans,$18.20,Ben
2024-02-03,Travel,Hotel Lisbon,$340.00,Ana
2024-02-14,Food,Dinner,$64.30,Ana
2024-03-01,Office,Paper and ink,$42.00,Ben
2024-03-19,Travel,Taxi,$25.00,Cleo Park
2024-03-20,Office,Chair,"$1,299.00",Ben
2024-03-28,Food,Cake for May,$31.00,Cleo Park`;

const cells = (line: string) =>
  [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
const EXPENSES = rowsToText(ROWS.trim().split('\n').map(cells));

/** Question, result, and number of rows that count. */
const ASKED: [string, string, number][] = [
  ['How much did I spend on travel?', '485.50', 3],
  ['What is the total?', '1,940.00', 8],
  ['What did Ana pay in total?', '524.80', 3],
  ['total amount in March 2024', '1,397.00', 4],
  ['How much was spent before February 2024?', '138.70', 2],
  ['What is the sum of Amount for Food and Office?', '1,454.50', 5],
  ['What is the average amount for food?', '37.83', 3],
  ['How many expenses did Cleo Park pay?', '2', 2],
  ['How many expenses are over $100?', '3', 3],
  ['What was the most expensive expense?', '$1,299.00', 8],
  ['What is the highest amount in Travel?', '$340.00', 3],
  ['Which category did I spend the most on?', 'Office (1,341.00)', 8],
  ['How much did the trips to Lisbon cost in total?', '460.50', 2],
  ['How many expenses are there since 2024-03-19?', '3', 3],
  ['What is the total amount after March 19, 2024?', '1,330.00', 2],
  ['What is the total amount before 20 January 2024?', '120.50', 1],
  ['When was the latest expense?', '2024-03-28', 8],
  ['What is the total amount per category?', 'Office 1,341.00; Travel 485.50; Food 113.50', 8],
  ['How many expenses are there in each category?', 'Travel 3; Food 3; Office 2', 8],
  ['Wie viel wurde insgesamt für Travel ausgegeben?', '485.50', 3],
];

test.each(ASKED)('“%s” is computed: %s of %i rows', (question, value, matched) => {
  expect(askTable(question, EXPENSES)).toMatchObject({ value, matched, total: 8 });
});

const CARS = rowsToText([
  ['Name', 'Cylinders', 'Weight_in_lbs', 'temp_max', 'temp_min', 'weather', 'state'],
  ['audi 100', '4', '2430', '20.1', '-7.1', 'rain', 'HI'],
  ['buick skylark', '8', '3693', '31.0', '3.0', 'sun', 'VT'],
  ['fiat 128', '4', '1867', '25.0', '1.0', 'rain', 'HI'],
]);

test.each([
  ['How many cars have 4 cylinders?', '2'],
  ['How many cars have more than 5 cylinders?', '1'],
  ['Which car is the heaviest?', '3693'],
  ['What was the lowest minimum temperature?', '-7.1'],
  ['What was the highest temperature?', '31.0'],
  ['What is the average weight on rainy days?', '2,148.50'],
  ['How many are in Hawaii (HI)?', '2'],
  ['How many cars are in each state?', 'HI 2; VT 1'],
  ['What is the average weight per state?', 'VT 3,693.00; HI 2,148.50'],
])('“%s” means a column by its number, its measure or its short name: %s', (question, value) => {
  expect(askTable(question, CARS, 'cars.xlsx')).toMatchObject({ value });
});

const AIRPORTS = rowsToText([
  ['iata', 'name', 'state', 'latitude', 'longitude'],
  ['BGR', 'Bangor', 'ME', '44.8', '-68.8'],
  ['PWM', 'Portland Jetport', 'ME', '43.6', '-70.3'],
  ['BTV', 'Burlington', 'VT', '44.5', '-73.2'],
  ['PDX', 'Portland', 'OR', '45.6', '-122.6'],
]);

test.each([
  ['How many of the airports are in Maine (ME)?', '2'],
  ['How many airports are in OR?', '1'],
  ['How many airports do you have?', '4'],
  ['Which airport is the northernmost, with the highest latitude?', '45.6'],
  ['Which is the westernmost airport?', '-122.6'],
])('codes in capitals and the directions of a map mean rows: %s', (asked, value) => {
  expect(askTable(asked, AIRPORTS, 'airports.csv')).toMatchObject({ value });
});

test('of several tables the one whose title a question names answers it', () => {
  const table = (rows: string[][]) => rowsToText([['variety', 'yield'], ...rows]);
  const first = table([
    ['Trebi', '49.2'],
    ['Velvet', '37.4'],
  ]);
  const second = table([
    ['Trebi', '41.8'],
    ['Velvet', '32.1'],
  ]);
  const text = `Barley at Waseca\n${first}\n\nBarley at Crookston\n${second}`;
  const found = askTable('What was the yield of Trebi at Crookston?', text, 'barley.pptx');
  const { start, end } = found?.shown[0] ?? { start: 0, end: 0 };
  expect([found?.matched, text.slice(start, end)]).toEqual([1, 'variety: Trebi | yield: 41.8']);
});

test('a table that a question does not name is no answer, where it is one of several documents', () => {
  const months = rowsToText([
    ['month', 'wounds'],
    ['May', '3'],
    ['June', '0'],
  ]);
  expect(askTable('After how many months do points expire?', months, 'crimea.docx')).toBeNull();
  expect(askTable('How many months are there?', months, 'crimea.docx')?.value).toBe('2');
  expect(askTable('In how many months were there no wounds?', months, 'crimea.docx')?.value).toBe(
    '1',
  );
});

test('a question that names a row finds it', () => {
  const found = askTable('Who paid for the taxi?', EXPENSES);
  expect(found).toMatchObject({ operation: 'rows', matched: 1 });
  const { start, end } = found?.shown[0] ?? { start: 0, end: 0 };
  expect(EXPENSES.slice(start, end)).toContain('Paid by: Cleo Park');
});

test.each([
  'What is this file about?',
  'What are the most important points?',
  'How much did Dora pay in total?',
  'How much did we spend in Porto altogether?',
  'Summarise the expenses',
  'What is the first thing I should look at?',
  // What they ask for besides is not computed here.
  'How many expenses are not Travel?',
  'What is the total amount except Travel?',
  'How many different kinds of travel are there?',
  'What is the second highest amount?',
  'What is the total amount per week?',
  `What is the total? ${'And why did you write all of this to me? '.repeat(10)}`,
])('“%s” is not computed', (question) => {
  expect(askTable(question, EXPENSES)).toBeNull();
});

test('prose, and rows without names, are no tables', () => {
  expect(findTables('Note: a | b\nThis is prose: with a colon.\nMore of it.')).toEqual([]);
  expect(findTables('a | b\nc | d\ne | f')).toEqual([]);
});

test('a row whose other cells are empty counts', () => {
  const rows = [
    ['City', 'Sales'],
    ['Oslo', '4'],
    ['Bergen', ''],
    ['', '6'],
    ['Moss', '1'],
  ];
  expect(askTable('How many rows are there?', rowsToText(rows))).toMatchObject({ value: '4' });
  expect(askTable('What is the sum of Sales?', rowsToText(rows))).toMatchObject({ value: '11' });
});

test('the noun that is counted is no value of the table', () => {
  const names = ['Main Airport', 'North Field', 'South Field'];
  const rows = [['Name', 'State'], ...names.map((name, i) => [name, i < 1 ? 'TX' : 'AK'])];
  expect(askTable('Which state has the most airports?', rowsToText(rows))).toMatchObject({
    group: 'State',
    value: 'AK (2)',
  });
});

test('a word that begins as a month does is none', () => {
  const rows = [
    ['Hired', 'Department'],
    ['2024-03-01', 'Sales'],
    ['2024-05-01', 'Marketing'],
  ];
  const found = askTable('How many people work in Marketing?', rowsToText(rows));
  expect(found).toMatchObject({ value: '1', conditions: ['Department = Marketing'] });
});

test('a value that stands in two columns is in the one that is named, or not certain', () => {
  const rows = [
    ['From', 'To'],
    ['Berlin', 'Oslo'],
    ['Oslo', 'Berlin'],
    ['Rome', 'Berlin'],
  ];
  const text = rowsToText(rows);
  expect(askTable('How many flights to Berlin?', text)).toMatchObject({ value: '2' });
  expect(askTable('How many flights are there with Berlin?', text)).toBeNull();
});

test('the order of day and month is that of the column', () => {
  const days = ['05/03/2024', '25/03/2024', '10/03/2024', '03/04/2024'];
  const rows = [['Day', 'Amount'], ...days.map((day, i) => [day, `${i + 1}`])];
  expect(askTable('How many rows in March 2024?', rowsToText(rows))).toMatchObject({ value: '3' });
});

test('numbers are written as in their column, and a scaled one is none', () => {
  const german = [
    ['Posten', 'Betrag'],
    ['Miete', '1.200,00'],
    ['Strom', '80,50'],
    ['Netz', '999,99'],
  ];
  const found = askTable('Wie viele haben einen Betrag über 1.000,00?', rowsToText(german));
  expect(found).toMatchObject({ value: '1' });
  const scaled = [
    ['Firm', 'Sales'],
    ['A', '1.5M'],
    ['B', '900k'],
    ['C', '2.1M'],
  ];
  expect(askTable('What is the highest Sales?', rowsToText(scaled))).toBeNull();
});

test('of two sheets that fit as well neither is chosen', () => {
  const sheet = (name: string) =>
    rowsToText(
      [
        ['City', 'Sales'],
        ['Oslo', '1'],
        ['Moss', '2'],
      ],
      name,
    );
  expect(askTable('What is the sum of Sales?', `${sheet('2023')}\n${sheet('2024')}`)).toBeNull();
});

test('each sheet is a table', () => {
  const rows = (n: number) => [
    ['City', 'Sales'],
    ['Oslo', `${n}`],
    ['Bergen', `${2 * n}`],
    ['Oslo', '5'],
  ];
  const text = `${rowsToText(rows(10), 'North')}\n${rowsToText(rows(100), 'South')}`;
  expect(findTables(text).map((table) => table.rows.length)).toEqual([3, 3]);
});

test.each([
  ['1,234.50', false, 1234.5],
  ['1.234,50', true, 1234.5],
  ['(45.00)', false, -45],
  ['€ 12', false, 12],
  ["CHF 1'250.00", false, 1250],
  ['12 kg', false, 12],
  ['7 %', false, 7],
  ['−3', false, -3],
  ['3.12.4', false, null],
  ['abc', false, null],
])('%s with commas %s is %s', (cell, hasCommas, value) => {
  expect(readNumber(cell, hasCommas)).toBe(value);
});

test.each([
  ['2024-03-05', 20240305],
  ['05.03.2024', 20240305],
  ['3/5/2024', 20240305],
  ['25/12/2024', 20241225],
  ['Mar 5, 2024', 20240305],
  ['5 March 2024', 20240305],
  ['2024-03', 20240300],
  ['2024', 20240000],
  ['2024-13-01', null],
  ['5840.4', null],
  ['May', null],
])('%s is the day %s', (cell, day) => {
  expect(readDate(cell)).toBe(day);
});

test('100,000 rows, hostile ones too, are read in bounded time', () => {
  const line = `Name: a | Amount: 1 | Note: ${'x '.repeat(5)}`;
  const began = performance.now();
  expect(askTable('What is the sum of Amount?', `${line}\n`.repeat(90_000))).toMatchObject({
    matched: 90_000,
  });
  expect(askTable('What is the sum of Amount?', 'a: '.repeat(500_000))).toBeNull();
  expect(askTable('What is the sum of Amount?', `${'a | '.repeat(900_000)}`)).toBeNull();
  expect(performance.now() - began).toBeLessThan(60_000);
});
