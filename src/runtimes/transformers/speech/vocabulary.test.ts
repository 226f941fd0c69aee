import { expect, test } from 'vitest';
import { type Spelling, Vocabulary } from './vocabulary.ts';

/** A tokenizer of two characters a token, and of a space with the character behind it. */
const texts: string[] = [];
const idOf = (text: string) => {
  if (!texts.includes(text)) texts.push(text);
  return texts.indexOf(text);
};
const encode = (text: string) => (text.match(/[\s\S]{1,2}/g) ?? []).map(idOf);
const vocabularyOf = (...terms: string[]) => new Vocabulary(terms, encode, (id) => texts[id] ?? '');

function read(vocabulary: Vocabulary, text: string): Spelling {
  return encode(text).reduce((spelling, id) => vocabulary.advance(spelling, id), vocabulary.empty);
}

test('a term raises the score token by token, and what leaves it takes the bonus back', () => {
  const vocabulary = vocabularyOf('Helston');
  const bonusOf = (text: string) => vocabulary.bonus(read(vocabulary, text));
  expect(bonusOf(' H')).toBeGreaterThan(0);
  expect(bonusOf(' Hel')).toBeGreaterThan(bonusOf(' H'));
  expect(bonusOf(' Helena')).toBe(0);
  expect(bonusOf(' Helston an')).toBe(bonusOf(' Helston'));
  expect(bonusOf(' Helston Helston')).toBeGreaterThan(bonusOf(' Helston'));
});

test('a term counts as a word, not as the beginning of a longer one', () => {
  const vocabulary = vocabularyOf('Ann');
  const bonusOf = (text: string) => vocabulary.bonus(read(vocabulary, text));
  expect(bonusOf(' Ann, a')).toBeGreaterThan(0);
  expect(bonusOf(' Annual')).toBe(0);
  // Nor as the end of one.
  expect(vocabularyOf('nual').bonus(read(vocabulary, ' Annual'))).toBe(0);
});

test('a term is found at the beginning of a sentence, and in scripts without spaces', () => {
  const dictionary = vocabularyOf('iridocyte', '宮崎');
  expect(dictionary.bonus(read(dictionary, ' Iridocyte '))).toBeGreaterThan(0);
  expect(dictionary.bonus(read(dictionary, '宮崎は好き'))).toBeGreaterThan(0);
});

test('where tokens are chosen one by one, those that continue a term are preferred', () => {
  const vocabulary = vocabularyOf('Helston');
  const [, second = 0, third = 0] = encode(' Helston');
  const begun = read(vocabulary, ' H');
  expect(vocabulary.greedyBonus(begun, second)).toBeGreaterThan(0);
  expect(vocabulary.greedyBonus(begun, third)).toBe(0);
  expect([...vocabulary.continuing(begun)]).toContain(second);
});

test('an empty list changes nothing', () => {
  const vocabulary = vocabularyOf();
  expect([...vocabulary.continuing(read(vocabulary, ' Helston'))]).toEqual([]);
  expect(vocabulary.bonus(read(vocabulary, ' Helston'))).toBe(0);
});
