import { expect, test } from 'vitest';
import { EMBEDDED_MODELS } from './embedded-models.ts';
import { embedderOf } from './embedder-of.ts';

const MULTILINGUAL = 'alcove-embed-multilingual';
const of = (text: string, preferred = 'alcove-embed') =>
  embedderOf(text, preferred, EMBEDDED_MODELS);

const GERMAN = 'Die Kündigungsfrist beträgt drei Monate und ist in dem Vertrag geregelt. ';
const ENGLISH = 'The notice period is three months, and it is set out in the contract. ';

test('English texts have the English model, others the multilingual one', () => {
  expect(of(ENGLISH)).toBe('alcove-embed');
  for (const text of [
    GERMAN,
    'Le préavis de résiliation est de trois mois et il est fixé dans le contrat.',
    'Kira sözleşmesinin fesih süresi üç aydır ve bu süre sözleşmede yazılı olarak yer alır.',
    '租约的解约通知期为三个月。',
    'Срок уведомления составляет три месяца.',
  ]) {
    expect(of(text), text).toBe(MULTILINGUAL);
  }
});

test('an English title page does not make a German document English', () => {
  expect(of(ENGLISH.repeat(40) + GERMAN.repeat(200))).toBe(MULTILINGUAL);
  expect(of(ENGLISH.repeat(200) + GERMAN.repeat(40))).toBe('alcove-embed');
});

test('a model that a person chose stays where it knows more than English', () => {
  expect(of(GERMAN, 'alcove-whisper')).toBe('alcove-whisper');
  const alone = EMBEDDED_MODELS.filter(({ id }) => id !== MULTILINGUAL);
  expect(embedderOf(GERMAN, 'alcove-embed', alone)).toBe('alcove-embed');
});
