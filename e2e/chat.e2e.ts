import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ChatPage, numbered, script } from './chat-page.ts';
import { paste } from './paste.ts';

/** Console errors and uncaught ones fail every test here. */
test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => {
    throw error;
  });
});

async function openChat(page: Page, model = 'Scripted chat'): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open();
  // The scripted models are listed once the service has started.
  await chat.choose('Scripted vision');
  await chat.choose(model);
  return chat;
}

test('a first visitor asks the guide and finds the chat again after a reload', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open('/');
  await chat.send('How do I transcribe a file?');
  const answer = chat.answers.first();
  await expect(answer).toContainText('Transcribe');
  await expect(answer).toContainText(/tok\/s · first word in/);
  await expect(page).toHaveURL(/\/chat\/[0-9a-f-]{36}$/);
  await page.reload();
  await expect(chat.answers.first()).toContainText('Transcribe');
  await expect(page.getByRole('button', { name: /^Model: Guide/ })).toBeVisible();
});

test('markdown is drawn: code with its colours and a copy button, tables, formulas', async ({
  page,
}) => {
  const chat = await openChat(page);
  const text = [
    '**Bold** and `inline`.\n\n```js\nconst x = 1;\n```\n\n',
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    'so \\(x^2\\) holds and $$\\frac{1}{2}$$ too',
  ];
  const answer = await chat.ask(script(text));
  await expect(answer.locator('strong')).toHaveText('Bold');
  await expect(answer.locator('.hljs-keyword')).toHaveText('const');
  await expect(answer.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await expect(answer.getByRole('cell', { name: '2' })).toBeVisible();
  await expect(answer.locator('math')).toHaveCount(2);
});

test('what a model thinks first is folded away, and stays so after a reload', async ({ page }) => {
  const chat = await openChat(page, 'Scripted vision');
  const tokens = ['<think>', 'Two and ', 'two.', '</think>', '\n\nFour.'];
  const answer = await chat.ask(`#script ${JSON.stringify({ tokens })}`);
  await expect(answer).toContainText('Four.');
  await expect(answer.getByText('Two and two.')).toBeHidden();
  await answer.getByText(/^Thought/).click();
  await expect(answer.getByText('Two and two.')).toBeVisible();
  await page.reload();
  await expect(chat.answers.first()).toContainText('Four.');
  await expect(chat.answers.first()).not.toContainText('<think>');
  await chat.answers
    .first()
    .getByText(/^Thought/)
    .click();
  await expect(chat.answers.first().getByText('Two and two.')).toBeVisible();
});

test('an answer is stopped, continued, made again, and both versions are stored', async ({
  page,
}) => {
  const chat = await openChat(page, 'Scripted vision');
  await chat.send(script(numbered(200), 20));
  const answer = chat.answers.first();
  await expect(answer).toContainText('w5 ');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(answer).toContainText('stopped');
  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect(answer).toContainText('w30 ', { timeout: 20_000 });
  await chat.message.press('Escape');
  await expect(answer).toContainText('stopped');
  await answer.getByRole('button', { name: 'Regenerate' }).click();
  // Before the model was asked: stopped, not failed.
  await chat.message.press('Escape');
  await expect(answer).toContainText('2 of 2');
  await expect(answer.getByRole('button', { name: 'Regenerate' })).toBeVisible();
  await answer.getByRole('button', { name: 'Previous version' }).click();
  await expect(answer).toContainText('1 of 2');
  await expect(answer).toContainText('w30 ');
});

test('editing a question makes a branch; the old one stays', async ({ page }) => {
  const chat = await openChat(page);
  await chat.ask('first');
  await chat.ask('second');
  const question = chat.log.getByRole('article', { name: 'You' }).first();
  await question.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('changed');
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers.first()).toContainText('changed');
  await question.getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.answers).toHaveCount(2);
  await page.reload();
  await expect(chat.answers).toHaveCount(2);
});

test('a message sent during an answer is queued and can be edited', async ({ page }) => {
  const chat = await openChat(page);
  await chat.send(script(numbered(400), 30));
  await expect(chat.answers).toContainText('w1 ');
  await chat.send('waits');
  await chat.send('recalled');
  await expect(chat.log).toContainText('Queued: waits');
  await page.getByRole('button', { name: 'Edit queued message' }).nth(1).click();
  await expect(chat.answers).toHaveCount(2, { timeout: 60_000 });
  await expect(chat.answers.nth(1)).toContainText('waits');
  await expect(chat.log).not.toContainText('recalled');
});

