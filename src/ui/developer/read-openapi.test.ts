import { expect, test } from 'vitest';
import { readOperations } from './read-openapi.ts';

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
    { name: 'messages', isRequired: true, type: 'list of Message', allowed: 'at least 1 item' },
    { name: 'top_k', isRequired: false, type: 'integer', allowed: '1 to 100' },
    { name: 'stop', isRequired: false, type: 'string or list of string', allowed: '' },
    { name: 'effort', isRequired: false, type: 'Effort', allowed: 'low, high' },
  ]);
});
