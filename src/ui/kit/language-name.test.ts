import { afterEach, expect, test, vi } from 'vitest';
import { languageName } from './language-name.ts';

afterEach(() => void vi.restoreAllMocks());

test('names a language, and leaves another word unchanged', () => {
  expect(languageName('fr')).toBe('French');
  expect(languageName('not a code')).toBe('not a code');
});

test('a language that the browser has no name for has one', () => {
  vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation((code) => code);
  expect([languageName('bo'), languageName('ba')]).toEqual(['Tibetan', 'Bashkir']);
});

test('a table of languages makes one list of names', () => {
  languageName('fr');
  const made = vi.spyOn(Intl, 'DisplayNames');
  for (const code of ['de', 'ja', 'pt', 'sw']) languageName(code);
  expect(made).not.toHaveBeenCalled();
});
