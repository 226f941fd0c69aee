import { expect, test } from 'vitest';
import { completion } from '#contract/answers/completions-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

function send(api: Api, body: object) {
  return api.fetch('/v1/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted-chat', ...body }),
  });
}

async function complete(api: Api, body: object) {
  const response = await send(api, body);
  expect(response.status).toBe(200);
  return completion.parse(await response.json());
}

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0));

test('continues text, and counts the request', async () => {
  const api = await createTestApi();
  const { choices, usage } = await complete(api, { prompt: 'one two three', max_tokens: 2 });
  expect(choices).toEqual([{ index: 0, text: 'one two', logprobs: null, finish_reason: 'length' }]);
  expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 2 });
  await expect
    .poll(() => api.ledger.sums(0))
    .toContainEqual(expect.objectContaining({ endpoint: 'completions', requests: 1 }));
});

test('answers every prompt n times, in the order of the prompts', async () => {
  const api = await createTestApi();
  const { choices, usage } = await complete(api, { prompt: ['a', 'b c'], n: 2 });
  expect(choices.map(({ index, text }) => [index, text])).toEqual([
    [0, 'a'],
    [1, 'a'],
    [2, 'b c'],
    [3, 'b c'],
  ]);
  expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 6 });
});

test('accepts token ids, one list or several', async () => {
  const api = await createTestApi();
  const one = await complete(api, { prompt: codePoints('hi you') });
  expect(one.choices.map(({ text }) => text)).toEqual(['hi you']);
  const two = await complete(api, { prompt: [codePoints('hi'), codePoints('yo')] });
  expect(two.choices.map(({ text }) => text)).toEqual(['hi', 'yo']);
});

test('echoes the prompt with the log-probability of each of its tokens', async () => {
  const api = await createTestApi();
  const body = { prompt: 'one two', echo: true, logprobs: 1, max_tokens: 1, temperature: 0 };
  const { choices } = await complete(api, body);
  expect(choices[0]).toEqual({
    index: 0,
    text: 'one twoone',
    finish_reason: 'length',
    logprobs: {
      tokens: ['one', ' two', 'one'],
      token_logprobs: [null, 0, 0],
      top_logprobs: [null, { ' two': 0 }, { one: 0 }],
      text_offset: [0, 3, 7],
    },
  });
});

test('the likeliest tokens include one named like a property of every object', async () => {
  const api = await createTestApi();
  const { choices } = await complete(api, { prompt: 'constructor', logprobs: 1 });
  expect(choices[0]?.logprobs?.top_logprobs).toEqual([{ constructor: 0 }]);
});

test('only reads the prompt for max_tokens 0', async () => {
  const api = await createTestApi();
  const body = { prompt: 'one two', echo: true, logprobs: 0, max_tokens: 0 };
  const { choices, usage } = await complete(api, body);
  expect(choices[0]).toMatchObject({ text: 'one two', finish_reason: 'length' });
  expect(choices[0]?.logprobs).toMatchObject({ tokens: ['one', ' two'], top_logprobs: null });
  expect(usage.completion_tokens).toBe(0);
});

test('streams pieces of each choice and the usage at the end', async () => {
  const api = await createTestApi();
  const response = await send(api, {
    prompt: ['one two', 'three'],
    stream: true,
    stream_options: { include_usage: true },
  });
  const blocks = (await response.text()).split('\n\n').filter(Boolean);
  expect(blocks.at(-1)).toBe('data: [DONE]');
  const chunks = blocks.slice(0, -1).map((block) => JSON.parse(block.replace(/^data: /, '')));
  const texts = ['', ''];
  for (const { choices } of chunks) for (const c of choices) texts[c.index] += c.text;
  expect(texts).toEqual(['one two', 'three']);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 3 } });
});

test('names the parameter at fault', async () => {
  const api = await createTestApi();
  const wrong = async (body: object) => {
    const { error } = await (await send(api, body)).json();
    return [error.param, error.code];
  };
  expect(await wrong({})).toEqual(['prompt', 'missing_required_parameter']);
  expect(await wrong({ prompt: [] })).toEqual(['prompt', 'empty_array']);
  expect(await wrong({ prompt: Array(200).fill('a') })).toEqual([
    'prompt',
    'array_above_max_length',
  ]);
  expect(await wrong({ prompt: ['a', [1]] })).toEqual(['prompt[1]', 'invalid_type']);
  expect(await wrong({ prompt: 'a', logprobs: 6 })).toEqual([
    'logprobs',
    'integer_above_max_value',
  ]);
  expect(await wrong({ prompt: 'a', best_of: 3 })).toEqual(['best_of', 'unsupported_parameter']);
  expect(await wrong({ prompt: [1, 2], suffix: 'x' })).toEqual(['suffix', 'invalid_value']);
  expect(await wrong({ prompt: 'a', logit_bias: { 5: 101 } })).toEqual([
    'logit_bias.5',
    'decimal_above_max_value',
  ]);
  const long = 'word '.repeat(100_000);
  expect(await wrong({ prompt: long })).toEqual(['prompt', 'context_length_exceeded']);
  expect(await wrong({ prompt: 'a', model: 'scripted-embed' })).toEqual([
    'model',
    'model_not_compatible',
  ]);
});
