import { expect, test } from 'vitest';
import { formOf } from './expected-form.ts';

test('lines about deadlines have a date, about payments a sum, about contacts an address', () => {
  const isDate = formOf('deadlines');
  for (const text of [
    'by 4 May',
    'due on 2026-05-04',
    'bis 4. Mai',
    'on Friday',
    '12/11',
    'March 3',
  ])
    expect([text, isDate?.(text)]).toEqual([text, true]);
  expect(isDate?.('It cost 1200 euros.')).toBe(false);
  const isSum = formOf('Zahlungen');
  for (const text of ['1,200 euros', '€ 12', '12.50', '300 EUR', '5 %'])
    expect([text, isSum?.(text)]).toEqual([text, true]);
  expect(isSum?.('forty guests came on 4 May')).toBe(false);
  expect(formOf('phone numbers')?.('Call +49 30 123456.')).toBe(true);
  expect(formOf('phone numbers')?.('Ask Ms Weber.')).toBe(false);
});

test('most subjects ask for no form', () => {
  expect(formOf('allergies')).toBeNull();
  expect(formOf('people absent')).toBeNull();
});
