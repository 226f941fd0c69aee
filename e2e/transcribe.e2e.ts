import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { rendererBytes } from '#scripts/renderer-memory.mjs';
import { times } from '#testing/test-run.ts';
import { DATA, FORMATS, ffmpeg, TRANSCRIPTS } from './audio-files.ts';
import { violations } from './axe.ts';
import { appStarted } from './chat-page.ts';
import { type Dropped, dropFiles } from './drop-files.ts';
import { gotoAfterKill, kill } from './kill.ts';
import { paste } from './paste.ts';

/** Transcribing takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 60_000 });

const SPEAKERS = ['jackson', 'theo', 'nicolas', 'lucas', 'george'] as const;
const wav = (name: string) => join(DATA, `${name}.wav`);

const drop = (page: Page, files: readonly Dropped[]) =>
  dropFiles(page.getByRole('region', { name: 'Add recordings' }), files);

async function open(page: Page): Promise<void> {
  // The recordings here are of digits: their model knows nothing else, and is quick.
  await page.addInitScript(() => {
    localStorage.setItem('alcove-preferences', JSON.stringify({ speechModel: 'alcove-digits' }));
  });
  await gotoAfterKill(page, '/transcribe');
  await page.evaluate(() => alcove.ready);
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Picks an action from the menu of a recording. */
async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Words of the open transcript with the second each segment starts at. */
function readSegments(page: Page, name: string): Promise<{ text: string; start: number }[]> {
  return page.evaluate(async (wanted) => {
    const request = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
    const all = <T>(table: string) =>
      new Promise<T[]>((resolve) => {
        const read = database.transaction(table).objectStore(table).getAll();
        read.onsuccess = () => resolve(read.result as T[]);
      });
    const recordings = await all<{ id: string; name: string }>('recordings');
    const id = recordings.find((r) => r.name === wanted)?.id;
    const segments = await all<{ recordingId: string; text: string; start: number }>('segments');
    database.close();
    return segments
      .filter((s) => s.recordingId === id)
      .sort((a, b) => a.start - b.start)
      .map(({ text, start }) => ({ text, start }));
  }, name);
}

/** The five speakers again and again with silences, as one track. */
function longTrack(seconds: number, extension: string, codec: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-'));
  const list = join(folder, 'list.txt');
  const silence = join(folder, 'silence.wav');
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '4', silence],
  ]);
  const parts: string[] = [];
  for (let i = 0; i < Math.ceil(seconds / 8); i++) {
    parts.push(`file '${wav(SPEAKERS[i % SPEAKERS.length] ?? '')}'`, `file '${silence}'`);
  }
  writeFileSync(list, parts.join('\n'));
  const input = ['-f', 'concat', '-safe', '0', '-i', list];
  return ffmpeg([...input, '-t', String(seconds), '-ar', '16000', ...codec], extension);
}

test('five recordings of five formats dropped together give the right digits with times', async ({
  page,
}) => {
  await open(page);
  const formats = ['mp3', 'm4a', 'flac', 'ogg', 'webm'] as const;
  const files = formats.map((format, i) => {
    const name = SPEAKERS[i] ?? '';
    return { name: `${name}.${format}`, data: FORMATS[format]?.(wav(name)) ?? '' };
  });
  await drop(page, files);
  for (const { name } of files) await expect(row(page, name)).toContainText(/^.*Done/);
  for (const { name } of files) {
    const { text = '', words = [] } = TRANSCRIPTS[name.split('.')[0] ?? ''] ?? {};
    const segments = await readSegments(page, name);
    expect([name, segments.map((s) => s.text.trim()).join(' ')]).toEqual([name, text]);
    const errors = segments.map((s, i) => Math.abs(s.start - (words[i]?.[1] ?? Infinity)));
    expect(Math.max(...errors)).toBeLessThanOrEqual(0.2);
  }
});

