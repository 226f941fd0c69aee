// What breaks inside a model: each time a typed error, and the next request is answered rightly.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { openPage } from './open-page.ts';

const REFERENCE = JSON.parse(
  readFileSync(fileURLToPath(new URL('shapes/faulty/reference.json', import.meta.url)), 'utf8'),
);

async function download(page: Page, names: readonly string[]): Promise<string> {
  await chooseHub(page);
  await page.goto('/chat');
  await openModels(page);
  for (const name of names) {
    await addModel(page, `shapes/${name}`);
    await expect(modelRow(page, name)).toContainText('On this device', { timeout: 60_000 });
  }
  return openPage(page, '/');
}

interface Answered {
  status: number;
  error?: { type: string; code: string; message: string };
  bytes?: number[];
}

function ask(page: Page, key: string, body: object): Promise<Answered> {
  const defaults = { model: 'shapes/faulty', temperature: 0, max_tokens: 64, logprobs: true };
  return page.evaluate(
    async ([apiKey, json]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: json };
      const response = await fetch('/v1/chat/completions', init);
      const { error, choices } = await response.json();
      const bytes = choices?.[0].logprobs?.content.flatMap((t: { bytes: number[] }) => t.bytes);
      return { status: response.status, error, bytes };
    },
    [key, JSON.stringify({ ...defaults, ...body })] as const,
  );
}

const say = (content: string) => ({ messages: [{ role: 'user', content }] });

test('a token beyond the table, numbers that are none and memory that is not there', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const key = await download(page, ['faulty']);
  const right = async (after: string) => {
    const { bytes, error } = await ask(page, key, { messages: REFERENCE.messages });
    expect(bytes, `${after}: ${JSON.stringify(error)}`).toEqual(REFERENCE.tokens);
  };
  await right('nothing');
  const beyond = await ask(page, key, say('What is <|beyond|>?'));
  expect(beyond).toMatchObject({ status: 500, error: { type: 'server_error' } });
  await right('a token beyond the table');
  const none = await ask(page, key, say('About ~ this.'));
  expect(none).toMatchObject({ status: 500, error: { type: 'server_error' } });
  await right('numbers that are none');
  const memory = await ask(page, key, say('Remember this. '.repeat(40)));
  expect(memory).toMatchObject({ status: 503, error: { code: 'engine_unavailable' } });
  await right('memory that is not there');
  // One that fails does not take those next to it along.
  const [failed, fine] = await Promise.all([
    ask(page, key, say('About ~ this.')),
    ask(page, key, { messages: REFERENCE.messages }),
  ]);
  expect(failed.status).toBe(500);
  expect(fine.bytes, JSON.stringify(fine.error)).toEqual(REFERENCE.tokens);
  await right('two concurrent requests');
});

test('files that are no graph: the model says so each time, and the others answer', async ({
  page,
}) => {
  const key = await download(page, ['garbage']);
  for (let i = 0; i < 2; i++) {
    const broken = await ask(page, key, { model: 'shapes/garbage', ...say('Hello?') });
    expect(broken).toMatchObject({ status: 400, error: { code: 'model_not_compatible' } });
    const { status, bytes } = await ask(page, key, {
      model: 'alcove-guide',
      ...say('What is Alcove?'),
    });
    expect(status).toBe(200);
    expect(Buffer.from(bytes ?? []).toString()).toContain('Alcove');
  }
});
