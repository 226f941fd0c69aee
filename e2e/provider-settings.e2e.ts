import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { openFaultyProvider } from '#testing/faulty-provider.ts';
import { violations } from './axe.ts';
import { ChatPage } from './chat-page.ts';

type Server = Awaited<ReturnType<typeof openFaultyProvider>>;

let lab: Server;
test.beforeAll(async () => {
  lab = await openFaultyProvider();
});
test.afterAll(() => lab.close());

/** Adds a provider in Settings, which tests it immediately. */
async function addProvider(page: Page, name: string, baseUrl: string, key = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog', { name: 'Add provider' });
  await form.getByLabel('Base URL').fill(baseUrl);
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('API key').fill(key);
  await form.getByLabel('Where it runs').selectOption('Own network');
  await form.getByRole('button', { name: 'Save and test' }).click();
  await expect(form).toHaveCount(0);
}

const providerOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('a provider is added, tested, allowed by a rule, and answers a chat that the person approved', async ({
  page,
}) => {
  await page.goto('/settings/providers?scripted-models');
  await addProvider(page, 'Lab', lab.url({ kind: 'key' }), 'right');
  const row = providerOf(page, 'Lab');
  // A first visit: the page was there before its service worker.
  const reload = row.getByRole('button', { name: 'Reload' });
  await expect(row.getByRole('status')).toContainText(/Connected|Reload it/);
  if (await reload.isVisible()) {
    await reload.click();
    await row.getByRole('button', { name: 'Test connection' }).click();
  }
  await expect(row.getByRole('status')).toHaveText('Connected. The server lists 1 model.');
  await expect(row).toContainText('Key stored');
  await expect(row).not.toContainText('right');
  await row.getByRole('button', { name: 'Allow requests that name its models' }).click();
  await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(1);
  // Whose requests it is for, and what they contain, are stored with it.
  const rule = page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
  await rule.getByLabel('Requests of').selectOption('This app');
  await rule.getByLabel('Tools').check();
  await page.reload();
  await expect(rule.getByLabel('Requests of')).toHaveValue('session');
  await rule.getByLabel('Tools').uncheck();
  await expect(rule.getByLabel('Tools')).not.toBeChecked();
  await row.getByText('1 model', { exact: true }).click();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Models', exact: true }).first().click();
  const beyond = page.getByRole('table', { name: 'At providers' });
  await expect(beyond.getByRole('row', { name: /lab\/big-model/ })).toContainText('Own network');

  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  const chat = new ChatPage(page);
  await chat.choose('big-model · Lab');
  await expect(
    page.getByRole('button', { name: 'Privacy of this chat: Asks before sending' }),
  ).toBeVisible();
  const before = lab.received.length;
  await chat.send('What is in the safe?');
  const sheet = page.getByRole('dialog', { name: 'Send to a provider?' });
  await expect(sheet.getByRole('list', { name: 'What is sent' })).toContainText(
    'What is in the safe?',
  );
  await expect(sheet).toContainText('Retains requests: Unknown · Trains on them: Unknown');
  expect(await violations(page)).toEqual([]);
  expect(lab.received.length).toBe(before);

  await sheet.getByRole('button', { name: 'Do not send' }).click();
  const refused = chat.answers.last();
  await expect(refused).toContainText('This chat may not be sent to a provider.');
  expect(lab.received.length).toBe(before);

  await page.getByRole('button', { name: 'Privacy of this chat: This device only' }).click();
  const privacy = page.getByRole('dialog', { name: 'Privacy of this chat' });
  await privacy.getByLabel('This chat may be answered by').selectOption('Own network');
  await privacy.getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByRole('button', { name: 'Privacy of this chat: Up to: Own network' }),
  ).toBeVisible();
  const answer = await chat.ask('And now?');
  await expect(answer).toContainText('Hello wörld 👋');
  await expect(answer).toContainText('big-model · Lab');
  const { headers, body } = lab.received.at(-1) ?? {};
  expect(headers?.authorization).toBe('Bearer right');
  expect(body).toContain('And now?');

  // A temporary chat stays here, whatever the model's rule.
  await page.getByRole('button', { name: 'Temporary' }).first().click();
  await chat.choose('big-model · Lab');
  const sent = lab.received.length;
  await chat.send('Secret');
  await expect(chat.answers.last()).toContainText('This chat may not be sent to a provider.');
  expect(lab.received.length).toBe(sent);
});

test('a test of the connection names the problem and the remedy', async ({ page }) => {
  await page.goto('/settings/providers?scripted-models');
  await page.evaluate(() => alcove.ready);
  const missing = { kind: 'status', status: 404, type: 'text/plain', body: '' } as const;
  const wrong: [name: string, baseUrl: string, said: RegExp][] = [
    [
      'No CORS',
      lab.url({ kind: 'no-cors' }),
      /CORS.*--allowed-origins '\["http:\/\/localhost:\d+"\]'/,
    ],
    ['No key', lab.url({ kind: 'key' }), /refuses the API key \(401\)/],
    ['No path', lab.url(missing), /no API at this path \(404\)/],
    ['Nobody', 'http://127.0.0.1:9/v1', /did not answer/],
  ];
  for (const [name, baseUrl, said] of wrong) {
    await addProvider(page, name, baseUrl);
    const row = providerOf(page, name);
    await expect(row.getByRole('status')).toContainText(said);
  }
  const path = providerOf(page, 'No path');
  await path.getByRole('button', { name: `Use http://127.0.0.1:${lab.port}/v1` }).click();
  await path.getByRole('button', { name: 'Test connection' }).click();
  await expect(path.getByRole('status')).toContainText('Connected. The server lists 1 model.');

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as alcove.json' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  expect(JSON.parse(file).providers).toHaveLength(4);
  expect(await violations(page)).toEqual([]);
});

test('a refused form names its first wrong field, and two presses add one provider', async ({
  page,
}) => {
  await page.goto('/settings/providers');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog', { name: 'Add provider' });
  const address = form.getByLabel('Base URL');
  const parallel = form.getByLabel('Parallel requests');
  await address.fill('somewhere');
  await form.getByText('Limits and time-outs').click();
  await parallel.fill('0');
  const save = form.getByRole('button', { name: 'Save and test' });
  await save.click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Enter the address of a server/);
  await address.fill(lab.url({ kind: 'key' }));
  await save.click();
  await expect(parallel).toBeFocused();
  await expect(address).not.toHaveAttribute('aria-invalid');
  await parallel.fill('1');
  await form.getByLabel('Name').fill('Lab');
  // The second comes before the first is drawn.
  await save.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(providerOf(page, 'Lab')).toBeVisible();
});