test('an unreadable file says why, stays in its place, and the next one is transcribed', async ({
  page,
}) => {
  await open(page);
  await drop(page, [
    { name: 'broken.mp3', data: Buffer.from('this is no sound at all').toString('base64') },
    { name: 'jackson.wav', data: readFileSync(wav('jackson')).toString('base64') },
  ]);
  await expect(row(page, 'jackson.wav')).toContainText('Done');
  await expect(row(page, 'broken.mp3')).toContainText('contains text, not sound');
  await expect(page.getByRole('region', { name: 'Recordings' }).getByRole('link')).toHaveText([
    'broken.mp3',
    'jackson.wav',
  ]);
  await page.getByRole('button', { name: 'Retry broken.mp3' }).click();
  await expect(row(page, 'broken.mp3')).toContainText('contains text, not sound');
});

test('the queue is paused, reordered, cancelled and resumed; undo restores a deleted recording', {
  tag: '@full',
}, async ({ page }) => {
  await open(page);
  const long = longTrack(240, 'flac', []);
  const short = readFileSync(wav('theo')).toString('base64');
  await drop(page, [
    { name: 'long.flac', data: long },
    { name: 'a.wav', data: short },
    { name: 'b.wav', data: short },
  ]);
  await expect(row(page, 'long.flac')).toContainText(/Transcribing 0:[1-9]|Transcribing [1-9]/);
  await page.getByRole('button', { name: 'Pause a.wav' }).click();
  await page.getByRole('button', { name: 'Pause b.wav' }).click();
  await act(page, 'b.wav', 'Move up');
  await expect(page.getByRole('region', { name: 'Recordings' }).getByRole('link')).toHaveText([
    'long.flac',
    'b.wav',
    'a.wav',
  ]);
  await page.getByRole('button', { name: 'Pause long.flac' }).click();
  await expect(row(page, 'long.flac')).toContainText('Paused at');
  await page.getByRole('button', { name: 'Resume b.wav' }).click();
  await expect(row(page, 'b.wav')).toContainText('Done');
  await page.getByRole('button', { name: 'Resume long.flac' }).click();
  await expect(row(page, 'long.flac')).toContainText('Transcribing');
  await act(page, 'long.flac', 'Cancel');
  await expect(row(page, 'long.flac')).toContainText('the text so far is saved');
  await page.getByRole('button', { name: 'Resume long.flac' }).click();
  await expect(row(page, 'long.flac')).toContainText('Done');
  const words = (await readSegments(page, 'long.flac')).map((s) => s.text.trim());
  expect(words.length).toBeGreaterThan(100);

  await act(page, 'b.wav', 'Delete');
  await expect(row(page, 'b.wav')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'b.wav')).toContainText('Done');
  expect((await readSegments(page, 'b.wav')).map((s) => s.text.trim()).join(' ')).toBe(
    TRANSCRIPTS['theo']?.text,
  );
});

