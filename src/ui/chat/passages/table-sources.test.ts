import { expect, test } from 'vitest';
import { tableSources } from './table-sources.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => `City: Town ${i} | Sales: ${i}`).join('\n');

test('the tables of several documents answer, each with the rows that show it', () => {
  const documents = [
    { id: 'a', name: 'a.csv', text: rows(5) },
    { id: 'b', name: 'b.txt', text: 'Nothing of the kind.' },
    { id: 'c', name: 'c.csv', text: rows(3) },
  ];
  const found = tableSources('What is the sum of Sales?', documents, undefined).map(
    ({ source }) => source,
  );
  expect(found.map(({ documentId, computed }) => [documentId, computed])).toEqual([
    ['a', 'The sum of Sales is 10, from 5 of 5 rows.'],
    ['c', 'The sum of Sales is 3, from 3 of 3 rows.'],
  ]);
  const [first] = found;
  // It opens its first row; the sentence is part of what a model reads.
  expect(documents[0]?.text.slice(first?.start, first?.end)).toBe('City: Town 0 | Sales: 0');
  expect(first?.text.startsWith(first.computed ?? '?')).toBe(true);
});

test('tables beyond what a page may wait for are left to the passages', () => {
  const text = rows(120_000);
  const documents = ['a', 'b', 'c'].map((id) => ({ id, name: `${id}.csv`, text }));
  const found = tableSources('What is the sum of Sales?', documents, undefined);
  expect(found.length).toBeLessThan(3);
});

test('rows that a question names lead where their document fits it best, and not elsewhere', () => {
  const text = 'City: Berlin | Flights: 4\nCity: Oslo | Flights: 2';
  const documents = [{ id: 'a', name: 'flights.csv', text }];
  const question = 'What does the contract say about the office in Berlin?';
  expect(tableSources(question, documents, 'a')).toHaveLength(1);
  expect(tableSources(question, documents, 'contract')).toEqual([]);
});

test('of several documents the table that a question names answers, and no other', () => {
  const gas = ['year: 1980 | gas: 3.3', 'year: 1990 | gas: 1.2', 'year: 2008 | gas: 3.4'];
  const power = ['Year: 1980 | Power: 35361', 'Year: 2001 | Power: 35991'];
  const documents = [
    { id: 'gas', name: 'gas.csv', text: gas.join('\n') },
    { id: 'power', name: 'power.docx', text: power.join('\n') },
  ];
  const ask = (question: string) =>
    tableSources(question, documents, undefined).map(({ source }) => source.computed);
  expect(ask('In how many years was gas over 3?')).toEqual(['2 of 3 rows where gas > 3.']);
  expect(ask('What was the price of gas in 1990?')).toEqual([
    '1 of 3 rows match where year: 1990.',
  ]);
  expect(ask('How many months does the contract run?')).toEqual([]);
});

test('the highest value names its rows', () => {
  const text = [
    'Name: fiat | Weight: 1867',
    'Name: opel | Weight: 5140',
    'Name: ford | Weight: 5140',
  ];
  const cars = { id: 'a', name: 'cars.csv', text: text.join('\n') };
  const ask = (question: string) => tableSources(question, [cars], 'a')[0]?.source.computed;
  expect(ask('Which car is the heaviest?')).toBe(
    'The highest Weight is 5140 (Name: opel; Name: ford), of 3 of 3 rows.',
  );
  expect(ask('What is the average weight?')).toBe(
    'The average of Weight is 4,049.00, from 3 of 3 rows.',
  );
});

test('the row of a highest value is named by the column in which they differ', () => {
  const text = [
    'Rank: 1 | Team: Elk Park | City: Moss | Lost: 2',
    'Rank: 2 | Team: Old Quay | City: Moss | Lost: 9',
    'Rank: 3 | Team: Mill Lane | City: Oslo | Lost: 4',
  ];
  const cup = { id: 'a', name: 'cup.csv', text: text.join('\n') };
  expect(tableSources('What is the highest number lost?', [cup], 'a')[0]?.source.computed).toBe(
    'The highest Lost is 9 (Team: Old Quay), of 3 of 3 rows.',
  );
});

