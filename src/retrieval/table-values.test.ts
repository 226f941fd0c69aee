import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const PLANTS = rowsToText([
  ['Plant', 'Type', 'Stock', 'Shop'],
  ['Ivy', 'Climber', '4', 'Mill Lane'],
  ['Hart tongue', 'Fern', '9', 'Quay'],
  ['Royal', 'Fern', '3', 'Mill Lane'],
  ['Holly', 'Evergreen bush', '5', 'Quay'],
  ['Thyme', 'Herbs', '7', 'Quay'],
]);
const ask = (question: string) => askTable(question, PLANTS, 'nursery.csv')?.value ?? null;

test.each([
  ['How many ferns are in stock altogether?', '12'],
  ['How many climbers and ferns do we have in stock?', '16'],
  ['How many evergreen bushes are in stock?', '5'],
  ['What is the total stock of the herb?', '7'],
  ['How many ferns at the Quay are in stock?', '9'],
  // One row is several ferns.
  ['How many ferns does the Quay have?', null],
  // A part of a value: all rows of a place may be bushes, or some.
  ['How many bushes does the Quay have?', null],
])('plants: “%s” is %s', (question, value) => {
  expect(ask(question)).toBe(value);
});

test('the noun behind a value is no part of another one, and no act is left out', () => {
  const shop = rowsToText([
    ['Item', 'Category', 'Supplier', 'Stock', 'Price (€)'],
    ['Chain', 'Drivetrain', 'Halden Parts', '4', '9.00'],
    ['Hanger', 'Drivetrain', 'Velimport', '3', '7.00'],
    ['Tube', 'Tyres', 'Halden Parts', '8', '5.00'],
  ]);
  const ask = (question: string) => askTable(question, shop, 'shop.ods')?.value ?? null;
  expect(ask('What is the average price of drivetrain parts?')).toBeNull();
  expect(ask('What is the average price of the drivetrain at Halden Parts?')).toBe('9.00');
  expect(ask('How many drivetrain items do we sell?')).toBe('2');
  expect(ask('How many drivetrain items did we sell?')).toBeNull();
  expect(ask('What is the total value of the stock?')).toBeNull();
  expect(ask('What is the total stock?')).toBe('15');
});

test('a value of letters and digits is no noun of its own', () => {
  const race = rowsToText([
    ['Name', 'Sex', 'Age group'],
    ['Ada', 'F', 'U20'],
    ['Bea', 'F', 'V40'],
    ['Cy', 'M', 'U20'],
  ]);
  expect(askTable('How many U20 women are there?', race, 'race.csv')?.value).toBe('1');
});

test('a decimal number has no digit that is a part of a value', () => {
  const tyres = rowsToText([
    ['Item', 'Shelf'],
    ['Tyre 3', 'A1'],
    ['Tyre 4', 'B2'],
  ]);
  expect(askTable('The reading is 3.6, which one do we take?', tyres)).toBeNull();
  expect(askTable('The tyre is 3, which shelf is it on?', tyres)?.matched).toBe(1);
});

test('numbers are added up where they are of the noun that is counted', () => {
  const orders = rowsToText([
    ['Order no', 'Placed', 'Customer', 'Product', 'Qty', 'Order total', 'Status'],
    ['5001', '2024-01-03', 'Bauer', 'Bolt', '100', '50.00', 'shipped'],
    ['5002', '2024-01-15', 'Rossi', 'Nut', '200', '40.00', 'cancelled'],
    ['5003', '2024-02-02', 'Bauer', 'Nut', '50', '10.00', 'shipped'],
    ['5004', '2024-02-09', 'Schmidt', 'Bolt', '500', '225.00', 'shipped'],
  ]);
  const ask = (question: string) => askTable(question, orders, 'orders.csv')?.value ?? null;
  expect(ask('How many orders were cancelled?')).toBe('1');
  expect(ask('Which customer has the most orders?')).toBe('Bauer (2)');
  expect(ask('What is the order total of Bauer?')).toBe('60.00');
  // Orders of them are no bolts.
  expect(ask('How many bolts were ordered?')).toBeNull();
  const birds = rowsToText([
    ['Day', 'Species', 'Number seen', 'Ringed'],
    ['2023-03-05', 'Robin', '3', 'Y'],
    ['2023-03-06', 'Grey Heron', '1', 'N'],
    ['2023-04-02', 'Robin', '14', 'N'],
  ]);
  const log = (question: string) => askTable(question, birds, 'bird-log.ods')?.value ?? null;
  expect(log('How many robins were seen?')).toBe('17');
  expect(log('How many times was a robin seen?')).toBe('2');
  expect(log('How many birds were ringed?')).toBeNull();
  expect(log('How many owlets were seen?')).toBeNull();
});

const HAIR = rowsToText([
  ['Visit', 'Client', 'Date', 'Shipped', 'Treatment', 'Town', 'Price', 'Card', 'State'],
  ['A1', 'Mrs Abel', '2024-05-02', '2024-05-03', 'Cut', 'Weir', '35.00', 'yes', 'shipped'],
  ['A2', 'Mr Bann', '2024-05-02', '2024-05-04', 'Cut, shave', 'Hull', '45.00', 'no', 'returned'],
  ['A3', 'Mrs Crow', '2024-05-07', '', 'Colour', 'Weir', '80.00', 'yes', 'open'],
  ['A4', 'Mrs Abel', '2024-06-12', '', 'Colour', 'Weir', '', 'no', 'open'],
]);
test.each([
  // Cells are lists; a client may have two rows; and a state has other rows than its day.
  ['How many visits were for a cut?', null],
  ['How many clients had a colour and a cut, shave?', null],
  ['How many visits were shipped?', null],
  ['How many visits are open?', '2'],
  // Of a card there is yes and no, and a day or a town has several rows.
  ['How many visits were paid by card?', null],
  ['When did we earn the most?', null],
  ['Where did we earn the most?', null],
])('visits: “%s” is %s', (question, value) => {
  expect(askTable(question, HAIR, 'visits.csv')?.value ?? null).toBe(value);
});

test('an average is of the rows that have a number', () => {
  const answer = askTable('What is the average price?', HAIR, 'visits.csv');
  expect(answer).toMatchObject({ value: '53.33', matched: 3, total: 4 });
});

test('a part of a name that two columns have may be of either', () => {
  const tickets = rowsToText([
    ['Ticket', 'Assignee', 'Reporter'],
    ['VPN', 'Mr Dunn', 'Mrs Moss'],
    ['Mail', 'Ms Ito', 'Mr Dunn'],
    ['Printer', 'Ms Ito', 'Mrs Moss'],
  ]);
  expect(askTable('How many tickets has Dunn?', tickets, 'tickets.csv')).toBeNull();
  expect(askTable('How many tickets has Moss?', tickets, 'tickets.csv')?.value).toBe('2');
  expect(askTable('Which tickets are of Dunn?', tickets, 'tickets.csv')?.matched).toBe(2);
});