/** How far a recording is transcribed, in seconds of sound; Infinity when it is done. */
async function positionOf(page: Page, name: string): Promise<number> {
  const text = (await row(page, name).textContent()) ?? '';
  const [, minutes, seconds] = /(?:Transcribing|at) (\d+):(\d\d)/.exec(text) ?? [];
  return text.includes('Done') ? Infinity : Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

test('a tab that does not answer while it transcribes does not stop the others', {
  tag: '@full',
}, async ({ page, context }) => {
  const frozen = await context.newPage();
  await frozen.goto('/chat');
  // Like a frozen tab: holds the lock and does not answer.
  await frozen.evaluate(
    () =>
      new Promise<void>((held) => {
        navigator.locks.request('alcove-transcribe', () => {
          held();
          return new Promise(() => {});
        });
      }),
  );
  await open(page);
  await drop(page, [{ name: 'digits.wav', data: readFileSync(wav('jackson')).toString('base64') }]);
  await expect(row(page, 'digits.wav')).toContainText('Waiting');
  await page.getByRole('button', { name: 'Transcribe here' }).click();
  await expect(row(page, 'digits.wav')).toContainText('Done');
  await expect(page.getByRole('button', { name: 'Transcribe here' })).toHaveCount(0);
});

test('memory stays flat over an hour of sound', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(900_000);
  await open(page);
  const hour = longTrack(3_600, 'mp3', ['-b:a', '32k']);
  await drop(page, [{ name: 'hour.mp3', data: hour }]);
  const memory: [minute: number, bytes: number][] = [];
  const transcribed = (name: string) => positionOf(page, name);
  // The model itself is no growth: it is loaded when the first window is transcribed.
  await expect.poll(() => transcribed('hour.mp3')).toBeGreaterThan(0);
  for (let at = 0; at < Infinity; at = await transcribed('hour.mp3')) {
    if (at > 0) memory.push([at / 60, rendererBytes()]);
    await expect
      .poll(() => transcribed('hour.mp3'), { timeout: 120_000, intervals: [500] })
      .toBeGreaterThan(at + 20);
  }
  const bytes = memory.map(([, b]) => b);
  expect(Math.max(...bytes) - (bytes[0] ?? 0)).toBeLessThanOrEqual(300e6);
  // The first minutes load the model and fill caches: growth is read after them. Over twenty minutes,
  // which take twenty seconds, what waits to be collected is as much as a slope that is too steep.
  const settled = memory.filter(([minute]) => minute >= 4);
  expect(slope(settled)).toBeLessThanOrEqual(1e6);
});

/** Where a recording has got to, in seconds, when its tab is killed. */
const KILLED_AT = [150, 500, 900];

test(`${KILLED_AT.length} kills cost a window each, and the text is the same`, {
  tag: '@full',
}, async ({ context }) => {
  test.setTimeout(900_000);
  const data = longTrack(1_200, 'mp3', ['-b:a', '32k']);
  let page = await context.newPage();
  await open(page);
  const transcribed = (name: string) => positionOf(page, name);
  await drop(page, [{ name: 'whole.mp3', data }]);
  await expect.poll(() => transcribed('whole.mp3'), { timeout: 300_000 }).toBe(Infinity);
  const whole = await readSegments(page, 'whole.mp3');

  await drop(page, [{ name: 'killed.mp3', data }]);
  const stored: number[] = [];
  for (const at of KILLED_AT) {
    await expect.poll(() => transcribed('killed.mp3'), { timeout: 300_000 }).toBeGreaterThan(at);
    const before = await readSegments(page, 'killed.mp3');
    await kill(page);
    page = await context.newPage();
    await open(page);
    const after = await readSegments(page, 'killed.mp3');
    // No stored window is lost: only the window in progress is transcribed again.
    expect(after.slice(0, before.length)).toEqual(before);
    stored.push(after.length);
  }
  await expect(row(page, 'killed.mp3')).toContainText('Done', { timeout: 300_000 });
  expect(await readSegments(page, 'killed.mp3')).toEqual(whole);
  expect(stored.every((count) => count > 0)).toBe(true);
});

