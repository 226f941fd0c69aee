import { afterEach, expect, test, vi } from 'vitest';
import { translate } from '#ui/messages/catalogue.ts';
import {
  formatBytes,
  formatCount,
  formatDay,
  formatDecimal,
  formatPercent,
  formatSeconds,
  languageName,
} from './format.ts';

afterEach(() => translate('en', {}));

test('writes sizes with the unit that fits', () => {
  const inputs = [1, 12_400, 999_499, 1_234_567, 12_345_678, 373e6, 17.2e9];
  expect(inputs.map(formatBytes)).toEqual([
    ...['1 kB', '12 kB', '999 kB', '1.2 MB', '12 MB', '373 MB', '17.2 GB'],
  ]);
});

test('follows the language of the app', () => {
  expect([formatCount(12_345), formatPercent(0.973, 1)]).toEqual(['12,345', '97.3%']);
  translate('de', {});
  expect([formatCount(12_345), formatDecimal(0.8123, 3)]).toEqual(['12.345', '0,812']);
  // German sets a no-break space before a unit.
  expect([formatPercent(0.973, 1), formatBytes(1.2e9)].map((t) => t.replace(/\s/, ' '))).toEqual([
    '97,3 %',
    '1,2 GB',
  ]);
  expect(formatSeconds(9.9)).toBe('9,9 s');
});

test('seconds are rounded before they are split into minutes', () => {
  const inputs = [0.5, 0.999, 9.94, 9.96, 59.4, 59.7, 119.4, 119.7, 3_600];
  expect(inputs.map(formatSeconds)).toEqual([
    ...['0.50 s', '1.0 s', '9.9 s', '10 s', '59 s', '1 min 0 s', '1 min 59 s', '2 min 0 s'],
    '60 min 0 s',
  ]);
});

test('a day begins at local midnight', () => {
  const at = (text: string) => new Date(text).getTime();
  expect(new Date(at('2026-11-23T18:00:00-05:00')).getHours()).toBe(18);
  // 18:00 and 20:30 of one evening in New York are two days in UTC.
  expect(formatDay(at('2026-11-23T18:00:00-05:00'), at('2026-11-23T20:30:00-05:00'))).toBe('Today');
  expect(formatDay(at('2026-11-22T23:59:00-05:00'), at('2026-11-23T00:01:00-05:00'))).toBe(
    'Yesterday',
  );
  // The clocks went back on the first of November: that day has 25 hours.
  expect(formatDay(at('2026-10-31T12:00:00-04:00'), at('2026-11-01T23:30:00-05:00'))).toBe(
    'Yesterday',
  );
  expect(formatDay(at('2026-10-30T12:00:00-04:00'), at('2026-11-01T12:00:00-05:00'))).toContain(
    '30',
  );
});

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
