import { expect, test } from 'vitest';
import { isMetered } from './browser.ts';

test('a connection is metered when it is cellular or the person saves data', () => {
  expect(isMetered({ connection: { saveData: true, type: 'wifi' } })).toBe(true);
  expect(isMetered({ connection: { saveData: false, type: 'cellular' } })).toBe(true);
  expect(isMetered({ connection: { saveData: false, type: 'wifi' } })).toBe(false);
  expect(isMetered({})).toBe(false);
});