/** Bytes a minute, by least squares. */
function slope(points: readonly [number, number][]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const x = mean(points.map((p) => p[0]));
  const y = mean(points.map((p) => p[1]));
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

/** Seconds of each. */
const NO_SPEECH = times(300, 20);

test(`${NO_SPEECH} seconds of silence, of noise and of music give no words`, async ({ page }) => {
  await open(page);
  const lavfi = (source: string) =>
    ffmpeg(
      ['-f', 'lavfi', '-i', source, '-t', String(NO_SPEECH), '-ar', '16000', '-ac', '1'],
      'flac',
    );
  const chord = [220, 277.18, 329.63, 440].map((f) => `0.1*sin(2*PI*${f}*t)`).join('+');
  const tune = `0.2*sin(2*PI*(262*pow(2\\,floor(mod(t*3\\,7))/12))*t)*exp(-3*mod(t*3\\,1))`;
  const sources = {
    silence: 'anullsrc=r=16000:cl=mono',
    noise: 'anoisesrc=r=16000:a=0.2:c=pink:seed=3',
    music: `aevalsrc=(${chord})*(0.6+0.4*sin(2*PI*0.7*t))+${tune}:s=16000`,
  };
  const names = Object.keys(sources).map((name) => `${name}.flac`);
  await drop(
    page,
    Object.entries(sources).map(([name, source]) => ({
      name: `${name}.flac`,
      data: lavfi(source),
    })),
  );
  for (const name of names) {
    await expect(row(page, name)).toContainText('Done', { timeout: 120_000 });
    expect([name, await readSegments(page, name)]).toEqual([name, []]);
  }
  await page.getByRole('link', { name: 'silence.flac' }).click();
  await expect(page.getByText('No speech was found.', { exact: true })).toBeVisible();
});

async function openSample(page: Page): Promise<void> {
  await open(page);
  await page.getByLabel('Audio files').setInputFiles(join(DATA, 'spoken-digits.flac'));
  await page.getByRole('link', { name: 'spoken-digits.flac', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('zero');
  await expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible();
}

const said = (page: Page) =>
  page.getByRole('list', { name: 'Transcript' }).locator('[data-said]').allTextContents();

const text = (page: Page, index: number) => page.locator('[data-said]').nth(index);

test('text is edited in place, split, joined, undone, found and replaced, and survives a reload', async ({
  page,
}) => {
  await openSample(page);
  await expect(page).toHaveTitle('spoken-digits.flac – Alcove');
  const before = await said(page);
  const [first = ''] = before;
  await text(page, 0).click();
  // It would stop the page: the segment stays unchanged, and the page says why.
  await paste(text(page, 0), { 'text/plain': 'a'.repeat(200_000) });
  await expect(page.getByText('too long to paste here')).toBeVisible();
  await expect.poll(() => said(page)).toEqual(before);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('forty two');
  await expect.poll(() => said(page).then((all) => all[0])).toBe('forty two');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => said(page).then((all) => all.slice(0, 2))).toEqual(['forty', 'two']);
  // The cursor is at the start of the second half: typed text goes there.
  await page.keyboard.type('and ');
  await expect.poll(() => said(page).then((all) => all[1])).toBe('and two');
  await page.keyboard.press('Home');
  await page.keyboard.press('Backspace');
  await expect.poll(() => said(page).then((all) => all[0])).toBe('forty and two');
  await expect.poll(() => said(page).then((all) => all.length)).toBe(before.length);

  for (let i = 0; i < 4; i++) await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => said(page)).toEqual(before);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(() => said(page).then((all) => all[0])).toBe('forty two');

  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill('FORTY TWO');
  await expect(page.getByText('1 result')).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace with' }).fill(first);
  await page.getByRole('button', { name: 'Replace all' }).click();
  await expect.poll(() => said(page)).toEqual(before);
  await page.reload();
  await expect
    .poll(() => said(page).then((all) => all.join(' ')))
    .toBe(TRANSCRIPTS['jackson']?.text);
});

test('a corrected word becomes a term of all recordings on request alone', async ({ page }) => {
  await openSample(page);
  const [first = ''] = await said(page);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill(first);
  await page.getByRole('textbox', { name: 'Replace with' }).fill('Zebulon');
  await page.getByRole('button', { name: 'Replace all' }).click();
  const terms = () =>
    page.evaluate(async () => {
      const open = indexedDB.open('alcove');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error as Error);
      });
      const read = database.transaction('settings').objectStore('settings').getAll();
      const rows = await new Promise<unknown[]>((resolve) => {
        read.onsuccess = () => resolve(read.result);
      });
      database.close();
      return JSON.stringify(rows);
    });
  const offer = page.getByRole('button', { name: 'Add “Zebulon” to names and terms' });
  await expect(offer).toBeVisible();
  expect(await terms()).not.toContain('Zebulon');
  await offer.click();
  await expect(page.getByText('“Zebulon” is in the list of names and terms')).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.goto('/settings/service');
  await expect(page.getByLabel('Names and terms in transcripts')).toHaveValue(/Zebulon/);
});