test('chats are searched by every word in them, renamed, pinned, deleted and brought back', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask('a heron by the river');
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await chat.choose('Scripted chat');
  await chat.ask('a plain question');
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('HER riv');
  await expect(chat.row('heron')).toBeVisible();
  await expect(chat.row('a plain question')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('');
  await chat.openOptions('a heron by the river');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Birds');
  await page.getByRole('button', { name: 'Save' }).click();
  await chat.openOptions('Birds');
  await page.getByRole('menuitem', { name: 'Pin to top' }).click();
  const first = page.getByRole('list', { name: 'Chats' }).getByRole('listitem').first();
  await expect(first).toContainText('Birds');
  await chat.openOptions('Birds');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(chat.row('Birds')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await chat.row('Birds').getByRole('link').click();
  await expect(chat.log).toContainText('a heron by the river');
});

test('a temporary chat is never stored', async ({ page }) => {
  const chat = await openChat(page);
  await page.getByRole('button', { name: 'Temporary' }).click();
  await chat.choose('Scripted vision');
  const icon = readFileSync(new URL('../public/icon-192.png', import.meta.url));
  await chat.addFile('icon.png', 'image/png', icon);
  await chat.addFile('notes.txt', '', 'A secret word stands in this document.');
  await expect(page.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible({
    timeout: 20_000,
  });
  await chat.ask('a secret word');
  await expect(chat.log.getByRole('img', { name: 'icon.png' })).toBeVisible();
  await chat.message.fill('secret words that are not sent');
  const stored = await page.evaluate(async () => {
    // A page that becomes hidden stores its pending changes immediately.
    document.dispatchEvent(new Event('visibilitychange'));
    const open = indexedDB.open('alcove');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const names = [
      'conversations',
      'messages',
      'words',
      'files',
      'documents',
      'passages',
      'drafts',
    ];
    const transaction = open.result.transaction(names);
    const counts = names.map((name) => transaction.objectStore(name).count());
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    return counts.map((count) => count.result);
  });
  expect(stored).toEqual([0, 0, 0, 0, 0, 0, 0]);
  await page.reload();
  await expect(page.getByText('a secret word')).toHaveCount(0);
});

test('two models answer side by side, each reading its own answers', async ({ page }) => {
  const chat = await openChat(page);
  await page.getByRole('button', { name: 'Compare two models' }).click();
  await chat.chooseFrom(/^Second model: /, 'Guide');
  await chat.send('What is an embedding?');
  await expect(chat.answers).toHaveCount(2);
  await expect(chat.answers.nth(0)).toContainText('What is an embedding?', { timeout: 60_000 });
  await expect(chat.answers.nth(1)).toContainText('vector', { timeout: 60_000 });
});

test('sampling and the system prompt change without reloading the model; presets store them', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask('one');
  const loaded = () => page.evaluate(async () => (await alcove.status()).slots.map((s) => s.state));
  const before = await loaded();
  await page.getByRole('button', { name: 'Chat settings' }).click();
  const prompt = page.getByRole('textbox', { name: 'System prompt' });
  // 200 kB without a space would stop the page: the box stays unchanged, and says why.
  expect(await paste(prompt, { 'text/plain': 'a'.repeat(200_000) })).toBe(false);
  await expect(page.getByText('too long to paste here')).toBeVisible();
  await prompt.fill('Be brief.');
  await page.getByRole('spinbutton', { name: 'Max tokens' }).fill('2');
  const asPreset = page.getByRole('button', { name: 'Save as preset' });
  await asPreset.click();
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Short');
  await page.getByRole('button', { name: 'Save preset' }).click();
  await expect(asPreset).toBeFocused();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const answer = await chat.ask('one two three four');
  await expect(answer).toContainText('cut off at the token limit');
  expect(await loaded()).toEqual(before);
  await page.getByRole('button', { name: 'New chat', exact: true }).click();
  await page.getByRole('button', { name: 'Chat settings' }).click();
  await page.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Short' });
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toHaveValue('Be brief.');
});

test('lists, quotes and tables of an answer have the direction of its language', async ({
  page,
}) => {
  const chat = await openChat(page);
  const tokens = [
    '1. اسأل\n2. حوّل\n\n',
    '> اقتباس\n\n',
    '| الاسم | القيمة |\n|---|---|\n| متوسط | 2 |\n\n',
    '- one',
  ];
  const answer = await chat.ask(`#script ${JSON.stringify({ tokens })}`);
  const parts = answer.locator('ol, blockquote, table, ul');
  // Formatting is loaded with the first answer.
  await expect
    .poll(() => parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).direction)))
    .toEqual(['rtl', 'rtl', 'rtl', 'ltr']);
});