test('the row of a highest value is named by what the question asks for', () => {
  const text = [
    'Date: 2024-10-02 | Driver: Kim | Visit: North | Cost: 40',
    'Date: 2024-10-04 | Driver: Lou | Visit: South | Cost: 70',
    'Date: 2024-10-05 | Driver: Kim | Visit: East | Cost: 30',
  ];
  const documents = [
    { id: 'a', name: 'log.csv', text: text.join('\n') },
    { id: 'b', name: 'notes.md', text: 'Nothing of the kind.' },
  ];
  const ask = (question: string) =>
    tableSources(question, documents, undefined)[0]?.source.computed;
  expect(ask('Who drove on the most expensive visit?')).toBe(
    'The highest Cost is 70 (Driver: Lou), of 3 of 3 rows.',
  );
  expect(ask('On which day was the cheapest visit of Kim?')).toBe(
    'The lowest Cost is 30 (Date: 2024-10-05) where Driver = Kim, of 2 of 3 rows.',
  );
});

test('the name of the only document is no value either, next to another one', () => {
  const text = ['Kind: Garden | Price: 4', 'Kind: Tools | Price: 3', 'Kind: Rent | Price: 9'];
  const costs = { id: 'a', name: 'garden-costs.csv', text: text.join('\n') };
  const question = 'How much did our garden spend on tools in total?';
  expect(tableSources(question, [costs], 'a')[0]?.source.computed).toBe(
    'The sum of Price is 3 where Kind = Tools, from 1 of 3 rows.',
  );
});

test('the row whose code a question names is the answer, whatever else it says', () => {
  const line = (i: number) => `Hire: CH-20${i} | Kind: Gown | Due back: 2025-02-${i}`;
  const text = Array.from({ length: 15 }, (_, i) => line(i + 10)).join('\n');
  const documents = [{ id: 'a', name: 'costumes.csv', text }];
  const ask = (question: string) => tableSources(question, documents, 'shop.pdf')[0];
  const found = ask('Someone phones about ch-2017: by when should those have been brought back?');
  expect(found?.isWhole).toBe(true);
  expect(found?.source.isLookup).toBeUndefined();
  expect(found?.source.text).toBe(`1 of 15 rows match where Hire = CH-2017.\n${line(17)}`);
  expect(ask('By when should CH-2099 have been brought back?')).toBeUndefined();
  expect(ask('How many days overdue is CH-2017?'), 'no row is a number').toBeUndefined();
});

test('a share, different values and several highest rows have sentences of their own', () => {
  const rows = [
    ['R1', 'Ada', '9', 'yes'],
    ['R2', 'Ben', '7', 'no'],
    ['R3', 'Ada', '5', 'no'],
    ['R4', 'Cleo', '3', 'no'],
  ];
  const text = rows
    .map(
      ([ride, rider, fare, paid]) =>
        `Ride: ${ride} | Rider: ${rider} | Fare: ${fare} | Tip: ${paid}`,
    )
    .join('\n');
  const documents = [{ id: 'a', name: 'rides.csv', text }];
  const ask = (question: string) => tableSources(question, documents, 'a')[0]?.source;
  expect(ask('What share of the rides were by Ada?')).toMatchObject({
    computed: '50%: 2 of 4 rows where Rider = Ada.',
    isTotal: true,
  });
  expect(ask('How many different riders were there?')).toMatchObject({
    computed: 'Rider has 3 different values, in 4 of 4 rows.',
    isTotal: true,
  });
  expect(ask('What are the three highest fares?')?.computed).toBe(
    'The highest Fare is 9 / 7 / 5 (Ride: R1; Ride: R2; Ride: R3), of 4 of 4 rows.',
  );
});