test('the time and Alt with a click seek; the word that is said is marked', async ({ page }) => {
  await openSample(page);
  const position = page.getByRole('slider', { name: 'Position' });
  await page
    .getByRole('button', { name: /^Play from 0:03/ })
    .first()
    .click();
  await expect(position).toHaveAttribute('aria-valuenow', '3');
  const marked = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('current-word') ?? [])].map((range) =>
        range.startContainer.textContent?.slice(range.startOffset, range.endOffset),
      ),
    );
  const current = page.locator('[aria-current="true"] [data-said]');
  await expect.poll(marked).toEqual([await current.textContent()]);
  await text(page, 5).click({ modifiers: ['Alt'] });
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(current).toHaveText((await text(page, 5).textContent()) ?? '');
});

test('a speaker is named once, and a new name is everywhere, in files too', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill('Jackson');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Everything unnamed is Jackson' }).click();
  await page.getByRole('textbox', { name: 'Name of Jackson' }).fill('J. Smith');
  await page.getByRole('textbox', { name: 'Name of Jackson' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of J. Smith' })).toBeVisible();
  await page.keyboard.press('Escape');
  const speakers = page.getByRole('button', { name: /^Speaker at .+: J\. Smith$/ });
  await expect(speakers).toHaveCount(7);
  await speakers.first().click();
  await page.getByRole('menuitem', { name: 'No speaker' }).click();
  await expect(speakers).toHaveCount(6);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(speakers).toHaveCount(7);
  const text = await exported(page, 'Text', (dialog) => dialog.getByLabel('Times').check());
  expect(text.split('\n')[0]).toMatch(/^\[0:00\] J\. Smith: four$/);
});

test('while it plays, a digit says who speaks', async ({ page }) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill('Ann');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  const named = page.getByRole('button', { name: /^Speaker at .+: Ann$/ });
  await page.keyboard.press('1');
  await expect(named).toHaveCount(0);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('[data-segment][aria-current="true"]').waitFor();
  await page.keyboard.press('1');
  await expect(named).toHaveCount(1);
});

test('several segments get a speaker together, by mouse and by keyboard, undone in one step', async ({
  page,
}) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Speakers', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill('Ann');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  const speakers = (name: string) =>
    page.getByRole('button', { name: new RegExp(`^Speaker at .+: ${name}$`) });
  const boxes = page.getByTestId('segments').getByRole('checkbox');
  const selected = (count: number) => page.getByText(`${count} selected`, { exact: true });

  await speakers('No speaker').nth(1).click();
  await page.getByRole('menuitem', { name: 'Select several' }).click();
  await expect(boxes.nth(1)).toBeFocused();
  // The text of a segment is the label of its box.
  const label = page.getByTestId('segments').locator('label').nth(4);
  await label
    .locator('span')
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(selected(4)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Speaker', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ann' }).click();
  await expect(speakers('Ann')).toHaveCount(4);
  await expect(boxes).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(speakers('Ann')).toHaveCount(0);

  // Without a mouse: Shift and the arrows; the rest in one step; a new speaker gets them.
  await speakers('No speaker').nth(2).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(boxes.nth(2)).toBeFocused();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selected(2)).toBeVisible();
  await page.keyboard.press('Space');
  await expect(selected(1)).toBeVisible();
  await page.getByRole('button', { name: 'To the end' }).press('Enter');
  await expect(selected(5)).toBeVisible();
  await page.getByRole('button', { name: 'Speaker', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'New speaker' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name of a new speaker' }).fill('Ben');
  await page.keyboard.press('Enter');
  await expect(speakers('Ben')).toHaveCount(5);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await speakers('Ben')
    .first()
    .click({ modifiers: ['Shift'] });
  await expect(selected(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(speakers('Ben').first()).toBeFocused();
});

/** Exports as a format and gives the file's text. */
async function exported(
  page: Page,
  format: string,
  choose: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => {},
): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: format });
  await choose(dialog);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save' }).click();
  return readFileSync(await (await saved).path(), 'utf8');
}

