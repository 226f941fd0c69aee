import { expect, test } from 'vitest';
import { answerFormOf, formOf, listedAddress } from './expected-form.ts';

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

test('a list of addresses has each line with one, and no other', () => {
  const mails = listedAddress('e-mail addresses');
  expect(mails?.isAll).toBe(true);
  expect(mails?.isIn('Write to office@example.org by Friday.')).toBe(true);
  expect(mails?.isIn('Send an e-mail to the address on page 2.')).toBe(false);
  expect(listedAddress('email addresses suppliers')?.isAll).toBe(false);
  const numbers = listedAddress('phone numbers');
  for (const text of [
    'Call +49 30 123456.',
    '(0171) 555-1234',
    '01632 960118',
    '030/1234567',
    '+4930123456',
  ])
    expect([text, numbers?.isIn(text)]).toEqual([text, true]);
  for (const text of [
    '2026-05-04',
    'on 4 May 2026',
    '1,200.50 euros',
    '12.05.2026',
    '120 guests',
    'invoice 4711815',
  ])
    expect([text, numbers?.isIn(text)]).toEqual([text, false]);
  expect(listedAddress('links')?.isIn('See https://example.org/a.')).toBe(true);
  expect(listedAddress('deadlines')).toBeNull();
  expect(listedAddress('missing links')?.isAll).toBe(false);
});

test('most subjects ask for no form', () => {
  expect(formOf('allergies')).toBeNull();
  expect(formOf('people absent')).toBeNull();
});

test.each([
  [
    'What is the phone number of the caretaker?',
    'Call the caretaker on 0171 555 01.',
    'Call the caretaker.',
  ],
  ['What is the wifi password?', 'The password is heron.', 'The wifi is in the hall.'],
  ['In what year was the boat built?', 'She was built in 1987.', 'She was built by hand.'],
  ['What does a pack of 12 cost?', 'Twelve cost 4.90.', 'They come in packs of 3, 6 and 12.'],
  ['How much do I have to pay?', 'The fee is 45.', 'The fee is due.'],
  ['How many people came?', 'Nineteen members were there.', 'All members were there.'],
  ['When is the water off?', 'It is off from Monday.', 'The water is off.'],
])('the answer to “%s” has the form that it asks for', (question, answer, other) => {
  const hasForm = answerFormOf(question);
  expect([hasForm?.(answer), hasForm?.(other)]).toEqual([true, false]);
});

test('of other questions any text may be the answer', () => {
  expect(answerFormOf('May I keep a cat?')).toBeNull();
  expect(answerFormOf('Who repairs the lift?')).toBeNull();
});
