import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPreferences } from './preferences.ts';

let stored: string | null;

beforeEach(() => {
  stored = null;
  vi.stubGlobal('localStorage', { getItem: () => stored });
});
afterEach(() => vi.unstubAllGlobals());

test('reads stored choices', () => {
  stored = '{"theme":"dark","language":"de","chatModel":"hub/model","railCollapsed":true}';
  expect(readPreferences()).toMatchObject({
    theme: 'dark',
    language: 'de',
    chatModel: 'hub/model',
    railCollapsed: true,
  });
});

test('an invalid field gets its default, and the others their stored choice', () => {
  const defaults = readPreferences();
  for (const name of Object.keys(defaults)) {
    for (const value of [null, 7, {}, [], 'x'.repeat(1_000), '', { toString: 1 }]) {
      const other = name === 'offerClosed' ? 'railCollapsed' : 'offerClosed';
      stored = JSON.stringify({ [name]: value, [other]: true, __proto__: 1, unknown: 2 });
      expect(readPreferences()).toEqual({ ...defaults, [other]: true });
    }
  }
});

test.each(['null', '[]', '"text"', '5', 'true', '{"theme":', '{"__proto__":{"theme":"dark"}}'])(
  'stored text %s gives the defaults',
  (text) => {
    const defaults = readPreferences();
    stored = text;
    expect(readPreferences()).toEqual(defaults);
  },
);
