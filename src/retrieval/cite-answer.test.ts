import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { citeAnswer } from './cite-answer.ts';

const PASSAGES = [
  'Mr Olsen in flat 12 keeps the key to the cellar.',
  'The laundry room is open on Tuesdays and Fridays from 8 to 20.',
  'Bicycles are stored in the yard behind the east gate.',
];
const QUESTION = 'On which days may I use the laundry room?';
const cite = (answer: string, question = QUESTION) => citeAnswer(answer, question, PASSAGES);

test('cites the passage that has the fact where the model cites none', () => {
  expect(cite('On Tuesdays and Fridays.')).toBe('On Tuesdays and Fridays. [2]');
});

test.each([
  'On Tuesdays and Fridays. [1]',
  'On Tuesdays and Fridays [3].',
  'On Tuesdays and Fridays. [1] [2] [3]',
  '[1] On Tuesdays and Fridays.',
])('corrects %s', (answer) => {
  expect(cite(answer).replace(' .', '.')).toMatch(/^On Tuesdays and Fridays\.? \[2\]\.?$/);
});

test('retains correct citations, each with its own sentence', () => {
  const answer = 'It is open on Fridays. [2] The key is with Mr Olsen. [1]';
  expect(cite(answer)).toBe(answer);
  expect(cite('It is open on Fridays. The key is with Mr Olsen.')).toBe(answer);
});

test('uses the question for an answer without words of its own', () => {
  expect(cite('Yes.', 'Is there a laundry room?')).toBe('Yes. [2]');
});

test('cites a single passage when it says so', () => {
  expect(citeAnswer('Mr Olsen.', 'Who?', PASSAGES.slice(0, 1))).toBe('Mr Olsen. [1]');
});

test.each([
  ['nothing in common', 'I am sorry.', 'Why?'],
  ['code', '```\nlaundry = "Fridays"\n```', QUESTION],
  ['a table', '| day |\n| - |\n| Fridays |', QUESTION],
  ['an empty answer', '', 'Why?'],
])('leaves an answer unchanged: %s', (_, answer, question) => {
  expect(cite(answer, question)).toBe(answer);
});

test.each([
  'The passages do not mention the laundry room on Sundays.',
  'There is no information about the laundry room in the documents. [2]',
  'Based on the provided text, it is not possible to say when the laundry room is open. [1]',
  'The documents don’t say which days are Fridays.',
  'Die Dokumente enthalten keine Angaben über the laundry room. [2]',
  'The lease does not mention the laundry room. [1]',
  'The laundry room is open, but the letter doesn’t say on which days. [2]',
  'The landlord of the laundry room does not say. [2]',
  'When the laundry room is open on Sundays is not specified. [1]',
  'The report says nothing about the laundry room on Fridays.',
  'Der Mietvertrag sagt dazu nichts: the laundry room. [2]',
  'Der Vertrag nennt keine Zeiten für the laundry room. [2]',
  'Wann the laundry room is open, wird nicht erwähnt. [1]',
])('cites nothing for what the passages do not say: %s', (answer) => {
  expect(cite(answer)).toBe(answer.replace(/ \[\d\]$/, ''));
});

test('cites what passages say next to what they do not', () => {
  const answer = 'The documents do not mention Sundays. It is open on Fridays.';
  expect(cite(answer)).toBe(`${answer} [2]`);
});

test.each([
  'The laundry room is not open on Mondays.',
  'The passage says that the laundry room is not open on Mondays.',
  'The lease does not include the laundry room on Fridays.',
  'The contract says no dogs in the laundry room on Fridays.',
  'The letter states that the laundry room is not open on Mondays.',
  'According to the document, the laundry room provides no powder, and Fridays are not mentioned by name.',
])('cites a passage that denies something: %s', (answer) => {
  expect(cite(answer)).toBe(`${answer} [2]`);
});

test('cites the passage of the words that say something, not of a long text with “in” and “where”', () => {
  const rows = Array.from(
    { length: 5 },
    (_, i) => `date: 2013-03-0${i} | wind: 1.3 | weather: fog`,
  );
  const found = `82 of 365 rows where weather = fog.\n${rows.join('\n')}`;
  const life =
    'She was born in Tromso. She spent the war years in Gothenburg, where she drew. On the ship, in six summers, there were drawings in books that are used to this day.';
  const answer =
    'Based on the information provided in weather.csv, there were 82 days where weather = fog.';
  const passages = [found, 'Clean it on one day.', life];
  expect(citeAnswer(answer, 'How many days were foggy?', passages)).toBe(`${answer} [1]`);
});

test('cites nothing without passages', () => {
  expect(citeAnswer('On Fridays. [1]', QUESTION, [])).toBe('On Fridays. [1]');
});

test.each([' ', '\n', ' \n', '\u00a0', '[1] '])(
  'an answer with 400,000 of %j takes little time',
  (gap) => {
    const answer = `On Tuesdays.${gap.repeat(400_000 / gap.length)}And Fridays.`;
    const took = startStopwatch();
    expect(cite(answer)).toContain('[2]');
    expect(took()).toBeLessThan(2_000);
  },
);
