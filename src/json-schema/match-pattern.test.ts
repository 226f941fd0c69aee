import { expect, test } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { startStopwatch, times } from '#testing/test-run.ts';
import { matchPattern } from './match-pattern.ts';

const random = seeded(5);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const some = (max: number, make: () => string) =>
  Array.from({ length: Math.floor(random() * max) }, make);

const ATOMS = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\s',
  '\\S',
  '🎷',
  '[🎷-🏀]',
  '^',
  '$',
];
const COUNTS = ['', '', '*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}', '*?', '{0}'];

function writePattern(depth: number): string {
  const atom = () => (depth > 0 && random() < 0.3 ? `(${writePattern(depth - 1)})` : pick(ATOMS));
  const counted = (one: string) => (/[$^]$/.test(one) ? one : one + pick(COUNTS));
  const sequence = () => some(4, () => counted(atom())).join('');
  return [sequence(), ...some(2.3, sequence)].join('|');
}

test('texts match a pattern as the engine says', () => {
  for (let i = 0; i < times(20_000, 1_000); i++) {
    const pattern = writePattern(2);
    const text = some(8, () => pick(['a', 'b', '1', ' ', '\n', '🎷', '.'])).join('');
    const expected = new RegExp(pattern, 'u').test(text);
    expect(matchPattern(pattern, text), `${pattern} in ${text}`).toBe(expected);
  }
});

test('a pattern that the engine tries for years is matched in a moment', () => {
  const text = `${'a'.repeat(5_000)}!`;
  const took = startStopwatch();
  for (const pattern of ['^(a+)+$', '^(a|aa)+$', '^(.*a){20}$', '^(\\w+\\s?)*$']) {
    expect(matchPattern(pattern, text)).toBe(false);
  }
  expect(took()).toBeLessThan(5_000);
});

test('patterns that look around themselves, and enormous ones, are left to the caller', () => {
  for (const pattern of ['(?=a)b', '(a)\\1', '(a{1000}){1000}', '((){99999}){99999}']) {
    expect(matchPattern(pattern, 'a')).toBeNull();
  }
});
