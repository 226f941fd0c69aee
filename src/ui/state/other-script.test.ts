import { expect, test } from 'vitest';
import { isEnglishOnly, isOtherScript } from './other-script.ts';

test.each([
  ['请问今天天气怎么样？', true],
  ['Что ты умеешь?', true],
  ['مرحبا، كيف حالك؟', true],
  ['日本語で答えて please', true],
  ['What does 你好 mean in English?', false],
  ['Wie transkribiere ich eine Datei?', false],
  ['π', false],
  ['1 + 1 = ?', false],
  ['', false],
])('%s is in another script: %s', (text, expected) => {
  expect(isOtherScript(text)).toBe(expected);
});

test('a model whose languages are unknown may understand any', () => {
  expect(isEnglishOnly({ languages: ['en'] })).toBe(true);
  expect(isEnglishOnly({ languages: [] })).toBe(false);
  expect(isEnglishOnly({ languages: ['en', 'zh'] })).toBe(false);
});
