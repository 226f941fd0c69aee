// WebLLM itself on a software GPU, with a real model: the guide, compiled for it (training/webllm).
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { addModel, chooseHub, openModels } from './hub-page.ts';
import { SOFTWARE_WEBGPU } from './launch-options.ts';
import { openPage } from './open-page.ts';
import { patience } from './patience.ts';
import { loseGpus, reachGpus } from './webllm-gpus.ts';
import { ask, downloadGuide, say, stream } from './webllm-page.ts';

test.use({ launchOptions: SOFTWARE_WEBGPU });

const schema = {
  type: 'object',
  properties: { place: { enum: ['here', 'there'] }, sure: { type: 'boolean' } },
  required: ['place', 'sure'],
  additionalProperties: false,
};
const format = { type: 'json_schema', json_schema: { name: 'where', schema } };
const tools = [
  { type: 'function', function: { name: 'look', parameters: schema } },
  { type: 'function', function: { name: 'wait', parameters: { type: 'object', properties: {} } } },
];

test('a model compiled for WebLLM answers as it does on the processor', async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  const question = { ...say('What is Alcove?'), max_tokens: 8 };
  const answer = await ask(page, key, question);
  expect(answer.error).toBeUndefined();
  const reference = await ask(page, key, question, 'alcove-guide');
  expect(answer.content).toBe(reference.content);
  expect(answer.usage.prompt_tokens).toBe(reference.usage.prompt_tokens);
});

test('a model compiled for WebLLM streams, reads new tokens only, and opens with the network off', {
  tag: '@full',
}, async ({ page, context }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  const question = { ...say('What is Alcove?'), max_tokens: 60 };
  const first = await ask(page, key, question);
  expect(first.error).toBeUndefined();
  const reference = await ask(page, key, question, 'alcove-guide');
  expect(first.content).toBe(reference.content);
  expect(first.reason).toBe('stop');
  expect(first.usage.prompt_tokens).toBe(reference.usage.prompt_tokens);

  const options = { stream_options: { include_usage: true } };
  const streamed = await stream(page, key, { ...question, ...options });
  expect(streamed.text).toBe(first.content);
  expect(streamed.usage).toMatchObject({ completion_tokens: first.usage.completion_tokens });

  // A second turn reads only the new tokens.
  const turns = [
    { role: 'user', content: 'What is Alcove?' },
    { role: 'assistant', content: first.content },
    { role: 'user', content: 'Is it private?' },
  ];
  const second = await ask(page, key, { messages: turns, temperature: 0, max_tokens: 40 });
  const { cached_tokens: cached } = second.usage.prompt_tokens_details;
  expect(cached).toBeGreaterThan(first.usage.prompt_tokens);
  expect(cached).toBeLessThan(second.usage.prompt_tokens);
  const read = await ask(
    page,
    key,
    { messages: turns, temperature: 0, max_tokens: 40 },
    'alcove-guide',
  );
  expect(second.content).toBe(read.content);

  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => alcove.ready);
  expect((await ask(page, key, question)).content).toBe(first.content);
});

test('what a WebLLM model wrote is continued, drawn by seed, counted, stopped and refused', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  const question = { ...say('What is Alcove?'), max_tokens: 60 };
  const first = await ask(page, key, question);
  const half = first.content.split(' ').slice(0, 4).join(' ');
  const begun = [
    { role: 'user', content: 'What is Alcove?' },
    { role: 'assistant', content: half },
  ];
  const rest = await ask(page, key, { messages: begun, temperature: 0, max_tokens: 60 });
  expect(half + rest.content).toBe(first.content);

  const dice = { ...say('Tell me something.'), temperature: 1.2, seed: 7 };
  expect((await ask(page, key, dice)).content).toBe((await ask(page, key, dice)).content);
  const drawn = await ask(page, key, {
    ...say('Hello'),
    logprobs: true,
    top_logprobs: 3,
    max_tokens: 4,
  });
  expect(drawn.logprobs.map((l) => l.token).join('')).toBe(drawn.content);
  for (const { logprob, top_logprobs } of drawn.logprobs) {
    expect(logprob).toBeLessThanOrEqual(0);
    expect(top_logprobs).toHaveLength(3);
  }
  const stopped = await ask(page, key, { ...question, stop: ['browser'] });
  expect(stopped).toMatchObject({ reason: 'stop', content: first.content.split('browser')[0] });
  expect(await ask(page, key, { ...question, max_tokens: 5 })).toMatchObject({ reason: 'length' });

  // Left after its first words, it leaves the model to the next request.
  await stream(page, key, { ...say('How do I make a key?'), max_tokens: 400 }, { max: 2 });
  expect((await ask(page, key, question)).content).toBe(first.content);
  // Longer than the model can hold: refused, not cut.
  const long = await ask(page, key, say('word '.repeat(1200)));
  expect(long).toMatchObject({ status: 400, error: { code: 'context_length_exceeded' } });
  expect((await ask(page, key, question)).content).toBe(first.content);
});

