import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { appStarted, ChatPage } from './chat-page.ts';
import { modelRow } from './hub-page.ts';
import { isOffline } from './is-offline.ts';
import { openPage } from './open-page.ts';
import { STORED_PAGES } from './page-paths.ts';
import { databaseIsMade } from './stored-chat.ts';

const PAGES = [...STORED_PAGES, '/models', '/models/alcove-guide', '/nowhere'];

/** A phone, then a window at 200 % and 400 % zoom, and one so low that little more than the bar fits. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1000, height: 700 },
  { width: 720, height: 450 },
  { width: 320, height: 256 },
];

/** Pixels by which the document is wider and higher than the window: only the page inside it scrolls. */
function overflow(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    return [scrollWidth - clientWidth, scrollHeight - innerHeight];
  });
}

test('on every page nothing overflows on a phone and zoomed, and axe finds nothing, light and dark', async ({
  page,
}) => {
  // Sixteen pages at four sizes, each read by axe in both themes.
  test.setTimeout(900_000);
  const chat = new ChatPage(page);
  const settings = page.getByRole('navigation').getByRole('link', { name: 'Settings' });
  const chats = page.getByRole('button', { name: 'Chats', exact: true });
  const found: Record<string, string[]> = {};
  for (const path of PAGES) {
    // Opened on the phone; who zooms resizes the page that is open.
    await page.setViewportSize(SIZES[0] as (typeof SIZES)[0]);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await appStarted(page);
    if (path === '/models') await expect(page.getByRole('table').first()).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const name = `${path} at ${size.width} × ${size.height}`;
      await test.step(name, async () => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect.poll(() => overflow(page), { message: name }).toEqual([0, 0]);
        if (path !== '/chat') return;
        await expect(chat.message).toBeInViewport();
        // A phone has the settings in the list of chats.
        const isPhone = size.width <= 760;
        await expect(isPhone ? chats : settings).toBeInViewport();
      });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    const problems = await violationsInBothThemes(page);
    if (problems.length > 0) found[path] = problems;
  }
  expect(found).toEqual({});
});

test('axe finds nothing in a chat and in every sheet, light and dark', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.ask('Show me how to call /v1 from JavaScript');
  expect(await violationsInBothThemes(page)).toEqual([]);
  for (const open of [
    () => page.keyboard.press('Control+k'),
    () => page.getByRole('button', { name: 'Chat settings' }).click(),
  ]) {
    await open();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^Options for/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Options for/ })).toBeFocused();
});

test('the keyboard alone opens pages, the palette and help, and the focus comes back', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  // A fresh chat focuses its message box, and stray characters go there.
  await chat.open('/chat');
  await expect(chat.message).toBeFocused();
  await page.getByRole('link', { name: 'Alcove, home' }).focus();
  await page.keyboard.type('good');
  await expect(chat.message).toHaveValue('good');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Alcove, home' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Alcove, home' })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page.getByRole('heading', { name: 'Developer' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search commands and chats' })).toBeFocused();
  await page.keyboard.type('sett');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+Shift+o');
  await page.keyboard.press('/');
  await expect(chat.message).toBeFocused();
  await page.keyboard.type('hello');
  await page.keyboard.press('Enter');
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.answers.first()).toContainText('Guide', { timeout: 20_000 });
});

test('a selection that ends outside of a dialog does not close it; a press outside does', async ({
  page,
}) => {
  await page.goto('/developer/keys');
  await page.getByRole('textbox', { name: 'Key name' }).fill('my app');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('button', { name: 'Limits' }).click();
  const field = page.getByRole('spinbutton', { name: 'Requests per minute' });
  await field.fill('12');
  const box = await field.boundingBox();
  if (!box) throw new Error('The field is not drawn.');
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(8, 8, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(field).toHaveValue('12');
  await page.mouse.click(8, 8);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a press on the empty part of a side sheet leaves it open; one outside closes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Chat settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Chat settings' });
  const box = await sheet.boundingBox();
  if (!box) throw new Error('The sheet is not drawn.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 12);
  await expect(sheet).toBeVisible();
  await page.mouse.click(box.x - 40, box.y + box.height / 2);
  await expect(sheet).toHaveCount(0);
});

test('every control of the chat is reached with Tab', async ({ page }) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await chat.ask('hello');
  await page.getByRole('link', { name: 'Alcove, home' }).focus();
  const names = new Set<string>();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
    if (names.size > 5 && name === 'Skip to content') break;
    names.add(name);
  }
  for (const name of [
    'New chat',
    'Search chats',
    'Copy message',
    'Edit',
    'Regenerate',
    'Message',
    'Attach files',
    'Record',
    'Chat settings',
    'Compare two models',
  ]) {
    expect([...names]).toContain(name);
  }
});

