import { expect, test } from 'vitest';
import { askPassages } from './ask-passages.ts';

const BREAD = {
  name: 'bread.txt',
  text: 'Rye bread with seeds. Add 350 grams of flour and 12 grams of salt to the dough; knead it and bake the loaf.',
};
const SHOP = { name: 'shop.txt', text: 'Delivery within the country costs 4.90.' };
const REFUSAL = 'The documents do not say.';
const ask = (question: string, passages = [BREAD, SHOP]) => askPassages(question, passages);

test.each([
  'How many calories does the rye bread have?',
  // No passage has both words.
  'What does the delivery of bread cost?',
  // Parts of other words, a number that is no price, and an age.
  'How much salt is in the ought?',
  'What does the salt of the dough cost?',
  'How old is the dough?',
])('offers a refusal where no passage has all words: %s', (question) => {
  const asked = ask(question);
  expect(asked).toContain(REFUSAL);
  expect(asked).toMatch(new RegExp(`\n\nQuestion: ${question.replace('?', '\\?')}$`));
});

test.each([
  ['the words of one passage', 'How much salt is in the dough?'],
  ['their other forms', 'Which dough is kneaded and baked?'],
  ['words around what is asked', 'How much salt goes into dough again?'],
  ['a compound', 'Which breadflour is in the dough?'],
  ['a price that is a number alone', 'What does a delivery within the country cost?'],
  ['a week', 'On which day of the week is delivery in the country?'],
  ['a word of the name', 'Which shop has delivery in the country?'],
  ['a task', 'Write a poem about sugar and honey.'],
  ['an earlier message', 'How many calories does it have?'],
  ['the whole document', 'What are the key points of the document about sugar?'],
  ['another language', 'Wie viel Zucker kommt in das Brot mit den Saaten?'],
])('offers none for %s', (_, question) => {
  const asked = ask(question);
  expect(asked).not.toContain(REFUSAL);
  expect(asked.endsWith(`passages above: ${question}`)).toBe(true);
});

test('offers none for a computed result, or a passage in another language', () => {
  const question = 'How many vehicles come from Japan?';
  const result = { name: 'cars.xlsx', text: '25 of 200 rows where Origin = Japan.' };
  expect(ask(question, [result])).toContain(REFUSAL);
  expect(askPassages(question, [{ ...result, isResult: true }])).not.toContain(REFUSAL);
  const french = {
    name: 'pain.txt',
    text: 'La farine de seigle et le sel sont dans la pâte pour une nuit.',
  };
  expect(ask('How many calories does the rye bread have?', [french])).not.toContain(REFUSAL);
});

test('leaves a question without passages unchanged', () => {
  expect(ask('How much sugar?', [])).toBe('How much sugar?');
});
