// One search over documents, chats and transcripts, with the models in the box: nothing here is scripted.

import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { ChatPage } from './chat-page.ts';
import { recordingRows, storeLargeLibrary, storeRows } from './library-rows.ts';
import { patience } from './patience.ts';
import { databaseIsMade, longestBlock, noteBlocks, storeChat } from './stored-chat.ts';

const QUESTION = 'Which of my 300 notes talk about insurance?';

/** What a note is about, in sentences. The last group is about insurance without the word. */
const TOPICS: Record<string, readonly string[]> = {
  garden: [
    'The tomatoes need stakes before June.',
    'Leon cut the hedge and brought the branches to the depot.',
    'The compost is too wet, so we add leaves and cardboard.',
  ],
  kitchen: [
    'Fold the eggs into the flour and let the dough rest for an hour.',
    'The oven runs twenty degrees too hot at the back.',
    'Bread from last week becomes dumplings with parsley.',
  ],
  travel: [
    'The night train to Vienna leaves at 20:41 from platform nine.',
    'We talk about the hotel again when Mira is back.',
    'The ferry was late and the luggage came a day after us.',
  ],
  work: [
    'Notes of the meeting: the printer contract ends in autumn.',
    'Petersen wants the report about the boiler by Friday.',
    'The new desk is by the window and the old one goes to the cellar.',
  ],
  music: [
    'The choir rehearses on Tuesdays in the old fire station.',
    'The second violin needs a new bridge.',
    'Which songs do we play at the wedding?',
  ],
};
const INSURED = [
  'The household insurance covers water damage up to 20,000 euros.',
  'I asked which insurance pays for the bicycle that was stolen.',
  'Liability insurance is required by the lease.',
  'The car insurance sends the green card in March.',
];
const MEANT = ['The policy holder pays the premium, and claims for damage are settled in a month.'];

/** Notes of two or three sentences on each topic; every twentieth is about insurance. */
function makeNotes(count: number) {
  const topics = Object.values(TOPICS);
  return Array.from({ length: count }, (_, i) => {
    const topic = topics[i % topics.length] ?? [];
    const about = i % 20 === 7 ? INSURED[((i / 20) % INSURED.length) | 0] : undefined;
    const meant = i % 100 === 50 ? MEANT[0] : undefined;
    const lines = [topic[i % 3], about ?? meant, topic[(i + 1) % 3]].filter(Boolean);
    const name = `note ${String(i + 1).padStart(3, '0')}.txt`;
    return {
      name,
      isInsured: about !== undefined,
      isMeant: meant !== undefined,
      text: lines.join('\n'),
    };
  });
}

/** Printed with the results. */
const note = (text: string) => process.stdout.write(`${text}\n`);

const field = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search documents, chats and transcripts' });
const results = (page: Page) => page.getByRole('list', { name: 'Results' });
const names = (page: Page) => results(page).getByRole('heading').allTextContents();
const rows = (page: Page) => results(page).getByRole('heading');

test('which of my 300 notes talk about insurance? From a fresh profile, by keyboard', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const notes = makeNotes(300);
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Notes');
  await page.keyboard.press('Enter');
  await page
    .locator('input[aria-label="Add files"]')
    .setInputFiles(
      notes.map(({ name, text }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await expect(page.getByText(/^300 files · /)).toBeVisible({ timeout: 240_000 });

  await page.keyboard.press('ControlOrMeta+Shift+F');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(QUESTION);
  await expect(page.getByText(/found by words and by meaning/)).toBeVisible();
  const insured = notes.filter(({ isInsured }) => isInsured).map(({ name }) => name);
  const meant = notes.filter(({ isMeant }) => isMeant).map(({ name }) => name);
  expect(insured).toHaveLength(15);
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(insured.slice(0, 5)));
  const found = await names(page);
  note(
    `found ${found.length}: of 15 with the word ${insured.filter((name) => found.includes(name)).length}, of ${meant.length} without it ${meant.filter((name) => found.includes(name)).length}`,
  );
  expect(found).toEqual(expect.arrayContaining(insured));
  for (const name of found) expect([...insured, ...meant]).toContain(name);
  await expect(page).toHaveURL(/\/search\?q=Which/);
  expect(await violationsInBothThemes(page)).toEqual([]);

  // The arrow keys reach a place; it opens in its document with the words, above the results.
  await field(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('mark')).toContainText('insurance');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await names(page)).toEqual(found);

  // A reload searches again; a file that is removed is found no more.
  await page.reload();
  await expect.poll(() => names(page)).toEqual(found);
  const second = await page.context().newPage();
  await second.goto('/chat');
  await second.getByRole('link', { name: 'Notes', exact: true }).click();
  await second.getByRole('button', { name: 'Remove note 008.txt' }).click();
  await expect.poll(() => names(page)).not.toContain('note 008.txt');
  await second.close();
});

