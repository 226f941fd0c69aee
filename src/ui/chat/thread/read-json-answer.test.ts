import { expect, test } from 'vitest';
import { readJsonAnswer } from './read-json-answer.ts';

const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { age: { type: 'integer' } },
  required: ['age'],
});

test('an answer that is JSON as a whole is read, and checked against the schema', () => {
  expect(readJsonAnswer('{"age": 31, "note": "`a` **b**"}', SCHEMA)).toEqual({
    value: { age: 31, note: '`a` **b**' },
    fits: true,
  });
  expect(readJsonAnswer('{"age": "old"}', SCHEMA)?.fits).toBe(false);
  expect(readJsonAnswer('{"age": 31}', '')?.fits).toBeNull();
});

test('prose, single values and unfinished JSON stay text', () => {
  expect(readJsonAnswer('[1] says so.', '')).toBeNull();
  expect(readJsonAnswer('31', SCHEMA)).toBeNull();
  expect(readJsonAnswer('{"age": 3', SCHEMA)).toBeNull();
  expect(readJsonAnswer('{ x } is a set', '')).toBeNull();
});

test('a pattern that would be tried for years does not stop the page', () => {
  const answer = JSON.stringify({ name: `${'a'.repeat(60)}!` });
  const schema = (pattern: string) => JSON.stringify({ properties: { name: { pattern } } });
  expect(readJsonAnswer(answer, schema('^(a+)+$'))?.fits).toBe(false);
  // Only a regular expression of the engine could decide.
  expect(readJsonAnswer(answer, schema('^(?=.)(a+)+$'))?.fits).toBeNull();
});
