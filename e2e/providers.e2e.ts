import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { serve } from '#scripts/serve.mjs';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { times } from '#testing/test-run.ts';
import { allowKeys } from './allow-keys.ts';
import { ChatPage } from './chat-page.ts';
import { openPage } from './open-page.ts';
import { provider, rules, writeRows } from './provider-rows.ts';

type Server = Awaited<ReturnType<typeof openFaultyProvider>>;

let lab: Server;
let elsewhere: Server;
test.beforeAll(async () => {
  [lab, elsewhere] = await Promise.all([openFaultyProvider(), openFaultyProvider()]);
});
test.afterAll(() => Promise.all([lab.close(), elsewhere.close()]));

function ask(page: Page, key: string, model: string, body: object = {}) {
  return page.evaluate(
    async ([bearer, id, more]) => {
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model: id,
          messages: [{ role: 'user', content: 'Hello' }],
          ...(more as object),
        }),
      });
      const tried = response.headers.get('x-alcove-tried');
      return { status: response.status, tried, text: await response.text() };
    },
    [key, model, body] as const,
  );
}

async function reopen(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate(() => alcove.ready);
}

test('one worker alone reaches the configured host; pages and other hosts stay out of reach', async ({
  page,
}) => {
  const key = await openPage(page);
  const base = lab.url({ kind: 'none' });
  await writeRows(page, [
    provider('lab', base),
    rules([{ when: { model: 'lab/*' }, mode: 'only-remote', to: ['lab:*'] }]),
  ]);
  await allowKeys(page);
  await reopen(page);

  const answer = await ask(page, key, 'lab/big');
  expect([answer.status, JSON.parse(answer.text).choices[0].message.content]).toEqual([
    200,
    'Hello wörld 👋',
  ]);
  const streamed = await ask(page, key, 'lab/big', { stream: true });
  expect(streamed.text).toContain('[DONE]');
  // As the server saw it: nothing of this browser or of the caller's key.
  const { headers } = lab.received.at(-1) ?? {};
  expect([headers?.cookie, headers?.referer, headers?.authorization]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);

  const before = lab.received.length;
  const reached = await page.evaluate(async (url) => {
    const ways = [
      () => fetch(url, { mode: 'no-cors' }),
      () => fetch(url, { method: 'POST', body: 'secret' }),
      () =>
        navigator.sendBeacon(url, 'secret')
          ? Promise.reject(new Error('queued'))
          : Promise.reject(new Error('no')),
      () =>
        new Promise((resolve, reject) =>
          Object.assign(new Image(), { src: url, onload: resolve, onerror: reject }),
        ),
      () =>
        new Promise((resolve, reject) =>
          Object.assign(new EventSource(url), { onopen: resolve, onerror: reject }),
        ),
    ];
    const outcomes = await Promise.allSettled(ways.map((way) => way()));
    return outcomes.map(({ status }) => status);
  }, `${base}/models`);
  expect(reached).toEqual(Array(5).fill('rejected'));
  expect(lab.received.length).toBe(before);

  // Configured behind the relay's back: its policy is of the hosts it was started with.
  await writeRows(page, [provider('lab', elsewhere.url({ kind: 'none' }))]);
  expect((await ask(page, key, 'lab/big')).status).toBe(200);
  expect(elsewhere.received.length).toBe(0);

  // A redirect leads nowhere, whether its target is configured or not.
  await writeRows(page, [
    provider('lab', lab.url({ kind: 'redirect', to: elsewhere.url({ kind: 'none' }) })),
  ]);
  await reopen(page);
  const redirected = await ask(page, key, 'lab/big');
  expect([redirected.status, JSON.parse(redirected.text).error.code]).toEqual([
    503,
    'upstream_unreachable',
  ]);
  expect(elsewhere.received.length).toBe(0);
});

const ATTEMPTS = times(300, 60);

