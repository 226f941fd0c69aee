// Tasks of people who see the app for the first time, with the models that come with it: none ends without a next step.
// docs/ux.md lists all of them, and where the others are tested.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { DATA } from './audio-files.ts';
import { ChatPage, script } from './chat-page.ts';

/** Models load as fast as the machine lets them. */
const expect = plainExpect.configure({ timeout: 60_000 });

/** A WAV file with its sound repeated for the given seconds or a little more. */
function repeated(wav: Buffer, seconds: number): Buffer {
  const at = wav.indexOf('data') + 8;
  const [head, sound] = [wav.subarray(0, at), wav.subarray(at)];
  const bytesPerSecond = wav.readUInt32LE(28);
  const count = Math.ceil((seconds * bytesPerSecond) / sound.length);
  const whole = Buffer.concat([head, ...Array.from({ length: count }, () => sound)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  whole.writeUInt32LE(whole.length - at, at - 4);
  return whole;
}

async function openChat(page: Page, path = '/chat'): Promise<ChatPage> {
  const chat = new ChatPage(page);
  await chat.open(path);
  return chat;
}

const LEASE = [
  'Rent is due on the third working day of each month, and is paid to the account of the landlord.',
  'The tenant may keep small animals such as hamsters. A cat or a dog needs the written consent of the landlord.',
  'The cellar is used in common. Bicycles are parked in the yard and never in the hall.',
].join('\n\n');

test('“May I keep a cat?”: the clause of the lease is marked', async ({ page }) => {
  const chat = await openChat(page);
  await chat.addFile('lease.txt', 'text/plain', LEASE);
  await expect(page.getByRole('button', { name: 'Remove lease.txt' })).toBeVisible();
  // Ready files say nothing, and the welcome asks what people ask of a file.
  await expect(page.getByRole('button', { name: 'Which dates are in it?' })).toBeVisible();
  const answer = await chat.ask('May I keep a cat?');
  await expect(answer.locator('mark')).toHaveText(/cat or a dog needs the written consent/);
});

for (const words of [
  'Make a table of this list: two eggs, a litre of milk, bread',
  'Translate “See you on Monday” into German',
  'Write an e-mail that declines the meeting on Friday',
]) {
  test(`“${words}”: a model that can try it`, async ({ page }) => {
    const answer = await (await openChat(page)).ask(words);
    await expect(answer).toContainText('Guide only knows this app.');
    await expect(answer.getByRole('note')).toContainText(/ can try this: about \d+ MB/);
    await expect(answer.getByRole('button', { name: 'Download and answer' })).toBeVisible();
  });
}

for (const words of ['What is the capital of Australia?', 'Why is the sky blue?']) {
  test(`“${words}”: Guide does not know, and a model that may is offered`, async ({ page }) => {
    const answer = await (await openChat(page)).ask(words);
    await expect(answer).toContainText('do not know that');
    await expect(answer.getByRole('note')).toContainText(/ can try this: about \d+ MB/);
    await expect(answer.getByRole('button', { name: 'Download and answer' })).toBeVisible();
  });
}

test('“The addresses as JSON, please”: the file answers, or a model is offered, never code', async ({
  page,
}) => {
  const chat = await openChat(page);
  const rows = ['Ada Lovelace, 4 Elm Road, London', 'Konrad Zuse, Methfesselstr. 7, Berlin'];
  await chat.addFile('people.txt', 'text/plain', rows.join('\n'));
  await expect(page.getByRole('button', { name: 'Remove people.txt' })).toBeVisible();
  const answer = await chat.ask('Give me the addresses as JSON');
  await expect(answer).not.toContainText(/fetch\(|curl|openai/i);
  await expect(answer.getByRole('button', { name: 'Download and answer' })).toBeVisible();
});

test('“What did they decide?”, of a text that does not say: no passage is marked', async ({
  page,
}) => {
  const chat = await openChat(page);
  await chat.addFile('recipe.txt', 'text/plain', 'Whisk eggs. Add flour, and bake it for an hour.');
  await expect(page.getByRole('button', { name: 'Remove recipe.txt' })).toBeVisible();
  const answer = await chat.ask('zzyzx qwrtp?');
  await expect(answer.locator('mark')).toHaveCount(0);
  await expect(answer).toContainText('No passage answers this.');
});

test('“Which of my notes are about insurance?”: a list of files, each with its line', async ({
  page,
}) => {
  const chat = await openChat(page);
  const files = Array.from({ length: 12 }, (_, i) => {
    const line = i % 4 === 0 ? 'The insurance sent a bill.' : 'It rained all day long.';
    return {
      name: `note-${i}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`Notes on day ${i}\n${line}\nThe cat slept on the sofa.`),
    };
  });
  await page.getByLabel('Files', { exact: true }).setInputFiles(files);
  await page.getByRole('button', { name: '12 files' }).click();
  const list = page.getByRole('dialog', { name: '12 files' });
  await list.getByRole('searchbox').fill('note-1');
  await expect(list.getByRole('listitem')).toHaveText([/note-1.txt/, /note-10.txt/, /note-11.txt/]);
  await list.getByRole('button', { name: 'Close' }).click();
  const answer = await chat.ask('Which of my notes are about insurance?');
  await expect(answer).toContainText('3 files are about this');
  const found = answer.getByRole('button', { name: /^note-\d+\.txt The insurance sent a bill\.$/ });
  await expect(found).toHaveCount(3);
  await found.first().click();
  const passage = page.getByRole('dialog').locator('mark');
  await expect(passage).toContainText('The insurance sent a bill.');
});

test('“The same question to another model”: models of this device, else three to download', async ({
  page,
}) => {
  const chat = await openChat(page);
  const answer = await chat.ask('What can you do?');
  await answer.getByRole('button', { name: 'Ask another model' }).click();
  const menu = page.getByRole('menu', { name: 'Ask another model' });
  await expect(menu.getByRole('menuitem', { name: /Download, / })).toHaveCount(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare two models' }).click();
  const second = page.getByRole('menu', { name: 'Choose a second model' });
  await expect(second.getByRole('menuitem', { name: /Download, / })).toHaveCount(3);
  await expect(second.getByText('Guide', { exact: true })).toHaveCount(0);
  // Next to its button.
  const pill = page.getByRole('button', { name: 'Choose a second model' });
  const [box, at] = [await second.boundingBox(), await pill.boundingBox()];
  expect(Math.abs((box?.y ?? 0) - (at?.y ?? 0) - (at?.height ?? 0))).toBeLessThan(12);
  // Left without a choice, nothing is compared.
  await page.keyboard.press('Escape');
  await expect(pill).toHaveCount(0);
});

test('“Which model, and what does it cost me?”: one suggestion with size, fit and time', async ({
  page,
}) => {
  await page.goto('/models');
  const main = page.getByRole('main');
  await expect(main).toContainText(/Suggested for this device/);
  await expect(main).toContainText(/About \d+ MB · fits this device · about .+ on this connection/);
  await expect(main.getByRole('button', { name: 'Download' }).first()).toBeVisible();
});

test('“I closed the tab in the middle”: it continues, whatever page is open', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('alcove-preferences', JSON.stringify({ speechModel: 'alcove-digits' }));
  });
  await page.goto('/transcribe');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles({
    name: 'council.wav',
    mimeType: 'audio/wav',
    buffer: repeated(readFileSync(join(DATA, 'theo.wav')), 20 * 60),
  });
  await expect(page.getByRole('listitem').filter({ hasText: 'council' })).toBeVisible();
  await page.goto('/chat');
  await expect(page.getByText(/^“council.*” continues · /)).toBeVisible();
  const foot = page.getByRole('complementary').getByRole('link', { name: /^council.*\d+:\d\d/ });
  await foot.click();
  await expect(page).toHaveURL(/\/transcribe\/.+/);
});

test('“Without a network”: a recording waits for Whisper, and says so', async ({
  page,
  context,
}) => {
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).length > 0), { timeout: 60_000 })
    .toBe(true);
  await context.setOffline(true);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(join(DATA, 'theo.wav'));
  const row = page.getByRole('listitem').filter({ hasText: 'theo' });
  await expect(row).toContainText('Whisper is not on this device yet, and there is no network.');
  await context.setOffline(false);
});

test('“From Python”: a key is made where the code is, and put into it', async ({ page }) => {
  await page.goto('/developer/connect');
  await page.getByLabel('Program').selectOption({ label: 'Python: openai' });
  await page.getByRole('button', { name: 'Create a key and put it in the code' }).click();
  const code = page.locator('pre');
  await expect(code).toContainText(/api_key="alc_\w/);
  await expect(code).not.toContainText('os.environ');
  await page.getByLabel('Program').selectOption({ label: 'Codex' });
  await expect(code).toContainText(/^# export ALCOVE_API_KEY=alc_\w/);
  await page.getByRole('link', { name: 'Keys' }).click();
  await expect(page.getByRole('row', { name: /Python: openai/ })).toBeVisible();
});

test('“It does not follow my system prompt”: the playground shows what the model saw', async ({
  page,
}) => {
  await page.goto('/developer/playground?scripted-models');
  await page.getByLabel('Model', { exact: true }).selectOption('alcove-guide');
  const body = {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ],
  };
  await page.getByLabel('Request body (JSON)').fill(JSON.stringify({ ...body, stream: true }));
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('Status: 200');
  await answer.getByRole('tab', { name: 'Prompt' }).click();
  await expect(answer.getByRole('tabpanel')).toHaveText(
    /<\|im_start\|>system\nBe brief\.<\|im_end\|>\n<\|im_start\|>user\nHi<\|im_end\|>\n<\|im_start\|>assistant/,
  );
});

test('a second visit begins with the last things, and the welcome stays where it is', async ({
  page,
}) => {
  const chat = await openChat(page, '/chat?scripted-models');
  await expect(page.getByRole('button', { name: /^Ask/ })).toBeVisible();
  await chat.choose('Scripted chat');
  await chat.ask(script(['Hello']));
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('alcove-preferences')))
    .toContain('"hasThings":true');
  await page.goto('/chat');
  const last = page.getByRole('list', { name: 'Last things' }).getByRole('link');
  await expect(last).toHaveText([/#script/]);
  await expect(page.getByRole('button', { name: /^Ask/ })).toHaveCount(0);
  const headline = page.getByRole('heading', { level: 2 }).first();
  const before = await headline.boundingBox();
  await chat.message.fill('one\ntwo\nthree\nfour\nfive');
  expect((await headline.boundingBox())?.y).toBe(before?.y);
  await chat.message.fill('');
  await last.click();
  await expect(chat.answers).toHaveText([/Hello/]);
});

interface Spoken {
  region: string;
  text: string;
}

/** Records in the page what live regions say, as a screen reader would: each change of text in one that is neither off nor busy. */
function recordSpoken(): void {
  const spoken: Spoken[] = [];
  Object.assign(globalThis, { spoken });
  const regionOf = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest('[role="status"], [role="alert"], [role="log"], [aria-live]');
    const isQuiet = region?.matches('[aria-live="off"], [aria-busy="true"]');
    return isQuiet ? null : region;
  };
  const say = (region: Element) => {
    const text = region.textContent?.trim() ?? '';
    const name = region.getAttribute('role') ?? 'live';
    if (text !== '' && spoken.at(-1)?.text !== text) spoken.push({ region: name, text });
  };
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = regionOf(target);
      if (region) say(region);
    }
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
}

test('a screen reader gets one voice: busy while an answer is written, then its end; headings below the page’s', async ({
  page,
}) => {
  const chat = await openChat(page, '/chat?scripted-models');
  await chat.choose('Scripted chat');
  await page.evaluate(recordSpoken);
  const words = Array.from({ length: 40 }, (_, i) => `word${i} `);
  await chat.send(script(['# Title\n\n', '## Part\n\n', ...words], 20));
  await expect(chat.log).toHaveAttribute('aria-busy', 'true');
  await expect(chat.log).toHaveAttribute('aria-live', 'off');
  await expect(chat.log).toHaveAttribute('aria-busy', 'false');
  await expect(chat.log).toContainText('word39');
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { spoken: Spoken[] }).spoken))
    .toEqual([{ region: 'status', text: 'Answer ready, 42 words' }]);
  const answer = chat.answers.first();
  await expect(answer).toMatchAriaSnapshot(`
    - article:
      - heading "Title" [level=2]
      - heading "Part" [level=3]
  `);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});
