import { expect, test } from 'vitest';
import { askingPart, asksForFact, asksForSentence, isAnswerable } from './is-answerable.ts';

const passage = (text: string, cosine: number) => ({ passage: { text }, cosine });
const LEASE = [
  passage('The monthly rent is 940 euros without heating.', 0.22),
  passage('Small animals in cages may be kept without asking.', 0.1),
];

test.each([
  'What is the capital gains tax in Portugal?',
  'Who won the chess tournament in spring?',
  'How tall is the bridge at Sidney?',
])('no passage is about: %s', (question) => {
  expect(isAnswerable(question, LEASE)).toBe(false);
});

test('a question that shares words or meaning with a passage is answerable', () => {
  expect(isAnswerable('How much is the monthly rent in Portugal?', LEASE)).toBe(true);
  const near = [passage('The tenant owes 940 euros.', 0.31)];
  expect(isAnswerable('What does the flat cost every month?', near)).toBe(true);
});

test('a passage in another language may answer: it shares no words with the question', () => {
  const french = passage('Les salariés ont droit à cinq semaines de congés payés.', 0.25);
  const question = 'How many weeks of vacation may employees take?';
  expect(isAnswerable(question, [french, ...LEASE])).toBe(true);
  expect(isAnswerable(question, LEASE)).toBe(false);
});

test('without vectors every question is answerable: words alone miss other words', () => {
  const found = LEASE.map(({ passage: { text } }) => passage(text, 0));
  expect(isAnswerable('What is the capital gains tax in Portugal?', found)).toBe(true);
});

test.each([
  ['a task', 'Write a poem about roses and tulips'],
  ['the whole document', 'What are the most important points of the document?'],
  ['a short question', 'What is the gist?'],
  ['an earlier message', 'Why did they choose the capital gains tax?'],
  ['another language', 'Wie hoch ist die Kapitalertragsteuer in Portugal?'],
  ['a text', `What is said here? ${'Lorem ipsum dolor. '.repeat(20)}`],
])('passages may answer: %s', (_, message) => {
  expect(asksForFact(message)).toBe(false);
  expect(isAnswerable(message, LEASE)).toBe(true);
});

test.each([
  'burst pipe soaked my rugs, how much of it do I pay',
  'We are away for a year. How long may our flat stand empty?',
  'got a ticket for parking, will the company pay it',
  'the display says E11 whats wrong',
  'May I keep a cat?',
  'Where is the spare key?',
])('a sentence may answer “%s”', (message) => {
  expect(asksForSentence(message, true)).toBe(true);
});

test.each([
  'Write a letter to the landlord about the heating.',
  'What are the main points of the lease?',
  'Can you summarise the files?',
  'Hello, what can you do?',
  'How are you?',
  'Could you explain this?',
  'Translate the first paragraph into German, please?',
  'Make me a table of when rent is due',
  'Wie hoch ist die Kaution und wann wird sie gezahlt?',
  `What follows from this: ${'word '.repeat(100)}?`,
])('no sentence answers “%s”', (message) => {
  expect(asksForSentence(message, true)).toBe(false);
});

test('a word for an earlier message needs that', () => {
  expect(asksForSentence('When does it end?', true)).toBe(true);
  expect(asksForSentence('When does it end?', false)).toBe(false);
  expect(asksForSentence('When does the lease end?', false)).toBe(true);
});

test.each([
  [
    'I lost my bag on the train. How soon must I report the loss?',
    'How soon must I report the loss?',
  ],
  [
    'My bike is in winter storage. how often do i charge the battery',
    'how often do i charge the battery',
  ],
  [
    'They found a nodule in her lung. How large is it?',
    'They found a nodule in her lung. How large is it?',
  ],
  ['How high is the rent? Thanks in advance', 'How high is the rent?'],
])('%s', (message, asking) => {
  expect(askingPart(message)).toBe(asking);
});