test(`${ATTEMPTS} attempts to send something out while the ceiling is this device: not one byte leaves`, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const left: string[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && !['data:', 'blob:'].includes(protocol)) left.push(request.url());
  });
  const key = await openPage(page);
  const base = lab.url({ kind: 'none' });
  const modes = ['only-local', 'prefer-local', 'prefer-remote', 'only-remote'];
  const hosts = [
    base,
    'https://lab.example/v1',
    'https://*/v1',
    'https://x;connect-src */v1',
    `http://127.0.0.1:${lab.port}.evil.example/v1`,
    'https://user:pass@evil.example/v1',
    `http://127.0.0.1:${lab.port}/v1?secret=1`,
    'javascript:fetch(1)',
  ];
  await writeRows(page, [
    ...hosts.map((url, i) => provider(`p${i}`, url)),
    rules(
      modes.map((mode, i) => ({
        when: { model: `*${mode}*` },
        mode,
        to: hosts.map((_, host) => `p${(host + i) % hosts.length}:big`),
        overflowOn: [
          'not-installed',
          'engine-error',
          'context',
          'queue>0',
          'unsupported-parameter',
        ],
        onBudget: 'local',
      })),
    ),
  ]);
  await reopen(page);
  const before = lab.received.length;
  const statuses = await page.evaluate(
    async ([bearer, count, names, url]) => {
      const paths = [
        'chat/completions',
        'responses',
        'messages',
        'completions',
        'embeddings',
        'rerank',
      ];
      const boundaries = [null, 'third-party', 'device', 'own-network', 'everywhere'];
      const texts = [
        'Hello',
        `![x](${url}/x.png)`,
        `<img src="${url}/x">`,
        `#script\nfetch ${url}`,
      ];
      const seen: Record<string, number> = {};
      for (let i = 0; i < count; i++) {
        const boundary = boundaries[i % boundaries.length];
        const model = i % 3 === 0 ? `p${i % 8}/big` : `${names[i % names.length]}-${i}`;
        const text = texts[i % texts.length];
        const response = await fetch(`/v1/${paths[i % paths.length]}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${bearer}`,
            'content-type': 'application/json',
            ...(boundary ? { 'x-alcove-boundary': boundary } : {}),
          },
          body: JSON.stringify({
            model,
            messages: [{ role: 'user', content: text }],
            input: text,
            prompt: text,
            query: text,
            documents: [text],
            max_tokens: 5,
            stream: i % 2 === 0,
            store: false,
          }),
        });
        await response.text();
        seen[response.status] = (seen[response.status] ?? 0) + 1;
      }
      return seen;
    },
    [key, ATTEMPTS, modes, base] as const,
  );
  // Another tab of the same browser has the same rules.
  const other = await page.context().newPage();
  await openPage(other);
  expect((await ask(other, key, 'only-remote-x')).status).toBe(403);
  expect(Object.keys(statuses).every((status) => ['400', '403', '404'].includes(status))).toBe(
    true,
  );
  expect(statuses[403]).toBeGreaterThan(ATTEMPTS / 10);
  expect(lab.received.length).toBe(before);
  expect(left).toEqual([]);
});

/** A streamed answer whose text reaches for another host in each way that Markdown and HTML have. */
function luring(host: string): string {
  const text = [
    `![a](${host}/a.png) [b](${host}/b) <img src="${host}/c.png"> <${host}/d>`,
    `<script>fetch("${host}/e")</script><iframe src="${host}/f"></iframe>`,
    `<link rel="preconnect" href="${host}"><style>@import "${host}/g.css"</style>`,
    `\`\`\`html\n<img src="${host}/h.png">\n\`\`\``,
    `| ![i](${host}/i.png) |\n|---|\n| $\\href{${host}/j}{x}$ |`,
    'The end.',
  ].join('\n\n');
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  return `${chunk({ content: text }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`;
}

test('an answer of a provider that may answer reaches for no other host', async ({ page }) => {
  const other = `http://127.0.0.1:${elsewhere.port}`;
  await openPage(page);
  const body = luring(other);
  await writeRows(page, [
    provider('lab', lab.url({ kind: 'body', type: 'text/event-stream', body })),
    rules([{ when: { model: '*' }, mode: 'only-remote', to: ['lab:big'] }]),
  ]);
  const before = elsewhere.received.length;
  await page.goto('/chat?scripted-models');
  await page.evaluate(() => alcove.ready);
  await expect(page.getByRole('button', { name: /^Privacy of this chat/ })).toBeVisible();
  const chat = new ChatPage(page);
  await chat.send('Hello');
  await page.getByRole('button', { name: 'Allow for this chat' }).click();
  const answer = chat.answers.first();
  await expect(answer).toContainText('The end.');
  // Who answered in place of the chat's model.
  await expect(answer).toContainText('big · lab');
  expect(elsewhere.received.length).toBe(before);
  // The site with its requests, and the bytes sent and received.
  await page.goto('/settings/privacy');
  await expect(page.getByRole('row', { name: /A provider \d+ [\d.]+ kB 1 kB/ })).toBeVisible();
});

test('a deployment offers its providers, and a host without the file costs no error', async ({
  page,
}) => {
  const models = [{ id: 'big', remote: 'big-model' }];
  const offer = {
    providers: [
      {
        id: 'lab',
        name: 'Lab',
        baseUrl: lab.url({ kind: 'none' }),
        boundary: 'own-network',
        models,
      },
    ],
    rules: [{ when: { model: 'lab/*' }, mode: 'only-remote', to: ['lab:*'] }],
  };
  let file: string | null = JSON.stringify(offer);
  const { server, url } = await serve({
    first: async (request: IncomingMessage, response: ServerResponse) => {
      if (request.url !== '/alcove.json') return false;
      if (file === null) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(file);
      return true;
    },
  });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  try {
    const key = await openPage(page, `${url}/?scripted-models`);
    // A name of a provider's model that no person has raised a key for.
    await expect.poll(async () => (await ask(page, key, 'lab/big')).status).toBe(403);
    await allowKeys(page);
    await reopen(page);
    expect((await ask(page, key, 'lab/big')).status).toBe(200);

    // What it offers no longer is gone with the next start.
    file = JSON.stringify({ providers: [], rules: [] });
    await reopen(page);
    await expect.poll(async () => (await ask(page, key, 'lab/big')).status).toBe(404);
    errors.length = 0;
    file = null;
    await reopen(page);
    expect((await ask(page, key, 'scripted-chat')).status).toBe(200);
    expect(errors).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
