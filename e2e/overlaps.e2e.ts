import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ffmpeg } from './audio-files.ts';
import { violationsInBothThemes } from './axe.ts';
import { readRows } from './read-rows.ts';
import { addTranscript } from './stored-recordings.ts';

/** Finding the speakers takes as long as the machine needs. */
const SLOW = { timeout: 240_000 };

/** Kennedy for eleven seconds; from the seventh to the sixteenth a reader, who says the same twice. */
const OVERLAP = { from: 7, to: 11 };
const TOGETHER = [
  '[0:a]aresample=16000[a]',
  '[1:a]aresample=16000,asplit[x][y]',
  `[x][y]concat=n=2:v=0:a=1,volume=1.5,adelay=${1_000 * OVERLAP.from}[b]`,
  '[a][b]amix=inputs=2:duration=longest:normalize=0',
].join(';');
const KENNEDY = 'public/samples/inaugural-address-1961.mp3';
const READER = 'e2e/data/librispeech-1688.flac';

const SEGMENTS = [
  { start: 0, end: 4.5, text: ' And so, my fellow Americans,' },
  { start: 5.2, end: 6.9, text: ' ask not' },
  { start: 6.9, end: 11.2, text: ' what your country can do for you.' },
  { start: 11.2, end: 16, text: ' His statement was the thing I liked best of all.' },
];

interface Exported {
  segments: { speaker: string; overlaps?: { speaker: string; start: number; end: number }[] }[];
}

async function exportJson(page: Page): Promise<Exported> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption({ label: 'JSON (verbose_json of /v1)' });
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  await page.keyboard.press('Escape');
  return JSON.parse(text);
}

test('where two people speak at the same time, the transcript and its JSON name both', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const sound = ffmpeg(['-i', KENNEDY, '-i', READER, '-filter_complex', TOGETHER], 'mp3');
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
  await addTranscript(page, { id: 'talk', sound, segments: SEGMENTS });
  await page.goto('/transcribe/talk');
  const marks = page.getByRole('button', { name: /speak at the same time/ });
  await expect(page.locator('[data-said]').first()).toBeVisible();
  await expect(marks).toHaveCount(0);

  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  await page.getByRole('combobox', { name: 'Speakers' }).selectOption({ label: '2' });
  await page.getByRole('button', { name: 'Find speakers' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of Speaker 2' })).toBeVisible(SLOW);
  for (const [number, name] of ['Ana', 'Ben'].entries()) {
    const field = page.getByRole('textbox', { name: `Name of Speaker ${number + 1}` });
    await field.fill(name);
    await field.press('Enter');
  }
  await page.keyboard.press('Escape');

  // Of the four segments the third alone has both, and the new names are in it.
  const rows = page.locator('[data-segment]');
  await expect(marks).toHaveCount(1);
  const mark = rows.nth(2).getByRole('button', { name: /speak at the same time/ });
  await expect(mark).toHaveAccessibleName(/^Ben and Ana speak at the same time, 0:\d\d.*–0:\d\d/);
  await expect(mark).toHaveText('and Ana');
  expect(await violationsInBothThemes(page)).toEqual([]);
  if (process.env['LOOK']) {
    await page.screenshot({ path: `${process.env['LOOK']}/overlap.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${process.env['LOOK']}/overlap-phone.png` });
    await page.setViewportSize({ width: 1280, height: 720 });
  }

  const { segments } = await exportJson(page);
  expect(segments.map(({ speaker }) => speaker)).toEqual(['Ana', 'Ana', 'Ben', 'Ben']);
  expect(segments.map(({ overlaps = [] }) => overlaps.length > 0)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  const found = segments[2]?.overlaps ?? [];
  expect(new Set(found.map(({ speaker }) => speaker))).toEqual(new Set(['Ana']));
  const seconds = found.reduce((sum, { start, end }) => sum + end - start, 0);
  test.info().annotations.push({ type: 'seconds together', description: seconds.toFixed(2) });
  // The model finds half of it at least, and nothing outside of it.
  expect(seconds).toBeGreaterThan(1.5);
  expect(Math.min(...found.map(({ start }) => start))).toBeGreaterThan(OVERLAP.from - 0.5);
  expect(Math.max(...found.map(({ end }) => end))).toBeLessThan(OVERLAP.to + 0.5);

  await mark.click();
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    /^0:(?:0[6-9]|10) of/,
  );
  // It is stored, and goes with its speaker.
  await page.reload();
  await expect(mark).toHaveText('and Ana');
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Ana' }).click();
  await page.keyboard.press('Escape');
  await expect(marks).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(marks).toHaveCount(1);
});

test('speakers are found between two numbers, with their time, and a voice plays for ten seconds', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.goto('/transcribe');
  await page.evaluate(() => alcove.ready);
  const sound = ffmpeg(['-stream_loop', '2', '-i', KENNEDY], 'mp3');
  const segments = [
    { start: 0.5, end: 4.5, text: ' And so, my fellow Americans,' },
    { start: 5, end: 31, text: ' ask not what your country can do for you.' },
  ];
  await addTranscript(page, { id: 'speech', sound, segments });
  await page.goto('/transcribe/speech');
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Speakers' });
  await dialog.getByRole('combobox', { name: 'Speakers' }).selectOption({ label: 'From … to …' });
  await dialog.getByLabel('At least').fill('1');
  await dialog.getByLabel('At most').fill('3');
  await dialog.getByRole('button', { name: 'Find speakers' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name of Speaker 1' })).toBeVisible(SLOW);
  const [recording] = await readRows<{ speakerCount: object }>(page, 'recordings');
  expect(recording?.speakerCount).toEqual({ min: 1, max: 3 });
  // Both segments: thirty seconds of one person.
  await expect(dialog.getByText('0:30 (100%)')).toBeVisible();

  await dialog.getByRole('button', { name: 'Play the voice of Speaker 1' }).click();
  const player = page.locator('audio');
  const at = () => player.evaluate((element: HTMLAudioElement) => element.currentTime);
  const isPaused = () => player.evaluate((element: HTMLAudioElement) => element.paused);
  await expect.poll(at).toBeGreaterThan(6);
  await expect.poll(isPaused).toBe(true);
  // From the beginning of the longer one.
  expect(await at()).toBeGreaterThanOrEqual(15);
});