/** Cue times as ffmpeg, which knows nothing of us, reads a subtitle file. */
function cueTimes(text: string, extension: string): { start: number; end: number }[] {
  const path = join(mkdtempSync(join(tmpdir(), 'alcove-')), `cues.${extension}`);
  writeFileSync(path, text);
  const args = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  const out = execFileSync('ffprobe', [...args, path], { encoding: 'utf8' });
  return out
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number))
    .map(([start = 0, length = 0]) => ({ start, end: start + length }));
}

test('subtitles of a long recording parse elsewhere, and their times only increase', {
  tag: '@full',
}, async ({ page }) => {
  await open(page);
  await drop(page, [{ name: 'long.flac', data: longTrack(120, 'flac', []) }]);
  await expect(row(page, 'long.flac')).toContainText('Done', { timeout: 60_000 });
  await page.getByRole('link', { name: 'long.flac' }).click();
  await expect(page.getByRole('list', { name: 'Transcript' })).toBeVisible();
  const count = (await readSegments(page, 'long.flac')).length;
  for (const [format, extension] of [
    ['SubRip subtitles (SRT)', 'srt'],
    ['Web subtitles (VTT)', 'vtt'],
  ] as const) {
    const times = cueTimes(await exported(page, format), extension);
    expect(times).toHaveLength(count);
    expect(times.every(({ start, end }) => end >= start)).toBe(true);
    expect(times.every(({ start }, i) => start >= (times[i - 1]?.end ?? 0) - 0.001)).toBe(true);
  }
  const json = JSON.parse(await exported(page, 'JSON (verbose_json of /v1)')) as {
    segments: object[];
    duration: number;
  };
  expect(json.segments).toHaveLength(count);
  expect(json.duration).toBeCloseTo(120, 0);
});

test('a question about a transcript opens a chat whose citations seek the sound', async ({
  page,
}) => {
  await openSample(page);
  await page.getByRole('button', { name: 'Ask about it' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect(page.getByRole('button', { name: 'Remove spoken-digits.flac' })).toBeVisible();
  await message.fill('Which digit comes after six?');
  await message.press('Enter');
  await page.getByRole('button', { name: '[1] spoken-digits.flac' }).click();
  await page.getByRole('link', { name: 'Play from 0:00' }).click();
  await expect(page).toHaveURL(/\/transcribe\/.+\?t=0/);
  await page
    .getByRole('button', { name: /^Play from 0:03/ })
    .first()
    .click();
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuenow',
    '3',
  );
});

test('a URL is not asked for where the policy allows no other site', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'More ways to add recordings' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Choose a folder', 'Follow a folder']);
});