test('JSON and tool calls of a WebLLM model are right by grammar, streamed as whole', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  for (let seed = 1; seed <= 3; seed++) {
    const body = { ...say('Where is it?'), temperature: 1, seed, max_tokens: 60 };
    const whole = await ask(page, key, { ...body, response_format: format });
    expect(whole.error).toBeUndefined();
    const parsed = JSON.parse(whole.content);
    expect(Object.keys(parsed).sort()).toEqual(['place', 'sure']);
    expect(['here', 'there']).toContain(parsed.place);
    expect(typeof parsed.sure).toBe('boolean');
    const parts = await stream(page, key, { ...body, response_format: format });
    expect(parts.text).toBe(whole.content);

    const required = { ...body, tools, tool_choice: 'required' };
    const called = await ask(page, key, required);
    expect(called.error).toBeUndefined();
    const calls = called.calls.map((c) => c.function);
    if (called.reason === 'tool_calls') {
      expect(calls.length).toBeGreaterThan(0);
      for (const { name, arguments: given } of calls) {
        expect(['look', 'wait']).toContain(name);
        if (name === 'look')
          expect(Object.keys(JSON.parse(given)).sort()).toEqual(['place', 'sure']);
      }
    } else expect(called.reason).toBe('length');
    const callsStreamed = await stream(page, key, required);
    expect(callsStreamed.calls).toEqual(
      calls.map(({ name, arguments: a }) => ({ name, arguments: a })),
    );
    const named = { type: 'function', function: { name: 'wait' } };
    const one = await ask(page, key, { ...required, tool_choice: named });
    expect(new Set(one.calls.map((c) => c.function.name))).toEqual(new Set(['wait']));
  }
  const object = await ask(page, key, {
    ...say('An object?'),
    response_format: { type: 'json_object' },
    max_tokens: 200,
  });
  if (object.reason === 'stop') expect(typeof JSON.parse(object.content)).toBe('object');
  // Where it may call and does not, it is text; what no grammar can hold is refused and the next is answered.
  const auto = await ask(page, key, { ...say('What is Alcove?'), tools, tool_choice: 'auto' });
  expect(auto.error).toBeUndefined();
  const looking = { type: 'string', pattern: '(?<=a)b' };
  const refused = await ask(page, key, {
    ...say('No'),
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: looking } },
  });
  expect(refused).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } });
  expect((await ask(page, key, say('What is Alcove?'))).status).toBe(200);
});

const MIRROR = process.env['ALCOVE_MLC_MIRROR'] ?? '';
const LISTED = process.env['ALCOVE_MLC_MODEL'] ?? 'SmolLM2-135M-Instruct-q0f32-MLC';

