import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const PETS = rowsToText([
  [
    'Pet',
    'Kind',
    'Sex',
    'Came on',
    'Price (£)',
    'First owner',
    'Good with children',
    'Microchipped',
  ],
  ['Asa', 'Dog', 'F', '2022-03-01', '40', 'Yes', 'Yes', 'Yes'],
  ['Bix', 'Dog', 'M', '2022-03-09', '60', 'No', 'No', 'Yes'],
  ['Cleo', 'Cat', 'F', '2022-04-02', '30', 'Yes', 'No', 'No'],
  ['Dot', 'Cat', 'F', '2022-04-20', '20', 'No', 'Yes', 'No'],
  ['Ern', 'Dog', 'M', '2022-05-05', '80', 'No', 'Yes', 'No'],
]);
const pets = (question: string) => askTable(question, PETS, 'pets.ods')?.value ?? null;

test.each([
  ['How many female dogs are there?', '1'],
  ['How many boys cost less than £70?', '1'],
  ['How many male pets came in March?', '1'],
  ['What is the average price of the female cats?', '25.00'],
  // As “good with children” says, and not the lowest of owners.
  ['How many dogs are good with kids?', '2'],
  ['How many female cats are not good with children?', '1'],
  ['How many first owners are there?', '2'],
  ['How many microchipped dogs are there?', '2'],
  ["How many pets aren't microchipped?", '3'],
  ['How many unmicrochipped cats are there?', '2'],
  ['What is the cheapest dog that is good with children?', '40'],
  ['How many pets that came in March are good with children?', '1'],
])('pets: “%s” is %s', (question, value) => {
  expect(pets(question)).toBe(value);
});

test.each([
  // Another trait, both genders, and a day on which something else was done.
  'How many dogs are good with cats?',
  'How many dogs are good with old people?',
  'How many ladies and gentlemen are there?',
  'How many pets were microchipped in March?',
  'How many pets are good with children or microchipped?',
  'How many pets are neutered?',
])('pets: “%s” is not certain', (question) => {
  expect(pets(question)).toBeNull();
});

test('women and men are none where no column has them, and a fern is no lady', () => {
  const staff = rowsToText([
    ['Name', 'Team', 'Site'],
    ['Ann', 'Stores', 'Leeds'],
    ['Bob', 'Stores', 'York'],
  ]);
  expect(askTable('How many women work in the stores?', staff, 'staff.ods')).toBeNull();
  expect(askTable('How many people work in the stores?', staff, 'staff.ods')?.value).toBe('2');
  const ferns = rowsToText([
    ['Plant', 'Stock'],
    ['Lady fern', '4'],
    ['Royal fern', '9'],
    ['Oak fern', '3'],
  ]);
  expect(askTable('How much stock is there of lady fern?', ferns, 'plants.ods')?.value).toBe('4');
  const classes = rowsToText([
    ['Class', 'Boys', 'Girls'],
    ['1A', '12', '9'],
    ['1B', '7', '13'],
  ]);
  expect(askTable('How many girls are there in total?', classes, 'school.ods')?.value).toBe('22');
});

const HALLS = rowsToText([
  ['Visit', 'Group', 'Fee (€)', 'Catering', 'Deposit paid', 'Attracts press'],
  ['V1', 'Birthday party', '40', 'yes', 'no', 'no'],
  ['V2', 'Wedding', '90', 'yes', 'yes', 'yes'],
  ['V3', 'Birthday party', '30', 'no', 'yes', 'no'],
  ['V4', 'Concert', '70', 'no', 'no', 'yes'],
]);
const halls = (question: string) => askTable(question, HALLS, 'visits.csv');

test.each([
  ['How many visits had catering?', '2'],
  ['How many visits went without catering?', '2'],
  ["How many birthday parties haven't paid a deposit?", '1'],
  ['How many visits brought no deposit?', '2'],
  ['What is the total fee of visits with catering and a deposit?', '90'],
  ['What is the cheapest visit that the press likes?', '70'],
  // Amounts, which no column has.
  ['What is the total deposit paid?', null],
  ['What was the catering cost in total?', null],
  ['What is the cheapest visit that children like?', null],
])('visits: “%s” is %s', (question, value) => {
  expect(halls(question)?.value ?? null).toBe(value);
});

test('rows are listed by what they have not, and a row is shown with either', () => {
  expect(halls("Who hasn't paid a deposit?")?.shown).toHaveLength(2);
  expect(halls('Did the wedding have catering?')?.conditions).toEqual(['Group = Wedding']);
  expect(halls('Did the concert have catering?')?.matched).toBe(1);
});

test('a plural before a participle is a noun, and a trait of verbs is called by one', () => {
  const flats = rowsToText([
    ['Address', 'Type', 'Pets allowed', 'Is insured'],
    ['4 Elm Road', 'Flat', 'No', 'Yes'],
    ['9 Elm Road', 'Flat', 'Yes', 'Yes'],
    ['1 Lake Road', 'House', 'No', 'No'],
  ]);
  const ask = (question: string) => askTable(question, flats, 'flats.csv')?.value ?? null;
  expect(ask('How many flats are there?')).toBe('2');
  expect(ask('How many flats allow pets?')).toBe('1');
  expect(ask('How many flats are insured?')).toBe('2');
  expect(ask('How many uninsured houses are there?')).toBe('1');
});

test('a trait behind who does it is a verb of its own, and rows have numbers', () => {
  const plots = rowsToText([
    ['Plot', 'Tenant', 'Rent paid', 'State'],
    ['1', 'Mr Hay', 'Y', 'good'],
    ['2', 'Ms Fry', 'N', 'good'],
    ['3', 'Mr Hay', 'N', 'weeds'],
    ['4', 'Mr Hay', 'Y', 'weeds'],
    ['5', 'Ms Fry', 'Y', 'good'],
  ]);
  const ask = (question: string) => askTable(question, plots, 'plots.csv')?.value ?? null;
  expect(ask('How many plots do we rent?')).toBeNull();
  expect(ask('How many plots are there of Mr Hay?')).toBe('3');
  expect(ask('How many good plots are there?')).toBe('3');
  expect(ask('Who has the most plots?')).toBe('Mr Hay (3)');
  expect(ask('Which is the biggest plot?')).toBeNull();
});