test('recordings are searched, selected, exported together and deleted with undo', async ({
  page,
}) => {
  await open(page);
  const data = readFileSync(wav('theo')).toString('base64');
  await drop(page, [
    { name: 'a.wav', data },
    { name: 'b.wav', data },
  ]);
  await expect(row(page, 'a.wav')).toContainText('Done');
  await expect(row(page, 'b.wav')).toContainText('Done');
  // Escape closes the inner one of two dialogs.
  await act(page, 'a.wav', 'Transcribe again');
  await page.getByRole('dialog').getByRole('button', { name: 'Names and terms' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Names and terms' })).toHaveCount(0);
  await page.getByRole('dialog', { name: 'Transcribe again' }).press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search transcripts' }).fill('zero');
  const hits = page.getByRole('region', { name: 'Search transcripts' }).getByRole('listitem');
  await expect(hits.first().locator('mark')).toHaveText('zero');
  await expect(hits).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search transcripts' }).fill('');
  await page.getByRole('checkbox', { name: 'Select a.wav' }).check();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('textbox', { name: 'File name' }).fill('{number} {name}');
  await expect(page.getByRole('dialog')).toContainText(/Here: 1 (a|b)\.txt/);
  if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/names.png` });
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  expect((await saved).suggestedFilename()).toBe('Transcripts.zip');
  const archive = readFileSync((await (await saved).path()) ?? '');
  expect(Object.keys(unzipSync(archive)).sort()).toEqual(['1 a.txt', '2 b.txt']);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Drop a recording here')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'b.wav')).toContainText('Done');
});

test('the keyboard alone transcribes, plays, edits and exports; axe finds nothing', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openSample(page);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '6');
  await page.keyboard.press('j');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('l');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '6');
  await page.keyboard.press('Home');
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Speakers', exact: true }).focus();
  for (const name of ['Find', 'Export']) {
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(name));
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.goto('/transcribe');
  await expect(page.getByRole('link', { name: 'spoken-digits.flac' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('of hundreds of recordings the last hundred are drawn, and earlier ones on demand', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('alcove');
        opening.onsuccess = () => {
          const change = opening.result.transaction('recordings', 'readwrite');
          for (let order = 0; order < 250; order++) {
            const row = { id: `r${order}`, name: `talk ${order}.wav`, order, state: 'done' };
            change.objectStore('recordings').put({ ...row, windowsDone: 1, seconds: 1 });
          }
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  const rows = page.getByRole('region', { name: 'Recordings' }).getByRole('listitem');
  await expect(rows).toHaveCount(100);
  await expect(rows.last()).toContainText('talk 249.wav');
  await page.getByRole('button', { name: 'Show 100 earlier recordings' }).click();
  await page.getByRole('button', { name: 'Show 50 earlier recordings' }).click();
  await expect(rows).toHaveCount(250);
  await expect(rows.first()).toContainText('talk 0.wav');
});

test('on a German phone two rows of controls are above the recordings, and more unfold', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 430 };
  const context = await browser.newContext({ locale: 'de-DE', viewport });
  const page = await context.newPage();
  await page.goto('/transcribe');
  await appStarted(page);
  await page.getByLabel('Audiodateien', { exact: true }).setInputFiles(wav('jackson'));
  await expect(page.getByRole('link', { name: 'jackson.wav' })).toBeVisible();
  const tools = page.getByRole('region', { name: 'Aufnahmen hinzufügen' });
  const rows = () =>
    tools.locator(':is(button, input, select):visible').evaluateAll((controls) => {
      const tops = controls
        .map((control) => control.getBoundingClientRect())
        .filter(({ width }) => width > 1)
        .map(({ top, bottom }) => Math.round((top + bottom) / 2));
      return new Set(tops).size;
    });
  expect(await rows()).toBe(2);
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toBeHidden();
  await page.getByRole('button', { name: 'Sprache und Übersetzung' }).click();
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption({ label: 'Deutsch' });
  await expect(page.getByRole('checkbox', { name: 'Ins Englische übersetzen' })).toBeVisible();
  await context.close();
});

test('the picture of a video is next to its transcript, and a video without a picture has none', async ({
  page,
}) => {
  const sound = join(import.meta.dirname, 'data/librispeech-1688.flac');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=10'];
  const codecs = ['-c:v', 'libvpx', '-c:a', 'libopus', '-shortest'];
  const bytes = ffmpeg([...picture, '-i', sound, ...codecs], 'webm');
  await open(page);
  const files = [
    { name: 'talk.webm', mimeType: 'video/webm', buffer: Buffer.from(bytes, 'base64') },
    {
      name: 'sound.webm',
      mimeType: 'video/webm',
      buffer: Buffer.from(ffmpeg(['-i', sound, '-c:a', 'libopus'], 'webm'), 'base64'),
    },
  ];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page
    .getByRole('link', { name: /talk\.webm/ })
    .first()
    .click();
  const larger = page.getByRole('button', { name: 'Larger picture' });
  await larger.click({ timeout: 60_000 });
  const video = page.locator('video');
  expect(await video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(320);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThan(0.2);
  await page.getByRole('link', { name: 'Recordings' }).first().click();
  await page
    .getByRole('link', { name: /sound\.webm/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
  await expect(larger).toHaveCount(0);
});
