import { expect, test } from 'vitest';
import { z } from '#contract/zod.ts';
import { checkForm } from './use-form.ts';

const schema = z.object({
  name: z.string().trim(),
  port: z.number().min(1, 'Too low.').max(9, 'Too high.'),
  address: z.string().refine((text) => text.startsWith('https://'), 'Not an address.'),
});

test('a form gives its values as the schema reads them', () => {
  expect(checkForm(schema, { name: ' a ', port: 3, address: 'https://a' })).toEqual({
    values: { name: 'a', port: 3, address: 'https://a' },
  });
});

test('each wrong field has one sentence', () => {
  expect(checkForm(schema, { name: '', port: 0, address: 'a' })).toEqual({
    errors: { port: 'Too low.', address: 'Not an address.' },
  });
});
