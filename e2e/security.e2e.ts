import { expect, type Page, test } from '@playwright/test';
import { times } from '#testing/test-run.ts';
import { callingAttacks, scriptAttacks } from './attacks.ts';
import { ChatPage, script } from './chat-page.ts';

/** Attack strings in one answer: each its own block. */
const TOGETHER = 100;

interface Watch {
  elsewhere: string[];
  violations: () => Promise<string[]>;
}

/** Sees every request, every dialog and every breach of the policy, blocked ones too. */
async function watch(page: Page, baseURL: string | undefined): Promise<Watch> {
  const elsewhere: string[] = [];
  page.context().on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== baseURL && !['data:', 'blob:'].includes(protocol)) elsewhere.push(request.url());
  });
  page.on('dialog', (dialog) => {
    elsewhere.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seenViolations: seen });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      seen.push(`${violatedDirective}: ${blockedURI}`);
    });
  });
  const violations = () =>
    page.evaluate(() => {
      const { seenViolations, attacked } = globalThis as unknown as {
        seenViolations: string[];
        attacked?: number;
      };
      return [...seenViolations, ...(attacked ? ['a script ran'] : [])];
    });
  return { elsewhere, violations };
}

function groups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  );
}

/** As a model would write it: a few characters at a time. */
function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,9}/g) ?? [];
}

const ATTACKS = times(2_000, 200);
const CALLS_HOME = times(300, 60);

test(`${ATTACKS} attack strings, whole and streamed, run nothing and send no request`, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(400_000);
  const watched = await watch(page, baseURL);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  for (const [i, group] of groups(scriptAttacks(ATTACKS), TOGETHER).entries()) {
    if (i % 5 === 0) {
      await page.getByRole('button', { name: 'New chat', exact: true }).click();
      await chat.choose('Scripted vision');
    }
    const text = `${group.join('\n\n')}\n\nthe end of ${i}`;
    const answer = await chat.ask(script(i % 2 === 0 ? [text] : pieces(text)));
    await expect(answer).toContainText(`the end of ${i}`);
    await expect(
      answer.locator('script, iframe, object, embed, form, style, base, meta, img'),
    ).toHaveCount(0);
    const handlers = answer.locator(
      '[onerror], [onload], [onclick], [onfocus], [ontoggle], [href^="javascript" i], [href^="data" i]',
    );
    await expect(handlers).toHaveCount(0);
    expect(await watched.violations()).toEqual([]);
  }
  expect(watched.elsewhere).toEqual([]);
});

test(`${CALLS_HOME} ways to call home, in answers, documents and file names, send no request`, async ({
  page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const watched = await watch(page, baseURL);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted vision');
  // Answers, documents, and names of files.
  const attacks = callingAttacks(CALLS_HOME);
  const [inAnswers, inFiles] = [(CALLS_HOME * 2) / 3, (CALLS_HOME * 13) / 15];
  for (const [i, group] of groups(attacks.slice(0, inAnswers), TOGETHER).entries()) {
    const text = `${group.join('\n\n')}\n\nthe end of ${i}`;
    const answer = await chat.ask(script(i % 2 === 0 ? [text] : pieces(text)));
    await expect(answer).toContainText(`the end of ${i}`);
    await expect(answer.locator('img, link, style, video, audio, iframe, [ping]')).toHaveCount(0);
  }
  const add = (name: string, text: string) =>
    page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  for (const [i, group] of groups(
    attacks.slice(inAnswers, inFiles),
    (inFiles - inAnswers) / 3,
  ).entries()) {
    const name = `bad-${i}.${['html', 'md', 'txt'][i]}`;
    await add(name, `A heron waits for fish. ${group.join('\n\n')} A heron waits for fish.`);
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible({
      timeout: 20_000,
    });
  }
  for (const attack of attacks.slice(inFiles)) {
    await add(
      `${attack.replaceAll('/', '∕').replaceAll('\n', ' ').slice(0, 200)}.txt`,
      'A heron waits for fish.',
    );
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 20_000 });
  }
  // The scripted model echoes the passages, names included, as an answer.
  const answer = await chat.ask('Which bird waits for fish?');
  await answer.getByRole('button', { name: /^\[1\] / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(chat.answers.last()).toContainText('heron');
  expect(await watched.violations()).toEqual([]);
  expect(watched.elsewhere).toEqual([]);
});

test('the palette and every page break no rule of the policy', async ({ page, baseURL }) => {
  const watched = await watch(page, baseURL);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  await chat.ask('a table, a formula and code');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  for (const text of ['t', 'dark', 'a table', 'qwen']) await palette.fill(text);
  await page.keyboard.press('Escape');
  // The next page begins a list of its own.
  expect(await watched.violations(), 'the chat and the palette').toEqual([]);
  for (const path of ['/settings', '/settings/data', '/settings/privacy', '/settings/providers'])
    await visit(path);
  for (const path of ['/settings/service', '/developer', '/developer/requests', '/models'])
    await visit(path);

  async function visit(path: string): Promise<void> {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await watched.violations(), path).toEqual([]);
  }
});

test('the policy is strict on pages, workers and the service worker, and Trusted Types are on', async ({
  page,
  request,
}) => {
  await new ChatPage(page).open('/chat');
  const html = await (await request.get('/')).text();
  const start = /href="(\/assets\/start-[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const code = await (await request.get(start)).text();
  const worker = /host-worker-[\w-]+\.js/.exec(code)?.[0] ?? '';
  expect(worker).not.toBe('');
  for (const path of ['/', '/chat/1', `/assets/${worker}`, '/service-worker.js']) {
    const response = await request.get(path, { headers: { accept: 'text/html' } });
    expect(response.status()).toBe(200);
    const policy = response.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
  }
  // The worker that brings models is the one script with a way out, and knows its hosts by name.
  const host = await (await request.get(`/assets/${worker}`)).text();
  const service = /host-service-[\w-]+\.js/.exec(host)?.[0] ?? '';
  const hostCode = await (await request.get(`/assets/${service}`)).text();
  const downloads = /download-worker-[\w-]+\.js/.exec(hostCode)?.[0] ?? '';
  const headers = (await request.get(`/assets/${downloads}`)).headers();
  const connect = /connect-src ([^;]+)/.exec(headers['content-security-policy'] ?? '')?.[1];
  expect(connect?.split(' ')).toEqual([
    "'self'",
    'https://huggingface.co',
    'https://*.huggingface.co',
    'https://*.hf.co',
    'https://raw.githubusercontent.com',
  ]);
  const refused = await page.evaluate(async () => {
    const tried: Record<string, string> = {};
    const attempt = async (name: string, run: () => unknown) => {
      try {
        await run();
        tried[name] = 'worked';
      } catch (error) {
        tried[name] = (error as Error).name;
      }
    };
    await attempt('innerHTML', () => {
      document.createElement('div').innerHTML = '<b>x</b>';
    });
    // Later, so that it runs as the page's own code and not as the test's.
    const later = () =>
      new Promise((resolve, reject) => {
        setTimeout(() => {
          try {
            resolve(new Function('return 1')());
          } catch (error) {
            reject(error as Error);
          }
        });
      });
    await attempt('eval', later);
    await attempt('fetch', () => fetch('https://elsewhere.test/'));
    await attempt('worker', () => new Worker('https://elsewhere.test/a.js'));
    return tried;
  });
  expect(refused).toEqual({
    innerHTML: 'TypeError',
    eval: 'EvalError',
    fetch: 'TypeError',
    worker: 'TypeError',
  });
});
