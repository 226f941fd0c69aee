import { expect, test } from 'vitest';
import { rowsToText } from '#documents/row-text.ts';
import { askTable } from './ask-table.ts';

const CHOIR = rowsToText([
  ['Singer', 'Voice', 'Town', 'Joined', 'Fee'],
  ['Ilse', 'Alto', 'Bern', '2014-03-01', '10'],
  ['Urs', 'Bass', 'Chur', '2011-05-01', '20'],
  ['Reto', 'Bass', 'Bern', '2018-09-01', '30'],
  ['Vreni', 'Alto', 'Chur', '2020-02-01', '40'],
]);
const ask = (question: string) => askTable(question, CHOIR, 'lake-choir.ods');

test.each([
  ['Who has been with the Lake Choir the longest?', 'Urs'],
  ['Who has been in Bern for longest?', 'Ilse'],
  ['Who has sung or served longest in the choir at Bern?', null],
  ['Which singer has been in the choir longest?', 'Urs'],
  ['Which member joined last?', 'Vreni'],
  ['Who of the Bass singers has been here longest?', 'Urs'],
  ['Who is the longest-serving member of the choir?', 'Urs'],
  // Something else is long.
  ['Who has worked the longest hours?', null],
  ['Who has been with the longest contract?', null],
  ['Who worked the shortest shift in Bern?', null],
  // A word that nothing is known of, and more than one result.
  ['Which soloist joined last?', null],
  ['Which new member joined first?', null],
  ['Who joined the Alto rehearsal last?', null],
  ['Who has served longest outside Bern?', null],
  ['Who has been to Chur longest?', null],
  ['Who has been employed longest and earns least?', null],
])('a choir: “%s” is %s', (question, name) => {
  expect(ask(question)?.shown[0]?.cells.get('Singer') ?? null).toBe(name);
});
