// What Alcove exported comes back where people look for it: a drop on a page, or the import of Settings.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BrowserContext, type Download, expect, type Page, test } from '@playwright/test';
import { DATA } from './audio-files.ts';
import { violationsInBothThemes } from './axe.ts';
import { appStarted, ChatPage } from './chat-page.ts';
import { dropFiles } from './drop-files.ts';

async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const place = page
    .getByRole('textbox', { name: 'Message', exact: true })
    .or(page.getByRole('region', { name: 'Add recordings' }));
  const files = paths.map((path) => ({
    name: basename(path),
    data: readFileSync(path).toString('base64'),
  }));
  await dropFiles(place, files);
}

/** Saves a download under its own name. */
async function save(page: Page, press: () => Promise<void>): Promise<string> {
  const downloading = page.waitForEvent('download');
  await press();
  const download: Download = await downloading;
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.evaluate(() => alcove.ready);
  await appStarted(page);
  return page;
}

test('a chat comes back from its exports in another profile, with its files, once', async ({
  browser,
  page,
}) => {
  const chat = new ChatPage(page);
  await chat.open();
  await chat.addFile('herons.txt', 'text/plain', 'A heron waits at the pond for three hours.');
  await chat.ask('How long does a heron wait?');
  const options = async (item: string) => {
    await chat.openOptions('How long does a heron wait?');
    await page.getByRole('menuitem', { name: item }).click();
  };
  const whole = await save(page, () => options('Export for Alcove, with files'));
  const json = await save(page, () => options('Export JSON'));
  expect(basename(whole)).toBe('How long does a heron wait.ndjson');

  const other = await open(await browser.newContext(), '/chat?scripted-models');
  await drop(other, [whole]);
  await expect(other.getByText('Imported 1 chat, 0 already here.')).toBeVisible();
  await other.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(other.getByRole('log')).toContainText('How long does a heron wait?');
  await expect(other.getByText('herons.txt').first()).toBeVisible();
  expect(await violationsInBothThemes(other)).toEqual([]);
  await drop(other, [json]);
  await expect(other.getByText('Imported 0 chats, 1 already here.')).toBeVisible();
  // A document of the same kind goes into the chat as before.
  const notes = test.info().outputPath('notes.json');
  writeFileSync(notes, '{"pond":"Where the heron waits"}');
  await drop(other, [notes]);
  await expect(other.getByText('notes.json').first()).toBeVisible();
});

test('a project comes into another profile as one file, and its files answer there', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  await page.goto('/');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Handbook');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Name the file.');
  await page.locator('input[aria-label="Add files"]').setInputFiles(['CONTRIBUTING.md']);
  await expect(page.getByText(/^1 file · \d+ passages/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'New chat in this project' }).click();
  const chat = new ChatPage(page);
  await chat.ask('How many lines may a file have?');
  await page.getByRole('link', { name: 'Handbook', exact: true }).click();
  await page.getByRole('button', { name: 'Export project' }).click();
  await expect(page.getByLabel('With its chat')).toBeChecked();
  expect(await violationsInBothThemes(page)).toEqual([]);
  const dialog = page.getByRole('dialog');
  const file = await save(page, () =>
    dialog.getByRole('button', { name: 'Export project' }).click(),
  );

  const other = await open(await browser.newContext(), '/settings/data');
  await other.getByLabel('Files to import').setInputFiles(file);
  await expect(other.getByText('Imported 1 project, 0 already here.')).toBeVisible();
  await other.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(other.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible();
  await expect(
    other.getByText(/^1 file · \d+ passages · vectors .* by alcove-embed$/),
  ).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Name the file.');
  await expect(other.getByRole('list', { name: 'Chats' }).getByRole('listitem')).toHaveCount(1);
  await other.getByRole('button', { name: 'New chat in this project' }).click();
  const there = new ChatPage(other);
  await there.ask('How many lines may a file have?');
  await expect(other.locator('figure').last()).toContainText('300 lines');
  await drop(other, [file]);
  await expect(other.getByText('Imported 0 projects, 1 already here.')).toBeVisible();
});

