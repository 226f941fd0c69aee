import { expect, type Page, test } from '@playwright/test';
import { ffmpeg } from './audio-files.ts';
import { playInMicrophone } from './fake-microphone.ts';
import { openPage } from './open-page.ts';

/** The title of the page that is shared: the browser picks it for the person. */
const SHARED = 'A page that is shared';
/** In place of every device, and of shared sound, the browser plays this tone. */
const TONE = 300;

const wav = ffmpeg(
  ['-f', 'lavfi', '-i', `sine=frequency=${TONE}:duration=10`, '-ar', '48000'],
  'wav',
);
const withMicrophone = playInMicrophone('/tmp/alcove-source-microphone.wav', wav, true);
test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...withMicrophone,
    args: [...withMicrophone.args, `--auto-select-tab-capture-source-by-title=${SHARED}`],
  },
});

/** Seconds of the only recording, and how strong the tone is in each channel. */
function readChannels(page: Page) {
  return page.evaluate(async (frequency) => {
    const request = indexedDB.open('alcove');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
    const read = database.transaction('recordingFiles').objectStore('recordingFiles').getAll();
    const [file] = await new Promise<{ data: Blob }[]>((resolve) => {
      read.onsuccess = () => resolve(read.result);
    });
    database.close();
    if (!file) return null;
    const context = new OfflineAudioContext(2, 1, 48_000);
    const sound = await context.decodeAudioData(await file.data.arrayBuffer());
    const power = (samples: Float32Array) => {
      let [re, im] = [0, 0];
      for (const [i, sample] of samples.entries()) {
        re += sample * Math.cos((2 * Math.PI * frequency * i) / 48_000);
        im += sample * Math.sin((2 * Math.PI * frequency * i) / 48_000);
      }
      return Math.hypot(re, im) / samples.length;
    };
    const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => {
      // A second from the middle: the sound before a pause need not fit the sound after it.
      const samples = sound.getChannelData(channel).subarray(24_000, 48_000);
      return power(samples);
    });
    return { seconds: sound.duration, channels };
  }, TONE);
}

test('the microphone and shared sound are two channels, and a pause is in neither', async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const other = await context.newPage();
  await other.goto('/');
  await other.evaluate((title) => {
    document.title = title;
  }, SHARED);
  await openPage(page, '/transcribe');
  await page.bringToFront();
  await page.getByRole('button', { name: 'Recording options' }).click();
  await page.getByRole('radio', { name: 'Both' }).check();
  await page.getByLabel('Show text while recording').uncheck();
  await page.getByLabel('Only record, transcribe later').check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Recording', exact: true });
  const clock = bar.getByText(/^\d+:\d\d$/);
  await expect(clock).toHaveText('0:02');
  await bar.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(bar.getByRole('status')).toHaveText('Paused');
  await expect(bar.getByRole('button', { name: 'Mark', exact: true })).toBeDisabled();
  const before = await clock.textContent();
  // A pause that was recorded would be longer than all the rest.
  const pausedAt = Date.now();
  await expect.poll(() => Date.now() - pausedAt).toBeGreaterThan(4_000);
  await expect(clock).toHaveText(before ?? '');
  await bar.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(clock).toHaveText('0:04');
  await bar.getByRole('button', { name: 'Stop', exact: true }).click();
  const recording = page.getByRole('listitem').filter({ hasText: 'Recording' });
  await expect(recording).toContainText('Paused');

  await expect.poll(() => readChannels(page)).not.toBeNull();
  const found = await readChannels(page);
  expect(found?.seconds).toBeGreaterThan(3);
  expect(found?.seconds).toBeLessThan(7);
  const [microphone = 0, shared = 0, ...more] = found?.channels ?? [];
  expect(more).toEqual([]);
  expect(microphone).toBeGreaterThan(0.01);
  expect(shared).toBeGreaterThan(0.01);
});
