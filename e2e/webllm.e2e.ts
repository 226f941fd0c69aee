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

  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => alcove.ready);
  expect((await ask(page, say('Say hi'))).choices[0]?.message).toEqual(first.choices[0]?.message);
  await context.setOffline(false);
});