test('answers fit a schema; a wrong schema gets an explanation', async ({ page }) => {
  const chat = await openChat(page);
  await page.getByRole('button', { name: 'Chat settings' }).click();
  const editor = page.getByRole('textbox', { name: 'JSON Schema of answers' });
  await editor.fill('{"type": "nothing"}');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Start from an example' }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const answer = await chat.ask('who?');
  await expect(answer).toContainText('fits the schema');
  await expect(answer).toContainText('"topic"');
});

test('a tool is answered by hand, another by its function in the sandbox', async ({ page }) => {
  const chat = await openChat(page);
  const call = (name: string, args: object) =>
    `#script ${JSON.stringify({ tokens: [], tool_calls: [{ name, arguments: args }] })}`;
  await addTool(page, 'ask_me', '');
  await addTool(page, 'add', 'let s = 0; for (const n of args.numbers) s += n; return { sum: s };');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await chat.send(call('ask_me', { city: 'Oslo' }));
  const card = page.getByRole('region', { name: 'Called ask_me' });
  await expect(card.getByRole('row', { name: 'city Oslo' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Result of ask_me' }).fill('It is cold.');
  await page.getByRole('button', { name: 'Send result' }).click();
  await expect(card).toContainText('It is cold.');
  await expect(chat.answers).toHaveCount(2);
  await chat.send(call('add', { numbers: [1, 2, 39] }));
  await expect(page.getByRole('region', { name: 'Called add' })).toContainText('{"sum":42}', {
    timeout: 20_000,
  });
});

test('a function of a tool can neither reach the page nor the network nor run on', async ({
  page,
}) => {
  const chat = await openChat(page);
  const probe =
    'return [typeof fetch, typeof document, typeof self, typeof XMLHttpRequest, typeof WebSocket].join();';
  await addTool(page, 'probe', probe);
  await addTool(page, 'forever', 'for (;;);');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const call = (name: string) =>
    `#script ${JSON.stringify({ tokens: [], tool_calls: [{ name, arguments: {} }] })}`;
  await chat.send(call('probe'));
  await expect(page.getByRole('region', { name: 'Called probe' })).toContainText(
    'undefined,undefined,undefined,undefined,undefined',
    { timeout: 20_000 },
  );
  await expect(chat.answers).toHaveCount(2);
  await chat.send(call('forever'));
  await expect(page.getByRole('region', { name: 'Called forever' })).toContainText('interrupted', {
    timeout: 20_000,
  });
});

async function addTool(page: Page, name: string, code: string): Promise<void> {
  const settings = page.getByRole('button', { name: 'Chat settings' });
  if (!(await page.getByRole('dialog').isVisible())) await settings.click();
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'JavaScript function body' }).fill(code);
  await page.getByRole('button', { name: 'Save tool' }).click();
}

test('a picture goes to a model that sees; others offer one that does', async ({ page }) => {
  const chat = await openChat(page, 'Guide');
  const png = readFileSync(new URL('../public/icon-192.png', import.meta.url));
  const file = { name: 'icon.png', mimeType: 'image/png', buffer: png };
  await page.getByLabel('Files', { exact: true }).setInputFiles(file);
  await expect(page.getByRole('alert')).toContainText('Guide cannot see pictures.', {
    // Whether it has words is found out first.
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Use Scripted vision' }).click();
  await expect(page.getByRole('button', { name: 'Remove icon.png' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await chat.ask('What is this?');
  await expect(chat.log.getByRole('img', { name: 'icon.png' })).toBeVisible();
});

test('the context meter counts, warns, and the oldest messages are left out visibly', async ({
  page,
}) => {
  const chat = await openChat(page);
  for (let i = 0; i < 5; i++) await chat.ask(`${i} ${'word '.repeat(60)}`);
  await expect(page.getByText('Nearly full')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Context used' })).toBeVisible();
  await expect(chat.answers.last()).toContainText(/oldest messages? did not fit/);
});

test('one chat is exported as Markdown, as a web page and as JSON', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const chat = await openChat(page);
  await chat.ask('export me');
  const save = async (name: string) => {
    await chat.openOptions('export me');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  expect(await save('Export Markdown')).toBe(
    '# export me\n\n**You**\n\nexport me\n\n**scripted-chat**\n\nexport me\n',
  );
  const html = await save('Export web page');
  expect(html).toContain('<h2>You</h2><div>export me</div>');
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).toContain('</title><style>:root {');
  expect(JSON.parse(await save('Export JSON')).messages).toHaveLength(2);
  // The policy refuses inline styles, also in a document that is only written out.
  expect(refused).toEqual([]);
});

test('the web page of a chat has its colours and pictures, and asks for nothing', async ({
  page,
  context,
}) => {
  const chat = await openChat(page);
  await chat.choose('Scripted vision');
  await page.getByLabel('Files', { exact: true }).setInputFiles('public/icon-192.png');
  const code = '```js\nconst answer = 42; // why\n```';
  await chat.ask(
    `#script ${JSON.stringify({ tokens: [code, '\n\nSee [the list](https://a.test/b) <script>x</script>'] })}`,
  );
  await chat.openOptions('#script');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export web page' }).click(),
  ]);
  const html = readFileSync(await download.path(), 'utf8');
  const shared = await context.newPage();
  const asked: string[] = [];
  shared.on('request', (request) => asked.push(request.url()));
  await shared.route('http://shared.test/', (route) =>
    route.fulfill({ body: html, contentType: 'text/html' }),
  );
  await shared.goto('http://shared.test/');
  const colour = (name: string) =>
    shared
      .locator(name)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colour('.hljs-keyword')).not.toBe(await colour('pre'));
  const picture = shared.getByRole('img', { name: 'icon-192.png' });
  expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(192);
  expect(asked.filter((url) => !url.startsWith('data:'))).toEqual(['http://shared.test/']);
  await expect(shared.locator('body')).toContainText('the list (a.test)');
  expect(html).toContain("default-src 'none'");
  await expect(shared.locator('script')).toHaveCount(0);
});

test('everything is exported, cleared, imported again, and nothing is overwritten', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.ask('keep this');
  await page.goto('/settings/data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export everything' }).click(),
  ]);
  const file = await download.path();
  await page.getByRole('button', { name: 'Clear chats' }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('Chats cleared.')).toBeVisible();
  // Nothing is left to clear.
  await expect(page.getByRole('button', { name: 'Clear chats' })).toHaveCount(0);
  const backup = { name: 'a.ndjson', mimeType: 'text/plain', buffer: readFileSync(file) };
  await page.getByLabel('Files to import').setInputFiles(backup);
  await expect(page.getByText(/Imported [1-9]\d* items/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear chats' })).toBeEnabled();
  await page.getByLabel('Files to import').setInputFiles(backup);
  await expect(page.getByText(/^Imported 0 items/)).toBeVisible();
  await page.goto('/chat');
  await chat.row('keep this').getByRole('link').click();
  await expect(chat.answers.first()).toContainText('keep this');
});

test('a tab that goes away in the middle of an answer loses no more than a moment of it', async ({
  context,
}) => {
  const page = await context.newPage();
  const other = await context.newPage();
  await new ChatPage(other).open();
  const chat = await openChat(page, 'Scripted vision');
  await chat.send(script(numbered(400), 20));
  await expect(chat.answers).toContainText('w40 ', { timeout: 20_000 });
  const address = page.url();
  const count = async (answer: Locator) =>
    (await answer.textContent())?.match(/w\d+/g)?.length ?? 0;
  const seen = await count(chat.answers);
  await page.close();
  const again = await context.newPage();
  const reopened = new ChatPage(again);
  await reopened.open(address);
  const answer = reopened.answers.first();
  await expect(answer).toContainText('stopped');
  const shown = await count(answer);
  // 250 ms at 50 tokens a second, and what came between looking and closing.
  expect(shown).toBeGreaterThanOrEqual(seen - 13);
  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => count(answer)).toBeGreaterThan(shown);
});

test('text written from right to left is aligned to the right in questions and answers', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat?scripted-models');
  await chat.choose('Scripted chat');
  const words = 'مرحبا، كيف حالك؟';
  await chat.ask(words);
  for (const text of await page
    .getByText(words, { exact: true })
    .and(page.locator('p, div'))
    .all()) {
    const gap = await text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [line, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return box.right - line.right;
    });
    expect(gap).toBeLessThan(2);
  }
});
