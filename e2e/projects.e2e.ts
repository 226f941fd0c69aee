// Projects with the models in the box: a fresh profile, two documents of this repository, two chats.
import { mkdir, writeFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { violationsInBothThemes } from './axe.ts';
import { ChatPage } from './chat-page.ts';
import { addTranscript } from './stored-recordings.ts';

const DOCUMENTS = ['docs/providers.md', 'CONTRIBUTING.md'];

const fileRows = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');
const quote = (page: Page) => page.locator('figure').last();

/** A project with this name, made in the list of chats; its page is shown. */
async function makeProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function addDocuments(page: Page, paths: readonly string[]): Promise<void> {
  await page.locator('input[aria-label="Add files"]').setInputFiles(paths);
  await expect(fileRows(page)).toHaveCount(paths.length, { timeout: 60_000 });
}

const rowsOf = (page: Page, table: string) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('alcove');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const counting = database.transaction(name).objectStore(name).count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
    table,
  );

test('the files of a project answer in each of its chats, and nowhere else', async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto('/');
  const chat = new ChatPage(page);
  await makeProject(page, 'Handbook');
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Name the file.');
  await addDocuments(page, DOCUMENTS);
  await expect(
    page.getByText(/^2 files · \d+ passages · vectors .* by alcove-embed$/),
  ).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'New chat in this project' }).click();
  await expect(page.getByRole('link', { name: 'Handbook: 2 files' })).toBeVisible();
  await chat.ask('How many lines may a file have?');
  await expect(quote(page)).toContainText('300 lines');
  await quote(page).getByRole('button', { name: 'CONTRIBUTING.md' }).click();
  await expect(page.getByRole('dialog')).toContainText('300 lines');
  await page.keyboard.press('Escape');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'Handbook', exact: true }).click();
  await page.getByRole('button', { name: 'New chat in this project' }).click();
  await chat.ask('How is the key of a provider encrypted?');
  await expect(quote(page).getByRole('button', { name: 'providers.md' })).toBeVisible();
  await page.getByRole('button', { name: 'Chat settings' }).click();
  await expect(page.getByRole('dialog')).toContainText('Name the file.');
  await page.keyboard.press('Escape');
  // Embedded once, for both.
  expect(await rowsOf(page, 'documents')).toBe(2);

  const own = page.getByRole('list', { name: 'Handbook' }).getByRole('listitem');
  await expect(own).toHaveCount(2);
  await chat.openOptions('How is the key of a provider encrypted?');
  await page.getByRole('menuitem', { name: 'Move to project' }).click();
  await page.getByLabel('Project', { exact: true }).selectOption('No project');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(own).toHaveCount(1);
  await chat.ask('How many lines may a file have?');
  await expect(page.getByRole('log')).not.toContainText('300 lines');
});

test('deleting a project leaves its chats or not, as is chosen, and Undo brings it back', async ({
  page,
}) => {
  await page.goto('/?scripted-models');
  const chat = new ChatPage(page);
  await makeProject(page, 'Birds');
  const home = page.url();
  await addDocuments(page, ['CONTRIBUTING.md']);
  await page.getByRole('button', { name: 'New chat in this project' }).click();
  await chat.ask('a first question');
  const own = page.getByRole('list', { name: 'Birds' }).getByRole('listitem');
  await expect(own).toHaveCount(1);

  await page.goto(home);
  await page.getByRole('button', { name: 'Temporary chat' }).click();
  const messages = await rowsOf(page, 'messages');
  await chat.ask('a secret question');
  expect(await rowsOf(page, 'messages')).toBe(messages);
  expect(await rowsOf(page, 'conversations')).toBe(1);

  await page.goto(home);
  await page.getByRole('button', { name: 'Delete project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(chat.row('a first question')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Projects' })).toHaveCount(0);
  expect(await rowsOf(page, 'documents')).toBe(0);
  expect(await rowsOf(page, 'passages')).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveCount(1);
  expect(await rowsOf(page, 'documents')).toBe(1);

  await page.goto(home);
  await page.getByRole('button', { name: 'Delete project' }).click();
  await dialog.getByLabel('Delete its chat too').check();
  await dialog.getByRole('button', { name: 'Delete project' }).click();
  await expect(page.getByText('“Birds” was deleted.')).toBeVisible();
  expect(await rowsOf(page, 'conversations')).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toHaveCount(1);
});

