import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ffmpeg } from './audio-files.ts';
import { violationsInBothThemes } from './axe.ts';
import { playInMicrophone } from './fake-microphone.ts';
import { addTranscript } from './stored-recordings.ts';

/** Loading Whisper and running it takes as long as the machine needs. */
const SLOW = { timeout: 240_000 };

const SAMPLE = 'public/samples/inaugural-address-1961.mp3';
/** Two people, each in a recording of more than ten seconds. */
const KENNEDY = readFileSync(SAMPLE).toString('base64');
const READER = readFileSync('e2e/data/librispeech-1688.flac').toString('base64');

const SAID = [{ start: 0.5, end: 10, text: ' What was said.' }];

const MICROPHONE = '/tmp/alcove-known-voice.wav';
const SOUND = ffmpeg(['-i', SAMPLE, '-ar', '48000', '-ac', '1'], 'wav');

test.use({
  permissions: ['microphone'],
  launchOptions: playInMicrophone(MICROPHONE, SOUND, true),
});

async function findSpeakers(page: Page, id: string): Promise<void> {
  await page.goto(`/transcribe/${id}`);
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  await page.getByRole('button', { name: 'Find speakers' }).click();
}

const speakerOf = (page: Page) =>
  page.getByRole('textbox', { name: /^Name of (?!a new speaker)/ }).first();

test('a voice that is remembered is named in another recording, and forgotten on request', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const requests: string[] = [];
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
  const own = new URL(page.url()).origin;
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) requests.push(new URL(request.url()).origin);
  });
  await addTranscript(page, { id: 'first', sound: KENNEDY, segments: SAID });
  await addTranscript(page, { id: 'second', sound: KENNEDY, segments: SAID });
  await addTranscript(page, { id: 'other', sound: READER, segments: SAID });

  await findSpeakers(page, 'first');
  await expect(speakerOf(page)).toHaveValue('Speaker 1', { timeout: 120_000 });
  await speakerOf(page).fill('Kennedy');
  await speakerOf(page).press('Enter');
  const toggle = page.getByRole('button', { name: 'Know the voice of Kennedy' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(page.getByRole('dialog', { name: 'Know the voice of Kennedy?' })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remember voice' }).click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/voice.png` });

  await findSpeakers(page, 'second');
  await expect(speakerOf(page)).toHaveValue('Kennedy');
  await findSpeakers(page, 'other');
  await expect(speakerOf(page)).toHaveValue('Speaker 1', { timeout: 120_000 });

  // While it is recorded as well.
  await page.goto('/transcribe');
  await page.getByRole('combobox', { name: 'Speakers' }).selectOption({ label: 'Detect how many' });
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const live = page.getByRole('region', { name: 'Text so far' });
  await expect(live.getByText('Kennedy')).toBeVisible(SLOW);
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/live-voice.png` });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();

  await findSpeakers(page, 'second');
  await page.getByRole('link', { name: 'Manage' }).click();
  const voice = page.getByRole('listitem').filter({ hasText: 'Kennedy' });
  await expect(voice).toContainText('From first.mp3');
  await voice.getByRole('button', { name: 'Play the voice of Kennedy' }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/voices.png` });
  await voice.getByRole('button', { name: 'Forget the voice of Kennedy' }).click();
  await expect(page.getByText(/^None\. Open Speakers/)).toBeVisible();
  expect(new Set(requests)).toEqual(new Set([own]));
});