test('a phone has the command palette on every page, and in the list of chats', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Command palette' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('transc');
  await page.getByRole('option', { name: 'Transcribe Page', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Transcribe', level: 1 })).toBeVisible();
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Command palette' }).click();
  await expect(page.getByRole('option', { name: /New chat/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Chat settings' }).click();
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Chats', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('the palette finds settings and models by what people call them, and Guide answers the rest', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await page.keyboard.press('Control+k');
  await palette.fill('disk space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Storage' })).toBeInViewport();
  await page.keyboard.press('Control+k');
  await palette.fill('qwen3 0.6');
  await page
    .getByRole('option', { name: /Qwen3 0\.6B/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Qwen3 0.6B', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette.fill('what is an embedding?');
  await expect(page.getByRole('dialog')).toContainText('No command matches.');
  await page.keyboard.press('Enter');
  await expect(chat.answers.first()).toContainText('vector', { timeout: 30_000 });
});

test('limits of the service are saved by Enter, and when the page is left by a key', async ({
  page,
  context,
}) => {
  const memory = page.getByLabel('Memory for models (GB)');
  const queue = page.getByLabel('Queue length per model');
  const time = page.getByLabel('Time limit per request (seconds)');
  await openPage(page, '/settings/service');
  await memory.fill('2.5');
  await memory.press('Enter');
  // In another tab: leaving this one would save it, too.
  const other = await context.newPage();
  await expect(async () => {
    await other.goto('/settings/service');
    await expect(other.getByLabel('Memory for models (GB)')).toHaveValue('2.5', { timeout: 5_000 });
  }).toPass();
  await queue.fill('3');
  // The palette opens over the field, and the page of the field goes.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('chat');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat$/);
  await page.goBack();
  await expect(queue).toHaveValue('3');
  await time.fill('0');
  await time.press('Enter');
  await expect(time).toHaveAttribute('aria-invalid', 'true');
  await time.fill('77');
  await page.reload();
  await expect(time).toHaveValue('77');
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/chat');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        .filter((style) => style.transitionDuration !== '0s' || style.animationDuration !== '0s')
        .length,
  );
  expect(moving).toBe(0);
});

/** Notes in each picture of a page whether the offer is drawn, and the places of what a person reads meanwhile. */
function notePlaces(): void {
  const pictures: { hasOffer: boolean; places: string }[] = [];
  const look = () => {
    const read = [...document.querySelectorAll('#page h1, #page a[href$="/embeddings?sample"]')];
    if (read.length === 2) {
      const places = JSON.stringify(read.map((part) => part.getBoundingClientRect()));
      const hasOffer = document.querySelector('aside[aria-label="A larger model"]') !== null;
      pictures.push({ hasOffer, places });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(globalThis, { pictures });
}

test('the offer of a larger model moves nothing that is being read', async ({ page }) => {
  await page.addInitScript(notePlaces);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/');
    const offer = page.getByRole('complementary', { name: 'A larger model' });
    await expect(offer).toBeVisible({ timeout: 30_000 });
    const [before, after] = await page.evaluate(() => {
      const { pictures } = globalThis as unknown as {
        pictures: { hasOffer: boolean; places: string }[];
      };
      const at = pictures.findIndex(({ hasOffer }) => hasOffer);
      return [pictures[at - 1]?.places, pictures[at]?.places];
    });
    expect(before).toBeDefined();
    expect(after).toBe(before);
    expect(new URL(page.url()).pathname).toBe('/');
  }
});

test('the doors of a first visit lead to a transcript and to a map; a slash lists prompts', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/');
  await page.getByRole('link', { name: /^Transcribe Eleven seconds/ }).click();
  await expect(page).toHaveURL(/\/transcribe\/[0-9a-f-]{36}$/, { timeout: 30_000 });
  await expect(page.getByRole('heading', { name: /inaugural/i, level: 1 })).toBeVisible();
  await chat.open('/');
  await page.getByRole('link', { name: /^See a map/ }).click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/embeddings$/);
  await chat.open('/');
  await chat.message.pressSequentially('/expl');
  await expect(page.getByRole('listbox', { name: 'Prompts' })).toContainText('Explain');
  await chat.message.press('Enter');
  await expect(chat.message).toHaveValue('Explain this in simple words: ');
});

test('own prompts are listed, deleted, and back after Undo, in every tab', async ({
  page,
  context,
}) => {
  const long = `Answer this mail: ${'kind and short '.repeat(400)}`;
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await databaseIsMade(page);
  await page.evaluate(async (text) => {
    const opening = indexedDB.open('alcove');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const change = opening.result.transaction('prompts', 'readwrite');
    change.objectStore('prompts').put({ id: 'mail', text, savedAt: 1 });
    await new Promise((resolve) => change.addEventListener('complete', resolve));
    opening.result.close();
  }, long);
  await page.reload();
  const other = new ChatPage(await context.newPage());
  await other.open('/chat');
  for (const { message } of [chat, other]) await message.fill('/mail');
  const listed = ({ page: tab }: ChatPage) =>
    tab.getByRole('listbox', { name: 'Prompts' }).getByText('Answer this mail');
  for (const tab of [chat, other]) await expect(listed(tab)).not.toHaveCount(0);
  await page.getByRole('button', { name: /^Delete the prompt “Answer this mail/ }).click();
  for (const tab of [chat, other]) await expect(listed(tab)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const tab of [chat, other]) await expect(listed(tab)).not.toHaveCount(0);
  await other.message.press('Enter');
  // The whole text, however long.
  await expect(other.message).toHaveValue(long);
});

test('the theme is remembered, from the first paint on', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
    'dark',
  );
});