test('a transcript becomes a file of a project, and stays on this device', async ({ page }) => {
  // Labels are shown where something could leave: with a provider, which need not answer.
  await page.goto('/settings/providers?scripted-models');
  await page.getByRole('button', { name: 'Add provider' }).click();
  const form = page.getByRole('dialog', { name: 'Add provider' });
  await form.getByLabel('Base URL').fill('http://127.0.0.1:9/v1');
  await form.getByLabel('Name').fill('Lab');
  await form.getByRole('button', { name: 'Save and test' }).click();
  await expect(form).toHaveCount(0);
  const segments = [{ start: 3, end: 6, text: ' The boat leaves at noon.', speaker: 'a' }];
  const speakers = [{ id: 'a', name: 'Ana' }];
  await addTranscript(page, { id: 'talk', sound: '', segments, speakers });
  await page.goto('/?scripted-models');
  const chat = new ChatPage(page);
  await makeProject(page, 'Trip');
  await page.getByRole('button', { name: 'Add transcript' }).click();
  await page.getByRole('menuitem', { name: 'talk.mp3' }).click();
  await expect(fileRows(page)).toHaveCount(1, { timeout: 30_000 });
  await expect(fileRows(page)).toContainText('talk.mp3');
  await page.getByRole('button', { name: 'New chat in this project' }).click();
  await chat.ask('When does the boat leave?');
  await expect(quote(page)).toContainText('[0:03] Ana: The boat leaves at noon.');
  await page.getByRole('button', { name: /^Privacy of this chat/ }).click();
  const privacy = page.getByRole('dialog', { name: 'Privacy of this chat' });
  await expect(privacy.getByLabel('talk.mp3')).toHaveValue('device');
});

test('a note is written in a project, changed, found in its chats and exported', async ({
  browser,
  page,
}) => {
  await page.goto('/?scripted-models');
  const chat = new ChatPage(page);
  await makeProject(page, 'Trip');
  const home = page.url();
  const write = async (text: string) => {
    await page.getByRole('textbox', { name: 'Text' }).fill(text);
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'New note' }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Title' }).fill('Boat');
  await write('The boat leaves at noon.');
  await expect(fileRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Edit “Boat”' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('The boat leaves at noon.');
  await write('The boat leaves at four today.');
  await expect(fileRows(page)).toContainText('30 characters');
  await expect.poll(() => rowsOf(page, 'documents')).toBe(1);
  for (const question of ['When does the boat leave?', 'And the boat, when does it leave?']) {
    await page.goto(home);
    await page.getByRole('button', { name: 'New chat in this project' }).click();
    await chat.ask(question);
    await expect(quote(page)).toContainText('The boat leaves at four today.');
    await expect(quote(page)).not.toContainText('noon');
  }
  await page.goto(home);
  await page.getByRole('button', { name: 'Export project' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export project' }).click();
  const saved = await (await saving).path();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(new URL('/settings/data?scripted-models', home).href);
  await other.getByLabel('Files to import').setInputFiles(saved);
  await other.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Edit “Boat”' })).toBeVisible();
  await context.close();
});

test('a folder becomes the files of a project with the keyboard alone', async ({ page }, info) => {
  const folder = info.outputPath('notes');
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/heron.md`, 'The grey heron waits at the river for fish.');
  await writeFile(`${folder}/bread.txt`, 'Bread is made of flour, water, salt and yeast.');
  await writeFile(`${folder}/.hidden`, 'not a document');
  await writeFile(`${folder}/sound.wav`, Buffer.from([0, 1, 2, 0]));
  // A browser that gives no folder to pages gives its files.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showDirectoryPicker'));
  await page.goto('/?scripted-models');
  await page.getByRole('button', { name: 'New project' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Notes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
  const button = page.getByRole('button', { name: 'Add folder' }).last();
  // The page is drawn again while its files are read: the key may come to a button that is gone.
  await expect(async () => {
    await button.focus();
    const chooser = page.waitForEvent('filechooser', { timeout: 10_000 });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(folder);
  }).toPass();
  await expect(fileRows(page)).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByRole('alert')).toContainText('sound.wav');
  await page.getByRole('button', { name: 'Remove heron.md' }).focus();
  await page.keyboard.press('Enter');
  await expect(fileRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(fileRows(page)).toHaveCount(2);
});
