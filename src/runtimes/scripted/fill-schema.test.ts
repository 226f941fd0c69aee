import { expect, test } from 'vitest';
import { createTestApi } from '#testing/create-test-api.ts';

const NO_SHORT_EXAMPLE = {
  type: 'array',
  minItems: 3_000,
  items: { type: 'string', minLength: 9 },
};

test('a schema without a short example is refused, not a server error', async () => {
  const api = await createTestApi();
  const ask = (body: object) =>
    api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'scripted-chat',
        messages: [{ role: 'user', content: 'hi' }],
        ...body,
      }),
    });
  const json_schema = { name: 'x', schema: NO_SHORT_EXAMPLE };
  const parameters = { type: 'object', properties: { a: NO_SHORT_EXAMPLE }, required: ['a'] };
  for (const [body, param] of [
    [{ response_format: { type: 'json_schema', json_schema } }, 'response_format'],
    [
      {
        tools: [{ type: 'function', function: { name: 'f', parameters } }],
        tool_choice: 'required',
      },
      'tools',
    ],
  ] as const) {
    const response = await ask(body);
    const { error } = await response.json();
    expect([response.status, error.code, error.param]).toEqual([400, 'invalid_json_schema', param]);
  }
});
