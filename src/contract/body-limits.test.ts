import { expect, test } from 'vitest';
import { startStopwatch } from '#testing/test-run.ts';
import { isDeeperThan } from './body-limits.ts';
import { parseJsonBody } from './request-bodies.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const isDeep = (text: string) => isDeeperThan(3, bytes(text));

test('counts open lists and objects', () => {
  expect(isDeep('[[[]],[[]],[[]],[[]]]')).toBe(false);
  expect(isDeep('[{"a":[[]]}]')).toBe(true);
  expect(isDeep('[[[[')).toBe(true);
});

test('brackets in strings do not count, and escaped quotes end none', () => {
  expect(isDeep('["[[[[[["]')).toBe(false);
  expect(isDeep(String.raw`["\"[[[[[[\\"]`)).toBe(false);
  expect(isDeep(String.raw`["\\",[[[]]]]`)).toBe(true);
});

test('refuses 32 MB of brackets before they are parsed', () => {
  const body = bytes('['.repeat(33e6));
  const took = startStopwatch();
  expect(() => parseJsonBody('chat', body, 1)).toThrow(/more than 1000 levels/);
  // Parsing takes 3 to 20 s.
  expect(took()).toBeLessThan(1_000);
});
