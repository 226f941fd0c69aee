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

test.each([
  'Die Kündigungsfrist beträgt drei Monate zum Monatsende.',
  'Der Vertrag endet am ersten Mai.',
  'Die Miete wird jeden Monat überwiesen.',
  'Bitte den Müll trennen.',
  'Le loyer est payable chaque mois.',
  'La réunion commence à neuf heures.',
  'Le contrat prend fin en juin.',
  'Größere Räume benötigen höhere Mieten.',
  'Résiliation possible avec un préavis écrit.',
  'El contrato termina en junio.',
  'La renta se paga cada mes.',
  'La reunión empieza mañana a las nueve.',
  'El dueño guarda la fianza.',
  'Il contratto scade alla fine di giugno.',
  'Il canone si paga ogni mese.',
  'La riunione è domani alle nove.',
  'Il deposito sarà restituito.',
  'O contrato termina em junho.',
  'O aluguel é pago todo mês.',
  'A reunião começa amanhã.',
  'O depósito será devolvido ao inquilino.',
  'Het contract eindigt in juni.',
  'De huur wordt maandelijks betaald.',
  'De vergadering begint morgen om negen uur.',
  'De borg krijgt u terug.',
])('the short text “%s” has the multilingual model', (text) => {
  expect(of(text)).toBe(MULTILINGUAL);
});

test.each([
  'The lease ends in June.',
  'Rent is due every month.',
  'Rent per month: EUR 500.',
  'Meet me at the café.',
  'Great café, naïve waiter.',
  'Call François Müller tomorrow morning.',
  'Vincent van Gogh painted sunflowers.',
  'Leonardo da Vinci painted Mona Lisa.',
  'Visit Los Angeles, California, today.',
  'José García signed the contract in São Paulo.',
  'Ludwig van Beethoven wrote nine symphonies.',
  'Buy milk, bread, eggs.',
  'Meeting notes, Zürich office, May 3',
  'Send your résumé by Friday.',
  'UN urges peace near Mali',
  'La Paz office: no rent increase planned',
  'Invoice 2026-11, payable within 30 days',
  'Die hard with a vengeance',
  'Deposit returned after inspection.',
  'Come hungry, leave happy.',
  'Room service menu: jalapeño burger and crème brûlée',
])('the short text “%s” has the English model', (text) => {
  expect(of(text)).toBe('alcove-embed');
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