test('a transcript comes back from each of its exports, with its sound or without', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  const digits = JSON.stringify({ speechModel: 'alcove-digits' });
  await page.addInitScript((text) => localStorage.setItem('alcove-preferences', text), digits);
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
  await page.getByLabel('Audio files').setInputFiles(join(DATA, 'jackson.wav'));
  await page.getByRole('link', { name: 'jackson.wav', exact: true }).click();
  const text = page.getByText(/zero/i).first();
  await expect(text).toBeVisible({ timeout: 60_000 });
  const exportAs = async (format: string, withTimes = false) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Format').selectOption(format);
    if (withTimes) await page.getByRole('dialog').getByLabel('Times').check();
    return save(page, () =>
      page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click(),
    );
  };
  const json = await exportAs('JSON (verbose_json of /v1)');
  const srt = await exportAs('SubRip subtitles (SRT)');
  const readable: string[] = [];
  for (const format of ['Text', 'Word document (DOCX)', 'Table (CSV)', 'Markdown'])
    readable.push(await exportAs(format, true));
  const whole = await exportAs('File for Alcove, with the recording');

  const other = await open(await browser.newContext(), '/transcribe');
  await drop(other, [json, srt, ...readable]);
  await expect(other.getByText('Imported 1 transcript, 5 already here.')).toBeVisible();
  await other.getByRole('link', { name: 'jackson.wav', exact: true }).click();
  await expect(other.getByText('Imported without its sound')).toBeVisible();
  await expect(other.getByText(/zero/i).first()).toBeVisible();
  await expect(other.getByRole('region', { name: 'Player' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Actions for jackson.wav' }).click();
  await expect(other.getByRole('menuitem', { name: 'Transcribe again' })).toHaveCount(0);
  await other.keyboard.press('Escape');
  expect(await violationsInBothThemes(other)).toEqual([]);

  const third = await open(await browser.newContext(), '/transcribe');
  await drop(third, [whole]);
  await third.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(third.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await expect(third.getByText(/zero/i).first()).toBeVisible();

  // The text alone, in another profile.
  const fourth = await open(await browser.newContext(), '/transcribe');
  await drop(fourth, readable.slice(0, 1));
  await expect(fourth.getByText('Imported 1 transcript, 0 already here.')).toBeVisible();
  await fourth.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(fourth.getByText(/zero/i).first()).toBeVisible();

  const notes = test.info().outputPath('notes.srt');
  writeFileSync(notes, 'No times here.');
  await other.goto('/transcribe');
  await drop(other, [notes]);
  await expect(
    other.getByText('Import failed. No subtitles with times were found in “notes.srt”.'),
  ).toBeVisible();
});

test('projects of a Claude export come with their files, which get vectors on their page', async ({
  page,
}) => {
  await page.goto('/settings/data');
  await page.evaluate(() => alcove.ready);
  const docs = [
    {
      uuid: 'd',
      filename: 'Pond.md',
      content: 'A heron waits at the pond for three hours.',
      created_at: '2026-01-03T00:00:00Z',
    },
  ];
  const project = {
    uuid: 'p',
    name: 'Herons',
    prompt_template: 'Answer in one sentence.',
    is_starter_project: false,
    created_at: '2026-01-02T03:04:05.000000+00:00',
    updated_at: '2026-01-02T03:04:05.000000+00:00',
    docs,
  };
  const path = test.info().outputPath('projects.json');
  writeFileSync(path, JSON.stringify([project]));
  await page.getByLabel('Files to import').setInputFiles(path);
  await expect(page.getByText('Imported 1 project, 0 already here.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText(/^1 file · 1 passage · vectors .* by alcove-embed$/)).toBeVisible();
  await page.getByRole('button', { name: 'New chat in this project' }).click();
  await new ChatPage(page).ask('How long does the heron wait?');
  await expect(page.locator('figure').last()).toContainText('three hours');
});
