import { expect, test } from 'vitest';
import { createOpenApi } from '#contract/openapi.ts';
import { findOperations, readOperations } from './read-openapi.ts';

test('a body that is a reference is read, and its fields with it', () => {
  const schemas = {
    Request: {
      type: 'object',
      required: ['messages'],
      properties: {
        messages: { type: 'array', items: { $ref: '#/components/schemas/Message' }, minItems: 1 },
        top_k: { type: 'integer', minimum: 1, maximum: 100 },
        stop: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        effort: { $ref: '#/components/schemas/Effort' },
      },
    },
    Message: { type: 'object' },
    Effort: { type: 'string', enum: ['low', 'high'] },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } };
  const paths = { '/chat': { post: { requestBody: { content }, responses: {} } } };
  const [operation] = readOperations({ components: { schemas }, paths });
  expect(operation?.fields).toEqual([
    {
      name: 'messages',
      isRequired: true,
      type: 'list of Message',
      allowed: 'at least 1 item',
      description: 'The conversation so far, the oldest message first.',
    },
    {
      name: 'top_k',
      isRequired: false,
      type: 'integer',
      allowed: '1 to 100',
      description: 'Only the most likely tokens, this many.',
    },
    {
      name: 'stop',
      isRequired: false,
      type: 'string or list of string',
      allowed: '',
      description: 'Texts that end the answer.',
    },
    { name: 'effort', isRequired: false, type: 'Effort', allowed: 'low, high', description: '' },
  ]);
});

test('a search finds operations by their path, their summary and their fields', () => {
  const operation = (path: string, name: string) => ({
    method: 'POST',
    path,
    summary: '',
    fields: [{ name, isRequired: false, type: 'number', allowed: '', description: '' }],
    answers: [],
  });
  const all = [operation('/v1/chat/completions', 'top_k'), operation('/v1/rerank', 'top_n')];
  expect(findOperations(all, '')).toHaveLength(2);
  expect(findOperations(all, 'TOP_N').map(({ path }) => path)).toEqual(['/v1/rerank']);
  expect(findOperations(all, 'chat top_k')).toHaveLength(1);
  expect(findOperations(all, 'chat top_n')).toEqual([]);
});

test('every field of a request has a description', () => {
  const document = JSON.parse(JSON.stringify(createOpenApi('1', '/')));
  const bare = readOperations(document).flatMap(({ path, fields }) =>
    fields.flatMap(({ name, description }) => (description ? [] : [`${path} ${name}`])),
  );
  expect(bare).toEqual([]);
});