test("the app is in the browser's language, or in the one chosen in Settings", async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ locale: 'de-AT', viewport });
  const page = await context.newPage();
  await page.goto('/chat?scripted-models');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: /^Modell: / }).click();
  await page.getByRole('menuitemradio', { name: /^Scripted chat/ }).click();
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('eins zwei');
  await page.getByRole('button', { name: 'Senden' }).click();
  const answer = page.getByRole('article', { name: /^Antwort von/ });
  await expect(answer).toContainText(/[\d.]+ Tokens\/s · erstes Wort nach \d+,\d+ s/);
  await page.goto('/developer/reference');
  await expect(page.getByRole('link', { name: 'Referenz' })).toBeInViewport({ ratio: 1 });
  await page.goto('/transcribe');
  await expect(page.getByText(/^Whisper: Sprache in 99 Sprachen/)).toBeVisible();
  for (const [link, heading] of [
    ['Transkribieren', 'Transkribieren'],
    ['Erkunden', 'Texte erkunden'],
    ['Entwickler', 'Entwickler'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    expect(await overflow(page)).toEqual([0, 0]);
    const name = page.getByRole('link', { name: link, exact: true }).locator('span');
    expect(await name.evaluate((span) => span.scrollWidth - span.clientWidth), link).toBe(0);
  }
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'English' });
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await context.close();
});

test('?debug traces every hop of a request, and the copied report names no key', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const key = await openPage(page, '/settings?debug&scripted-models');
  const requestId = await page.evaluate(async (apiKey) => {
    const body = JSON.stringify({ model: 'scripted-embed', input: 'private words' });
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch('/v1/embeddings', { method: 'POST', headers, body });
    await answer.text();
    return answer.headers.get('x-request-id') ?? '';
  }, key);
  const hops = () =>
    page.evaluate(
      (id) => alcove.trace().flatMap((s) => (s.requestId === id ? [`${s.hop} ${s.step}`] : [])),
      requestId,
    );
  const expected = ['service-worker sent', 'host received', 'slot finished', 'host answered'];
  await expect.poll(hops).toEqual(expect.arrayContaining(expected));
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Diagnostics copied.')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(requestId);
  expect(text).not.toMatch(/alc_|private words/);
});

test('the Models page says size, fit and speed, loads and unloads', async ({ page }) => {
  await page.goto('/chat');
  await page.getByRole('link', { name: 'Ready', exact: true }).click();
  const row = modelRow(page, 'Guide');
  await expect(row).toContainText('3.9 MB');
  await expect(row.getByText('Yes', { exact: true })).toHaveAttribute('title', /^Fits: needs/);
  await expect(row).toContainText('tokens/s');
  await row.getByRole('button', { name: 'Load Guide' }).click();
  await expect(row).toContainText('Loaded on the processor', { timeout: 20_000 });
  await row.getByRole('button', { name: 'Unload Guide' }).click();
  await expect(row.getByRole('button', { name: 'Load Guide' })).toBeVisible();
  await row.getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '1,024 tokens' })).toBeVisible();
});

test('requests to other sites are counted; opening pages, models and answers sends none', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  const sent = page.getByRole('link', { name: / sent$/ });
  await chat.open('/chat');
  await chat.ask('What is an embedding?');
  await page.evaluate(() => fetch('/icon.svg').then((answer) => answer.text()));
  await page.getByRole('link', { name: 'Models', exact: true }).click();
  for (const name of ['Guide', 'Whisper', 'Qwen3 0.6B']) {
    await modelRow(page, name).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('link', { name: 'All models' }).click();
  }
  await expect(sent).toHaveText('0 sent');
  // The hub cannot be reached from here: the request leaves all the same.
  await modelRow(page, 'Qwen3 0.6B')
    .getByRole('button', { name: /^Download/ })
    .click();
  await expect(sent).toHaveText(/^[1-9]\d* sent$/);
  await sent.click();
  await expect(
    page.getByRole('row', { name: /^huggingface\.co Model downloads [1-9]/ }),
  ).toBeVisible();
  await page.reload();
  await expect(sent).toHaveText('0 sent');
  await expect(
    page.getByRole('row', { name: /^huggingface\.co Model downloads [1-9]/ }),
  ).toBeVisible();
});