test('messages open in their chat, recordings at their second; temporary and deleted chats are not found', async ({
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open('/chat');
  await storeChat(page, 'Sea birds', ['The albatross flies.']);
  await page.getByRole('button', { name: 'Temporary', exact: true }).click();
  await chat.ask('a secret albatross');
  const said = {
    0: 'Good morning, today we speak about birds of the sea.',
    42: 'An albatross sleeps while it glides.',
  };
  await storeRows(page, recordingRows('bird-talk', 'birds.wav', said));

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await field(page).fill('albat');
  await expect(rows(page)).toHaveCount(2);
  await expect(results(page)).not.toContainText('secret');
  await expect(results(page).locator('mark').first()).toHaveText(/albatross/i);
  await page.getByRole('button', { name: /^Transcripts 1/ }).click();
  await expect(rows(page)).toHaveText(['birds.wav']);
  await results(page).getByRole('link', { name: /0:42/ }).click();
  await expect(page).toHaveURL(/\/transcribe\/bird-talk\?t=42&find=albatross/);
  await expect(page.getByRole('textbox', { name: 'Find' })).toHaveValue('albatross');
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('0:42 / 1:00');
  await page.goBack();
  await expect(rows(page)).toHaveText(['birds.wav']);
  await page.getByRole('button', { name: /^All 2/ }).click();
  await results(page)
    .getByRole('link', { name: /The albatross flies/ })
    .click();
  await expect(page.getByRole('log')).toContainText('The albatross flies.');

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('albatross');
  await page.getByRole('option', { name: /Search everything for “albatross”/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await chat.openOptions('Sea birds');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  // The chat that was shown last: its page takes the place of the search.
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await field(page).fill('albatross');
  await expect(rows(page)).toHaveText(['birds.wav']);
  await page.getByRole('button', { name: 'Undo' }).click();
  // The chat is open again.
  await expect(page.getByRole('log')).toBeVisible();
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await field(page).fill('albatross');
  await expect(rows(page)).toHaveCount(2);
});

test('the search is quick over 5,000 messages, 300 documents and 100 transcripts', {
  tag: '@measured',
}, async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('/chat');
  await databaseIsMade(page);
  await storeLargeLibrary(page);
  await noteBlocks(page);
  await page.goto('/search');
  await expect(field(page)).toBeFocused();
  const opening = await longestBlock(page);
  const began = Date.now();
  await field(page).fill('insurance');
  await expect(rows(page).first()).toBeVisible({ timeout: 60_000 });
  const first = Date.now() - began;
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 120_000 });
  const read = Date.now() - began;
  const times = [];
  for (const query of [
    'insurance premium',
    'the boiler in the cellar',
    'zebra',
    'when does the ferry leave',
    'pian',
  ]) {
    times.push(await timeOf(page, query));
  }
  const blocked = await longestBlock(page);
  note(
    `first results ${first} ms, all read ${read} ms, a query ${times.map(Math.round).join(', ')} ms, longest block ${blocked} ms, ${opening} ms while the page opens`,
  );
  expect(Math.max(...times)).toBeLessThan(1_000 * patience());
  expect(blocked).toBeLessThan(200 * patience());
});

/** Milliseconds from the last key of a query until its results are drawn. */
async function timeOf(page: Page, query: string): Promise<number> {
  return page.evaluate(async (text) => {
    const input = document.querySelector<HTMLInputElement>('search input');
    const status = document.querySelector('search [role="status"]');
    if (!input || !status) throw new Error('The page is not there.');
    const list = document.querySelector('search ul');
    const changed = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now());
      });
      observer.observe(list?.parentElement ?? status, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input, text);
    const start = performance.now();
    input.dispatchEvent(new Event('input', { bubbles: true }));
    return (await changed) - start;
  }, query);
}
