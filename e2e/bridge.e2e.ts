import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import OpenAI from 'openai';
import { toWav } from '#base/audio.ts';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { allowKeys } from './allow-keys.ts';
import { AlcoveProcess, bearer, pairPage } from './bridge-server.ts';
import { kill } from './kill.ts';
import { openPage } from './open-page.ts';
import { patience } from './patience.ts';

const run = promisify(execFile);
const json = { 'content-type': 'application/json' };

/** A chat request of a scripted answer. */
function scripted(script: object, stream = true): string {
  const content = `#script ${JSON.stringify(script)}`;
  return JSON.stringify({ model: 'scripted-chat', stream, messages: [{ role: 'user', content }] });
}
const LONG = scripted({ tokens: Array.from({ length: 400 }, (_, i) => `${i} `), delayMs: 10 });

test('alcove --headless answers curl with its own key', async () => {
  const server = new AlcoveProcess('--headless');
  try {
    await server.start();
    const { stdout } = await run(process.execPath, [
      'scripts/start.mjs',
      'key',
      '--data',
      server.data,
    ]);
    const key = stdout.trim();
    expect(server.output).not.toContain(key);
    const call = (body: object) =>
      run('curl', [
        '-sN',
        `${server.url}/v1/chat/completions`,
        '-H',
        `authorization: Bearer ${key}`,
        '-H',
        'content-type: application/json',
        '-d',
        JSON.stringify({
          model: 'alcove-guide',
          messages: [{ role: 'user', content: 'What is Alcove?' }],
          ...body,
        }),
      ]);
    const whole = JSON.parse((await call({})).stdout) as {
      choices: { message: { content: string } }[];
    };
    const text = whole.choices[0]?.message.content ?? '';
    expect(text.length).toBeGreaterThan(20);
    const streamed = (await call({ stream: true, temperature: 0 })).stdout;
    expect(streamed).toMatch(/data: \[DONE\]\n\n$/);
    expect(streamed.split('\n\n').length).toBeGreaterThan(5);
  } finally {
    await server.stop();
  }
});

