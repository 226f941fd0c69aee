import { expect, test } from 'vitest';
import {
  foldCase,
  isUnspaced,
  queryWords,
  questionTerms,
  rankingTerms,
  searchWords,
  wordsOf,
} from './words.ts';

test('every character stays in its place', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (foldCase(`${character}x`).length !== character.length + 1) throw new Error(character);
  }
  expect(foldCase('İSTANBUL, ΟΔΟΣ')).toBe('istanbul, οδοσ');
});

test.each([
  ['ISPARTA', 'ısparta'],
  ['İzmir', 'IZMIR'],
  ['ΟΔΟΣ', 'οδος'],
  ['STRASSE', 'Strasse'],
])('%s and %s are the same', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other));
});

/** Whether a search finds a text, as the index does it. */
const finds = (text: string, query: string) =>
  queryWords(query).length > 0 &&
  queryWords(query).every((start) => searchWords(text).some((word) => word.startsWith(start)));

test.each([
  ['私の猫', '猫'],
  ['猫', '猫'],
  ['水を飲む', '水'],
  ['我们买了茶。', '茶'],
  ['นกในป่า', 'ป'],
  ['책을 읽다', '책'],
  ['ភ្នំពេញ', 'ភ'],
  ['東京2024でiPhoneを買う', 'iphone'],
  ['東京2024でiPhoneを買う', '2024'],
  ['トーキョー', 'ー'],
  ['call read_file twice', 'file'],
])('a search in %s finds %s', (text, query) => {
  expect(finds(text, query)).toBe(true);
});

test('one letter of a script with spaces is no word to search by', () => {
  expect(queryWords('a')).toEqual([]);
});

test.each([
  ['我养了一只猫', '猫'],
  ['東京でiPhoneを買う', 'iPhone'],
  ['天気予報', '天気'],
  ['Zürich, Cafés', 'zurich cafe'],
])('%s is ranked by %s', (text, question) => {
  const terms = rankingTerms(text);
  expect(questionTerms(question).filter((term) => !terms.includes(term))).toEqual([]);
});

test('words of every script are cut, with or without spaces', () => {
  expect([...wordsOf("I don't know, 東京 2024")]).toEqual(['I', "don't", 'know', '東京', '2024']);
  expect([...wordsOf('我喜欢北京')]).toContain('北京');
  expect(['北京', 'ไทย', 'ខ្មែរ', 'カー'].map(isUnspaced)).toEqual([true, true, true, true]);
  expect(['Paris', '한국', '2024', '。'].map(isUnspaced)).toEqual([false, false, false, false]);
});
