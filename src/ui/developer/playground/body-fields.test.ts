import { expect, test } from 'vitest';
import { exampleBody } from '#contract/endpoints/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { readFields, writeField } from './body-fields.ts';

test('the last message, the temperature, the limit and streaming are read and written', () => {
  const body = JSON.stringify({
    messages: [
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
    ],
    stream: true,
  });
  expect(readFields(body)).toEqual({
    message: 'a',
    temperature: null,
    maxTokens: null,
    stream: true,
  });
  const next = writeField(writeField(body, { message: 'b', temperature: 0.5 }), {
    stream: false,
    maxTokens: 9,
  });
  expect(JSON.parse(next)).toEqual({
    messages: [
      { role: 'system', content: 's' },
      { role: 'user', content: 'b' },
    ],
    stream: false,
    temperature: 0.5,
    max_tokens: 9,
  });
  expect(JSON.parse(writeField(next, { temperature: null }))).not.toHaveProperty('temperature');
});

test('a list of texts is edited as lines, a text verbatim', () => {
  expect(readFields('{"input":["a","b"]}')).toEqual({ message: 'a\nb' });
  expect(JSON.parse(writeField('{"input":["a","b"]}', { message: 'c\nd' }))).toEqual({
    input: ['c', 'd'],
  });
  expect(JSON.parse(writeField('{"input":"a"}', { message: 'c' }))).toEqual({ input: 'c' });
});

test('text that is not a JSON object has no form and stays unchanged', () => {
  for (const text of ['{', '[]', 'null', '"a"']) {
    expect([readFields(text), writeField(text, { message: 'b' })]).toEqual([null, text]);
  }
});

test('the example of every endpoint can be read', () => {
  for (const endpoint of ENDPOINTS) expect(readFields(exampleBody(endpoint))).not.toBeNull();
});