test.describe('a paired tab', () => {
  const server = new AlcoveProcess();
  test.beforeAll(() => server.start());
  test.afterAll(() => server.stop());
  // Each test has a browser profile of its own.
  test.beforeEach(async () => {
    await server.kill();
    await server.start();
  });

  test('the server calls a provider without CORS for the paired tab only, and no other address', async ({
    page,
  }) => {
    const lab = await openFaultyProvider();
    try {
      const key = await pairPage(page, server);
      const left: string[] = [];
      page.context().on('request', (request) => {
        if (new URL(request.url()).origin !== server.url) left.push(request.url());
      });
      await page.goto(`${server.url}/settings/providers?scripted-models`);
      await page.getByRole('button', { name: 'Add provider' }).click();
      const form = page.getByRole('dialog', { name: 'Add provider' });
      await form.getByLabel('Base URL').fill(lab.url({ kind: 'no-cors' }));
      await form.getByLabel('Name').fill('Lab');
      await form.getByLabel('API key').fill('secret');
      await form.getByLabel('Where it runs').selectOption('Own network');
      await form.getByRole('button', { name: 'Save and test' }).click();
      const row = page.getByRole('article', { name: 'Lab', exact: true });
      await expect(row.getByRole('status')).toContainText('CORS');
      left.length = 0;
      const before = lab.received.length;
      await row.getByRole('button', { name: 'Send through this server' }).click();
      await expect(row.getByRole('status')).toHaveText('Connected. The server lists 1 model.');
      await row.getByRole('button', { name: 'Allow requests that name its models' }).click();
      await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(1);
      const ask = () =>
        fetch(`${server.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { ...bearer(key), ...json },
          body: JSON.stringify({
            model: 'lab/big-model',
            stream: true,
            messages: [{ role: 'user', content: 'Hello' }],
          }),
        });
      // The rule alone sends nothing: the key may not go that far.
      expect((await ask()).status).toBe(403);
      await allowKeys(page);
      await page.reload();
      await page.evaluate(() => alcove.ready);
      const answer = await ask();
      expect(answer.headers.get('x-alcove-served-by')).toBe('lab/big-model');
      expect(await answer.text()).toContain('wörld');
      const asked = lab.received.slice(before);
      expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
        ['/v1/models', 'Bearer secret'],
        ['/v1/chat/completions', 'Bearer secret'],
      ]);
      for (const { headers } of asked) {
        expect([headers.cookie, headers.origin, headers.referer]).toEqual(Array(3).fill(undefined));
      }
      // The page itself asks its server alone, and has no grant for its relay.
      expect(left).toEqual([]);
      const status = await page.evaluate(
        async (target) => {
          const headers = { 'x-alcove-relay-target': target, 'x-alcove-relay-method': 'GET' };
          return (await fetch('/bridge/relay', { method: 'POST', headers, body: '' })).status;
        },
        lab.url({ kind: 'no-cors' }).concat('/models'),
      );
      expect(status).toBe(403);
      expect(lab.received.length).toBe(before + asked.length);
    } finally {
      await lab.close();
    }
  });

  test('a server that is asked to end sends a typed error first', async ({ page }) => {
    const key = await pairPage(page, server);
    const headers = { ...bearer(key), ...json };
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: LONG,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    const ended = server.end();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += value;
    }
    expect(text).toContain('engine_unavailable');
    await ended;
  });

  test('answers the openai client: whole, streamed, tools, JSON, embeddings, a file of 20 MB', async ({
    page,
  }) => {
    const key = await pairPage(page, server);
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: key, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'What is Alcove?' }];
    const guide = { model: 'alcove-guide', messages, temperature: 0 };
    const whole = await client.chat.completions.create(guide);
    const text = whole.choices[0]?.message.content ?? '';
    let streamed = '';
    for await (const chunk of await client.chat.completions.create({ ...guide, stream: true })) {
      streamed += chunk.choices[0]?.delta.content ?? '';
    }
    expect(streamed).toBe(text);
    expect(text.length).toBeGreaterThan(20);

    const parameters = {
      type: 'object',
      properties: { city: { enum: ['Berlin', 'Paris'] } },
      required: ['city'],
      additionalProperties: false,
    };
    const called = await client.chat.completions.create({
      ...guide,
      tools: [{ type: 'function', function: { name: 'weather', parameters } }],
      tool_choice: 'required',
    });
    const [call] = called.choices[0]?.message.tool_calls ?? [];
    expect(JSON.parse(call?.type === 'function' ? call.function.arguments : '')).toHaveProperty(
      'city',
    );
    const valid = await client.chat.completions.create({
      ...guide,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'place', schema: parameters, strict: true },
      },
    });
    expect(JSON.parse(valid.choices[0]?.message.content ?? '')).toHaveProperty('city');

    const { data } = await client.embeddings.create({
      model: 'alcove-embed',
      input: ['one', 'two'],
    });
    expect(data.map(({ embedding }) => embedding.length)).toEqual([256, 256]);

    const samples = Float32Array.from({ length: 10_000_000 }, (_, i) => Math.sin(i / 9) / 4);
    const file = new File([toWav(samples, 16_000)], 'tone.wav', { type: 'audio/wav' });
    expect(file.size).toBeGreaterThan(20_000_000);
    const transcription = await client.audio.transcriptions.create({
      model: 'scripted-speech',
      file,
    });
    expect(transcription.text).toMatch(/\d/);
  });

  test('stops the model when the client goes, and answers 25 concurrent requests', {
    tag: '@measured',
  }, async ({ page }) => {
    const key = await pairPage(page, server);
    const headers = { ...bearer(key), ...json };
    const post = (body: string, signal?: AbortSignal) =>
      fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers,
        body,
        ...(signal && { signal }),
      });
    const gone = new AbortController();
    const response = await post(LONG, gone.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    expect(
      await page.evaluate(() =>
        alcove.status().then(({ slots }) => slots.some((s) => s.running > 0)),
      ),
    ).toBe(true);
    gone.abort();
    const idleMs = await page.evaluate(async () => {
      const start = performance.now();
      while ((await alcove.status()).slots.some((slot) => slot.running > 0)) {
        if (performance.now() - start > 5_000) break;
      }
      return performance.now() - start;
    });
    expect(idleMs).toBeLessThan(300 * patience());

    const body = scripted({ tokens: ['a', 'b', 'c'], delayMs: 20 }, false);
    const answers = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const answer = await post(body);
        return { status: answer.status, body: await answer.text() };
      }),
    );
    const counts = answers.map(({ status }) => status);
    expect(counts.every((status) => status === 200 || status === 429)).toBe(true);
    expect(counts.filter((status) => status === 200).length).toBeGreaterThan(0);
    for (const answer of answers) {
      if (answer.status === 429) expect(JSON.parse(answer.body).error.code).toBe('queue_full');
      else expect(answer.body).toContain('abc');
    }
  });

  test('a crashed tab, server or browser loses only requests in flight, and the next request works', {
    tag: ['@measured', '@full'],
  }, async ({ browser }) => {
    const context = await browser.newContext();
    let page = await context.newPage();
    const key = await pairPage(page, server);
    const headers = { ...bearer(key), ...json };
    const post = (body: string) =>
      fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body });
    const second = await context.newPage();
    await openPage(second, `${server.url}/?scripted-models`);
    let other = second;
    for (let i = 0; i < 20; i++) {
      const response = await post(LONG);
      const reader = response.body?.getReader();
      await reader?.read();
      const start = performance.now();
      await kill(page);
      let rest = '';
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done) break;
        rest += new TextDecoder().decode(value);
      }
      expect(performance.now() - start).toBeLessThan(2_000 * patience());
      expect(rest).toContain('engine_unavailable');
      const next = await post(scripted({ tokens: ['again'] }, false));
      expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('again')]);
      // The other tab hosts now; a new one stands by.
      page = other;
      other = await context.newPage();
      await openPage(other, `${server.url}/?scripted-models`);
    }
    for (let i = 0; i < 20; i++) {
      const response = await post(LONG);
      const reader = response.body?.getReader();
      await reader?.read();
      await server.kill();
      const lost = (async () => {
        while (!(await reader?.read())?.done);
      })();
      await expect(lost).rejects.toThrow();
      await server.start();
      const next = await post(scripted({ tokens: ['again'] }, false));
      expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('again')]);
    }
    await context.close();
  });
});