test('a key is made, shown once, limited, counted and revoked', async ({ page }) => {
  await page.goto('/developer/keys');
  await page.getByRole('textbox', { name: 'Key name' }).fill('my app');
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = (await page.locator('code').filter({ hasText: /^alc_/ }).first().textContent()) ?? '';
  expect(key).toMatch(/^alc_[\w-]{43}$/);
  await page.getByRole('button', { name: 'Limits' }).click();
  await page.getByRole('spinbutton', { name: 'Requests per minute' }).fill('2');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await expect(page.getByRole('row', { name: /my app/ })).toContainText('2 requests per minute');
  const statuses = () =>
    page.evaluate(async (apiKey) => {
      await alcove.ready;
      const body = JSON.stringify({ model: 'alcove-embed', input: 'hi' });
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const send = () => fetch('/v1/embeddings', { method: 'POST', headers, body });
      return [(await send()).status, (await send()).status, (await send()).status];
    }, key);
  expect(await statuses()).toEqual([200, 200, 429]);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page
    .getByRole('combobox', { name: 'Group by' })
    .selectOption({ label: 'Day, key, model and endpoint' });
  await expect(page.getByRole('row', { name: /my app alcove-embed embeddings/ })).toBeVisible();
  await page.getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('the playground answers each endpoint it can, and shows the code of the call', async ({
  page,
}) => {
  await page.goto('/developer/playground?scripted-models');
  await page.getByRole('combobox', { name: 'Model' }).selectOption('scripted-chat');
  await page.getByRole('button', { name: 'Send' }).click();
  const shown = page.getByRole('region', { name: 'Answer' });
  // The answer is shown, not its events, which are one press away.
  await expect(shown).toContainText('Status: 200');
  await expect(shown).not.toContainText('data:');
  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(shown).toContainText('data: [DONE]');
  await page.getByRole('tab', { name: 'Headers' }).click();
  await expect(shown).toContainText('x-request-id');
  await page.getByRole('tab', { name: 'Answer' }).click();
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('/v1/audio/speech');
  await page.getByRole('button', { name: 'Send' }).click();
  const sound = shown.getByLabel('Sound of the answer');
  await expect(sound).toBeVisible({ timeout: 120_000 });
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0.5);
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOption('/v1/embeddings');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
    'vectors of 256 dimensions',
    {
      timeout: 20_000,
    },
  );
  for (const name of ['openai (JavaScript)', 'AI SDK', 'openai (Python)', 'fetch']) {
    await page.getByRole('combobox', { name: 'View code' }).selectOption({ label: name });
    await expect(page.getByRole('region', { name: 'Playground' })).toContainText('alcove-embed');
  }
  await page.getByRole('link', { name: 'Reference' }).click();
  await page.getByText('/v1/chat/completions', { exact: true }).click();
  await expect(page.getByRole('row', { name: /top_k/ })).toContainText('1 to 100');
});

test('after the first visit the app and its models open without a network', async ({
  page,
  context,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await expect.poll(() => page.evaluate(isOffline), { timeout: 60_000 }).toBe(true);
  await context.setOffline(true);
  await page.goto('/developer/reference');
  await expect(page.getByText('/v1/chat/completions', { exact: true })).toBeVisible();
  await page.goto('/chat');
  const answer = await chat.ask('What is an embedding?');
  await expect(answer).toContainText('vector');
  await context.setOffline(false);
});

test('opened by its address, no page shifts its content', async ({ page }) => {
  await page.addInitScript(() => {
    const state = { shift: 0 };
    Object.assign(globalThis, { layout: state });
    new PerformanceObserver((list) => {
      const entries = list.getEntries() as unknown as { value: number }[];
      for (const { value } of entries) state.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const last = { 'settings/data': 'Storage', models: 'Models to download' };
  for (const [path, heading] of Object.entries(last)) {
    await page.goto(`/${path}`);
    await page.evaluate(() => alcove.ready);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    const shift = await page.evaluate(() => {
      return (globalThis as unknown as { layout: { shift: number } }).layout.shift;
    });
    expect(shift, path).toBeLessThanOrEqual(0.02);
  }
});

test('the name of the folder of documents leads to them', async ({ page }) => {
  for (const path of ['/docs', '/docs/']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/docs\/index\.html$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});
