import { expect, test } from 'vitest';
import { unmentioned } from './unmentioned.ts';

const LEASE = [
  'Rental contract. The tenant pays 940 euros and a deposit of two monthly rents.',
  'Deliveries abroad cost 9.90. Our office in Lisbon is open until six. The US have their own rules. A Coca Cola is 2.50, the chrome is from Rometown.',
];
const ask = (question: string, alike: number | null = 0.2, texts = LEASE) =>
  unmentioned(question, { texts, near: texts }, () => Promise.resolve(alike));

test.each([
  ['a name', 'How many people work in Mexico?', ['Mexico']],
  ['several words of a name', 'What does Marta Lindqvist say about deposits?', ['Marta Lindqvist']],
  ['two names', 'What do Mexico and Kenya cost?', ['Mexico', 'Kenya']],
  ['a product', 'Can I pay the rent with PayPal?', ['PayPal']],
  ['what is counted', 'How many employees does the office in Lisbon have?', ['employees']],
  ['a name in another word', 'How many people work in Rome?', ['Rome']],
  ['the kind of thing asked for', 'Which insurance does the tenant need?', ['insurance']],
  ['a short one that begins others', 'Which ten does the tenant need?', ['ten']],
])('names %s that no text mentions', async (_, question, words) => {
  expect(await ask(question)).toEqual(words);
});

test.each([
  ['a name that is mentioned', 'When does the office in Lisbon open?'],
  ['a form of it', 'When does the Lisbonian office open?'],
  ['a name with a wrong letter', 'When does the office in Lisben open?'],
  ['a part of a name', 'When does the Lisbon Branch open?'],
  ['its initials', 'What are the rules of the United States?'],
  ['a day', 'What does the tenant pay on Mondays?'],
  ['a currency', 'What does the tenant pay in Dollars?'],
  ['another way to write it', 'What does Coca-Cola cost?'],
  ['words after the question', 'What is the deposit? Thanks! Kind regards, Tom'],
  ['a new sentence', 'What is no. 5. Please answer about the deposit'],
  ['words for a value', 'What is the penalty for a late payment?'],
  ['a title', 'What Are The Main Duties Of Landlords?'],
  ['a general word', 'Which amount does the tenant pay?'],
  ['a word in another form', 'Which deposits does the tenant pay?'],
  ['another language', 'Wie viel kostet es in Mexiko?'],
  ['a request', 'Write a letter to Mexico'],
  ['an earlier message', 'What did she say about Mexico?'],
])('says nothing of %s', async (_, question) => {
  expect(await ask(question)).toEqual([]);
});

test('a thing in other words is mentioned; without vectors only names are judged', async () => {
  expect(await ask('Which insurance does the tenant need?', 0.5)).toEqual([]);
  expect(await ask('Which insurance does the tenant need?', null)).toEqual([]);
  expect(await ask('Which insurance is there in Mexico?', null)).toEqual(['Mexico']);
});

test('texts in another language name things in their own words', async () => {
  const french = ['Les salariés ont droit à cinq semaines de congés payés par an.'];
  expect(await ask('Which insurance is there in Mexico?', 0.2, french)).toEqual([]);
});
