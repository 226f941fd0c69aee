import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const WALKS = rowsToText([
  ['Walk', 'Guide', 'Day', 'Miles'],
  ['Moor', 'Ada', '2021-11-20', '3'],
  ['Coast', 'Ben', '2022-01-10', '8'],
  ['Wood', 'Ada', '2022-03-04', '5'],
  ['Hill', 'Ben', '2022-03-28', '2'],
  ['Lake', 'Ada', '2022-04-01', '20'],
  ['Town', 'Ben', '2022-05-05', '1'],
]);

test.each([
  ['How many walks were there by 1 April 2022?', '5'],
  ['How many walks were there up to 4 March 2022?', '3'],
  ['How many walks were there later than 4 March 2022?', '3'],
  ['How many walks were there earlier than 4 March 2022?', '2'],
  ['How many walks were there prior to 2022-03-04?', '2'],
  ['How many walks were there on 4 March 2022 or later?', '4'],
  ['How many walks were there on 4 March 2022 or earlier?', '3'],
  ['How many walks were there on 4 March 2022 or before?', '3'],
  ['How many walks were there in March 2022 or after?', '4'],
  ['How many walks were there earlier than 2022?', '1'],
  ['How many walks were there in the first quarter of 2022?', '3'],
  ['How many walks were there in Q4 2021?', '1'],
  ['How many walks were there in the second half of 2021?', '1'],
  // A day has the year behind it, or that of the table.
  ['How many walks were there between 5 January and 4 March 2022?', '2'],
  ['How many walks were there between 15 November and 20 January 2022?', '2'],
  // The year ends between them.
  ['How many walks were there from November to February?', '2'],
  ['How many walks were there from March to April?', '3'],
])('walks: “%s” is %s', (question, value) => {
  expect(askTable(question, WALKS, 'walks.ods')?.value).toBe(value);
});

test.each([
  'How many walks were there the week of 4 March 2022?',
  'How many walks were there a week before 4 March 2022?',
  'How many walks were there two days after 4 March 2022?',
  'How many walks were there the day after 4 March 2022?',
  'How many walks were there around 4 March 2022?',
  'How many walks were there as of 4 March 2022?',
  'How many walks were there by March 2022?',
  'How many walks were there before 4 March?',
  'How many walks were there in the first half?',
  'How many walks were there in the first half of March?',
  'How many walks were there last quarter?',
  'How many walks were there early in March 2022?',
  'Which walks of Ada were around 4 March 2022?',
])('walks: “%s” is not certain', (question) => {
  expect(askTable(question, WALKS, 'walks.ods')).toBeNull();
});

test('things on loan in a month may have been lent before', () => {
  const tools = rowsToText([
    ['Tool', 'Lent on', 'Returned on'],
    ['Saw', '2022-01-05', '2022-03-10'],
    ['Axe', '2022-03-02', '2022-03-20'],
    ['Plane', '2022-03-15', '2022-04-01'],
  ]);
  const ask = (question: string) => askTable(question, tools, 'tools.ods')?.value ?? null;
  expect(ask('How many tools were lent in March 2022?')).toBe('2');
  expect(ask('How many tools were on loan in March 2022?')).toBeNull();
  expect(ask('Which tools were on loan on 15 March 2022?')).toBeNull();
});

test('a day has the year of its table, and a quarter its column', () => {
  const rows = [
    ['Sale', 'Day', 'Quarter'],
    ['S1', '2023-05-02', 'Q1'],
    ['S2', '2023-06-30', 'Q1'],
    ['S3', '2023-07-01', 'Q2'],
  ];
  const ask = (question: string, text: string) => askTable(question, text, 'sales.csv')?.value;
  expect(ask('How many sales were there in Q1?', rowsToText(rows))).toBe('2');
  const days = rowsToText(rows.map((row) => row.slice(0, 2)));
  expect(ask('How many sales were there in Q2?', days)).toBe('2');
  expect(ask('How many sales were there before 30 June?', days)).toBe('1');
  expect(ask('How many sales were there on June 30th?', days)).toBe('1');
});

test('days of each week, several months, and loans', () => {
  const rides = rowsToText([
    ['Ride', 'Day', 'Rider'],
    ['R1', '2024-06-01', 'Ida'],
    ['R2', '2024-06-02', 'Ole'],
    ['R3', '2024-07-03', 'Ida'],
    ['R4', '2024-08-04', 'Ida'],
    ['R5', '2024-09-07', 'Ole'],
  ]);
  const ask = (question: string) => askTable(question, rides, 'rides.csv')?.value ?? null;
  expect(ask('How many rides were there on Sundays?')).toBe('2');
  expect(ask('How many rides were there at weekends?')).toBe('4');
  expect(ask('How many rides were there on weekdays?')).toBe('1');
  expect(ask('How many rides took place at weekends in June?')).toBe('2');
  expect(ask('How many rides were there in June, July and September?')).toBe('4');
  expect(ask('How many rides were there in July or August 2024?')).toBe('2');
  // One of them, or the time around it.
  expect(ask('How many rides were there on Sunday?')).toBeNull();
  expect(ask('How many rides were there on Sunday morning?')).toBeNull();
  expect(ask('How many rides were there on Sunday mornings?')).toBeNull();
  expect(ask('How many rides were there at the weekend of 1 June?')).toBeNull();
  const loans = rowsToText([
    ['Code', 'Tool', 'Lent on', 'Returned'],
    ['L1', 'Saw', '2024-05-02', '2024-06-03'],
    ['L2', 'Axe', '2024-06-05', '2024-06-09'],
  ]);
  const lent = (question: string) => askTable(question, loans, 'loans.csv')?.value ?? null;
  expect(lent('How many loans did we have in June?')).toBe('1');
  expect(lent('How many loans were returned in June?')).toBe('2');
});

const BEDS = rowsToText([
  ['Plant', 'Sown', 'Planted out', 'Bed', 'Disease'],
  ['P1', '2024-03-01', '2024-05-10', 'North', 'none'],
  ['P2', '2024-04-02', '2024-05-12', 'North', 'blight'],
  ['P3', '2024-05-03', '2024-06-01', 'South', 'blight'],
  ['P4', '2024-05-04', '2024-06-02', 'South', 'aphids'],
]);

test.each([
  // A plant is not the day on which it was planted.
  ['How many plants were sown in May?', '2'],
  ['How many plants in May?', undefined],
  ['How many plants were planted out in May?', '2'],
  // “None” is no disease.
  ['How many different diseases were there?', '2'],
])('of beds: “%s” is %s', (question, value) => {
  expect(askTable(question, BEDS, 'beds.csv')?.value).toBe(value);
});
