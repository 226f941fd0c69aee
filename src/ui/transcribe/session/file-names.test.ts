import { expect, test } from 'vitest';
import { nameFile } from './file-names.ts';

const row = {
  name: 'Board: meeting.m4a',
  addedAt: new Date(2026, 2, 5, 9, 7).getTime(),
  language: null,
  detectedLanguage: 'de',
};

test.each([
  ['{name}', 'Board- meeting'],
  ['{date} {name}', '2026-03-05 Board- meeting'],
  ['{date} {time} ({language})', '2026-03-05 09-07 (de)'],
  ['Interview {number}', 'Interview 003'],
  ['{speaker} {constructor} {', '{speaker} {constructor} {'],
  ['../{name}', '-Board- meeting'],
  ['CON\u0000 a/b\\c', 'CON- a-b-c'],
  ['', 'transcript'],
  [' . ', 'transcript'],
])('the pattern %j is the file %j', (pattern, name) => {
  expect(nameFile(pattern, row, 2, 120)).toBe(name);
});

test('a long name is cut, and never within a character', () => {
  const name = nameFile('{name}', { ...row, name: '🎙'.repeat(300) });
  expect([...name]).toHaveLength(200);
  expect(name).toMatch(/^(🎙)+$/u);
});