test('a model of the list, from the mirror that the environment names', { tag: '@full' }, async ({
  page,
  context,
}) => {
  test.skip(
    !existsSync(MIRROR),
    'ALCOVE_MLC_MIRROR names no folder of MLC models (docs/webllm-mirror.md): only the compiled guide is run.',
  );
  test.setTimeout(1_800_000);
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  // The list knows the repository, and which library goes with it.
  await addModel(page, `mlc-ai/${LISTED}`);
  const models = page.getByRole('region', { name: 'Models to download' });
  await expect(models).toContainText('On this device and verified', { timeout: 600_000 });
  const key = await openPage(page, '/');

  await reachGpus(page);
  const hi = { ...say('Say hi'), seed: 1 };
  const first = await ask(page, key, hi, LISTED);
  expect(first.usage.completion_tokens).toBeGreaterThan(0);
  expect((await ask(page, key, hi, LISTED)).content).toBe(first.content);
  const options = { stream_options: { include_usage: true } };
  const streamed = await stream(page, key, { ...hi, ...options }, { model: LISTED });
  expect(streamed.text).toBe(first.content);
  expect(streamed.usage).toMatchObject({ completion_tokens: first.usage.completion_tokens });
  const turns = [
    { role: 'user', content: 'Say hi' },
    { role: 'assistant', content: first.content },
    { role: 'user', content: 'Again' },
  ];
  const second = await ask(page, key, { messages: turns, temperature: 0 }, LISTED);
  expect(second.usage.prompt_tokens_details.cached_tokens).toBeGreaterThan(0);
  const json = await ask(page, key, { ...hi, response_format: format, max_tokens: 60 }, LISTED);
  expect(JSON.parse(json.content)).toHaveProperty('place');
  const required = { ...hi, tools, tool_choice: 'required', max_tokens: 120 };
  const called = await ask(page, key, required, LISTED);
  if (called.reason === 'tool_calls')
    expect(['look', 'wait']).toContain(called.calls[0]?.function.name);
  const dice = { ...say('A number?'), temperature: 1, seed: 7 };
  expect((await ask(page, key, dice, LISTED)).content).toBe(
    (await ask(page, key, dice, LISTED)).content,
  );
  const counting = { ...say('Count to a hundred.'), max_tokens: 400 };
  await stream(page, key, counting, { model: LISTED, max: 2 });
  expect((await ask(page, key, hi, LISTED)).content).toBe(first.content);
  // The GPU is lost: an error or an answer, and the request after it is right.
  await loseGpus(page);
  await ask(page, key, hi, LISTED);
  expect((await ask(page, key, hi, LISTED)).content).toBe(first.content);
  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => alcove.ready);
  expect((await ask(page, key, hi, LISTED)).content).toBe(first.content);
});

test('schemas made to explode are refused before they reach a WebLLM model, which then answers', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  const held = (hostile: object) => ({
    ...say('Where is it?'),
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: hostile } },
  });
  expect((await ask(page, key, { ...held(schema), max_tokens: 60 })).error).toBeUndefined();
  const HOSTILE = [
    {
      allOf: Array.from({ length: 26 }, (_, i) => ({
        anyOf: [{ required: [`a${i}`] }, { required: [`b${i}`] }],
      })),
    },
    { enum: Array.from({ length: 20_000 }, (_, i) => `value ${i}`) },
    { type: 'string', pattern: '^((a{0,999}){0,999}){0,999}$' },
  ];
  for (const hostile of HOSTILE) {
    const began = Date.now();
    const [refused, slowest] = await Promise.all([
      ask(page, key, held(hostile)),
      page.evaluate(async () => {
        let longest = 0;
        for (let i = 0; i < 20; i++) {
          const start = performance.now();
          await (await fetch('/v1/models')).arrayBuffer();
          longest = Math.max(longest, performance.now() - start);
        }
        return longest;
      }),
    ]);
    process.stdout.write(
      `refused after ${Date.now() - began} ms, slowest /v1/models ${Math.round(slowest)} ms\n`,
    );
    expect(refused).toMatchObject({ status: 400, error: { code: 'invalid_json_schema' } });
    // One second for the schema; the rest is what a busy machine adds.
    expect(Date.now() - began).toBeLessThan(4_000 * patience());
  }
  // Long strings are held to their length by the model's own thread.
  const long = { type: 'string', minLength: 5, maxLength: 400 };
  const began = Date.now();
  expect((await ask(page, key, held(long))).error).toBeUndefined();
  process.stdout.write(`400 characters at most: answered after ${Date.now() - began} ms\n`);
});
