import { existsSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { SOFTWARE_WEBGPU } from './launch-options.ts';

const MIRROR = process.env['ALCOVE_MLC_MIRROR'] ?? '';
const MODEL = process.env['ALCOVE_MLC_MODEL'] ?? 'SmolLM2-135M-Instruct-q0f32-MLC';

test.skip(
  !existsSync(MIRROR),
  'ALCOVE_MLC_MIRROR names no folder of MLC models (docs/webllm-mirror.md): WebLLM is not run.',
);
test.use({ launchOptions: SOFTWARE_WEBGPU });

interface Completion {
  choices: {
    message: { content: string; tool_calls?: { function: { arguments: string } }[] };
    finish_reason: string;
  }[];
  usage: { completion_tokens: number };
}

async function ask(page: Page, body: object): Promise<Completion> {
  return page.evaluate(
    async ([model, rest]) => {
      const key = await alcove.createApiKey('webllm');
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, max_tokens: 24, seed: 1, ...rest }),
      });
      const answer = (await response.json()) as Completion & { error?: { message: string } };
      if (answer.error) throw new Error(answer.error.message);
      return answer;
    },
    [MODEL, body] as const,
  );
}

/** A streamed answer, left after some chunks where a number of them is given. */
async function streamOf(page: Page, body: object, chunks = Number.POSITIVE_INFINITY) {
  return page.evaluate(
    async ([model, rest, most]) => {
      const key = await alcove.createApiKey('webllm');
      const leave = new AbortController();
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, max_tokens: 24, seed: 1, stream: true, ...rest }),
        signal: leave.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let sent = '';
      for (let n = 0; n < most; n++) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) break;
        sent += value;
      }
      leave.abort();
      const events = [...sent.matchAll(/^data: (\{.*\})$/gm)].map((m) => JSON.parse(m[1] ?? ''));
      const text = events.map((e) => e.choices?.[0]?.delta.content ?? '').join('');
      return { text, usage: events.at(-1)?.usage as unknown };
    },
    [MODEL, body, chunks] as const,
  );
}

const say = (content: string) => ({ messages: [{ role: 'user', content }], temperature: 0 });

test('a WebLLM model is downloaded, answers, and opens again with the network off', async ({
  page,
  context,
}) => {
  test.setTimeout(1_800_000);
  await page.goto('/settings');
  const hub = page.getByLabel('Models are downloaded from');
  await hub.fill(`${new URL(page.url()).origin}/hub`);
  await hub.blur();
  await page.getByRole('main').getByRole('button').first().click();
  await page.getByText(/^All \d+ models$/).click();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(MODEL);
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click();
  await expect(page.getByText('On this device, checked')).toBeVisible({ timeout: 600_000 });

  const first = await ask(page, say('Say hi'));
  expect(first.usage.completion_tokens).toBeGreaterThan(0);
  expect(await ask(page, say('Say hi'))).toMatchObject({
    choices: [{ message: first.choices[0]?.message }],
  });
  const turns = [
    { role: 'user', content: 'Say hi' },
    { role: 'assistant', content: first.choices[0]?.message.content },
    { role: 'user', content: 'Again' },
  ];
  await ask(page, { messages: turns, temperature: 0 });
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
  const json = await ask(page, {
    ...say('Is water wet?'),
    response_format: { type: 'json_schema', json_schema: { name: 'a', schema } },
  });
  expect(JSON.parse(json.choices[0]?.message.content ?? '')).toHaveProperty('ok');
  const tools = [{ type: 'function', function: { name: 'note', parameters: schema } }];
  const called = await ask(page, { ...say('Note it'), tools, tool_choice: 'required' });
  expect(
    JSON.parse(called.choices[0]?.message.tool_calls?.[0]?.function.arguments ?? ''),
  ).toHaveProperty('ok');

  // What it wrote is gone on with, word by word, and counted.
  const [half] = (first.choices[0]?.message.content ?? '').match(/^.{1,8}/s) ?? [''];
  const begun = [...say('Say hi').messages, { role: 'assistant', content: half }];
  const rest = await ask(page, { messages: begun, temperature: 0 });
  expect(half + rest.choices[0]?.message.content).toBe(first.choices[0]?.message.content);
  const streamed = await streamOf(page, {
    ...say('Say hi'),
    stream_options: { include_usage: true },
  });
  expect(streamed.text).toBe(first.choices[0]?.message.content);
  expect(streamed.usage).toMatchObject({ completion_tokens: first.usage.completion_tokens });
  const dice = { messages: say('A number?').messages, temperature: 1, seed: 7 };
  expect((await ask(page, dice)).choices[0]?.message).toEqual(
    (await ask(page, dice)).choices[0]?.message,
  );
  // Left after its first words, it leaves the model to the next request.
  await streamOf(page, { ...say('Count to a hundred.'), max_tokens: 400 }, 2);
  expect((await ask(page, say('Say hi'))).choices[0]?.message).toEqual(first.choices[0]?.message);

  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => alcove.ready);
  expect((await ask(page, say('Say hi'))).choices[0]?.message).toEqual(first.choices[0]?.message);
  await context.setOffline(false);

  const moments = ['idle', 'prefill', 'decode', 'never'] as const;
  const answers = await page.evaluate(
    async ([model, all]) => {
      const path = ['/e2e', 'device-loss.js'].join('/');
      const { answerOnWebllm } = (await import(path)) as typeof import('./in-page/device-loss.ts');
      const found: string[] = [];
      for (const moment of all) found.push(await answerOnWebllm(model, moment));
      return found;
    },
    [MODEL, moments] as const,
  );
  expect(answers.slice(0, 3)).toEqual(new Array(3).fill('failed: slot-crashed'));
  expect(answers[3]).not.toMatch(/^failed|^$/);
});
