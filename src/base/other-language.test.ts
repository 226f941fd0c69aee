import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isOtherLanguage } from './other-language.ts';

test.each([
  'Wie transkribiere ich eine Datei?',
  'Was kannst du?',
  'Worum geht es in diesem Dokument?',
  'Hallo, kannst du mir bitte helfen?',
  'Comment puis-je transcrire un fichier ?',
  'Qu’est-ce que tu peux faire ?',
  'Bonjour, de quoi parle ce document ?',
  '¿Cómo puedo transcribir un archivo?',
  '¿Qué puedes hacer?',
  'Come posso trascrivere un file?',
  'O que você pode fazer?',
  'Hoe kan ik een bestand uitschrijven?',
  'Jak mogę to zrobić i co to jest?',
  'Vad kan du göra och hur?',
  'Что ты умеешь?',
])('“%s” is not English', (text) => {
  expect(isOtherLanguage(text)).toBe(true);
});

test.each([
  'What can you do?',
  'How do I transcribe a file?',
  'What does "Wie geht es dir" mean?',
  'Translate «je ne sais pas» to English',
  'Who was Ludwig van Beethoven?',
  'Tell me about La Paz and El Salvador',
  'Is Los Angeles in California?',
  'npm run build -- --watch',
  'SELECT * FROM users WHERE id = 1',
  'const es = (a) => a + 1;',
  'hello',
  'Die hard with a vengeance',
  'du -sh /var/log | sort',
  '',
])('“%s” is taken for English', (text) => {
  expect(isOtherLanguage(text)).toBe(false);
});

test('no English sentence of the test data counts as another language', () => {
  const lines = readFileSync('e2e/data/sentences.csv', 'utf8').split('\n');
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.filter(isOtherLanguage)).toEqual([]);
});

test.each([
  ['请问今天天气怎么样？', true],
  ['مرحبا، كيف حالك؟', true],
  ['日本語で答えて please', true],
  ['What does 你好 mean in English?', false],
  ['π', false],
  ['1 + 1 = ?', false],
  ['', false],
])('%s is in another script: %s', (text, expected) => {
  expect(isOtherLanguage(text)).toBe(expected);
});
