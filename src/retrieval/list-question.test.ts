import { expect, test } from 'vitest';
import { readListQuestion } from './list-question.ts';

const LISTS: [question: string, subject: string][] = [
  ['List all deadlines that are mentioned in these files.', 'deadlines'],
  ['Please list the allergies in my notes', 'allergies'],
  ['Could you find every payment to Norsk Kabel?', 'payment norsk kabel'],
  ['Give me a list of all people who were absent', 'people absent'],
  ['What are all the fees?', 'fees'],
  ['Which tools are mentioned?', 'tools'],
  ['Nenne alle Kündigungsfristen in den Verträgen', 'kundigungsfristen'],
  ['Zähle die Zahlungen auf', 'zahlungen'],
  ['Liste bitte alle Termine auf', 'termine'],
  ['Montre toutes les dates limites', 'dates limites'],
  ['Lista todos los pagos', 'pagos'],
];

test.each(LISTS)('%s asks for a list', (question, subject) => {
  expect(readListQuestion(question)).toEqual({ kind: 'list', subject });
});

test('counts and comparisons of many files are recognised', () => {
  const kindOf = (question: string) => readListQuestion(question)?.kind;
  expect(kindOf('How many deadlines are there in these files?')).toBe('count');
  expect(kindOf('How many of my 300 notes mention insurance?')).toBe('count');
  expect(kindOf('Count all payments')).toBe('count');
  expect(kindOf('Wie viele Termine stehen in den Dokumenten?')).toBe('count');
  expect(kindOf('Compare the notice periods in the contracts')).toBe('compare');
  expect(kindOf('What is the difference between the rents of the leases?')).toBe('compare');
});

const SINGLE = [
  'What is the rent?',
  'How many people live in Berlin?',
  'How much did I pay for the chair?',
  'Who has the key to the cellar?',
  'List three ways to cook an egg',
  'When is the library closed?',
  'What does the contract say about pets?',
  'Compare these files',
  'Was ist die Kündigungsfrist?',
  'Summarise the letter',
  'Is everything all right?',
  'Where are all right turns?',
  '',
  `List all ${'deadlines and '.repeat(40)}`,
];

test.each(SINGLE)('%.60s asks for no list', (question) => {
  expect(readListQuestion(question)).toBeNull();
});

test('hostile questions are read as fast as others', () => {
  const pieces = [
    '1',
    '1 ',
    'in ',
    'in all ',
    'of the ',
    'all the ',
    'list of ',
    'the ',
    'how many ',
  ];
  for (let i = 0; i < 5_000; i++) {
    const piece = pieces[i % pieces.length] ?? '';
    const tail = pieces[Math.floor(i / pieces.length) % pieces.length] ?? '';
    const question = `What was paid in ${piece.repeat(1 + (i % 240) / piece.length)}${tail}x?`;
    expect(readListQuestion(question)).toBeNull();
  }
});
