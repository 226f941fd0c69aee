// What people try first with a microphone; see `first-time.e2e.ts`.
import { join } from 'node:path';
import { type Page, expect as plainExpect, test } from '@playwright/test';
import { DATA, ffmpeg } from './audio-files.ts';
import { playInMicrophone } from './fake-microphone.ts';
import type { Task } from './first-time-tasks.ts';
import { titleOf, tryTask } from './first-time-try.ts';

/** Loading Whisper and running it takes as long as the machine needs. */
const expect = plainExpect.configure({ timeout: 240_000 });

// A person who talks again and again: words are lost until the model is there.
const TALK = ffmpeg(
  ['-i', join(DATA, 'librispeech-1688.flac'), '-af', 'apad=pad_dur=2', '-ar', '48000', '-ac', '1'],
  'wav',
);
test.use({
  permissions: ['microphone'],
  launchOptions: playInMicrophone('/tmp/alcove-first-talk.wav', TALK, true),
});

interface WithPictureInPicture {
  documentPictureInPicture?: { window: Window | null };
}

/** What the window of captions shows, and how large. */
function readCaptions(page: Page) {
  return page.evaluate(() => {
    const view = (globalThis as WithPictureInPicture).documentPictureInPicture?.window;
    const box = view?.document.querySelector('section');
    if (!view || !box) return null;
    const { top } = box.getBoundingClientRect();
    const buttons = [...view.document.querySelectorAll('button')];
    return {
      text: box.textContent ?? '',
      size: parseFloat(view.getComputedStyle(box).fontSize),
      areButtonsClear: buttons.every((button) => button.getBoundingClientRect().bottom <= top),
    };
  });
}

const LIVE_CAPTIONS: Task = {
  words: 'Live captions of this talk',
  clicks: 4,
  async run(person, page) {
    await person.go('Transcribe');
    await person.press('Record');
    await person.press('Captions');
    await expect.poll(async () => (await readCaptions(page))?.text).toMatch(/statement|shop|liked/);
    const shown = await readCaptions(page);
    plainExpect(shown?.size).toBeGreaterThanOrEqual(36);
    plainExpect(shown?.areButtonsClear).toBe(true);
    await person.press('Stop');
    await expect.poll(() => readCaptions(page)).toBeNull();
    const recording = page.getByRole('listitem').filter({ hasText: 'Recording' });
    await expect(recording).toContainText('Done');
    await expect(recording).toContainText(/statement|shop|liked/);
  },
};

test(titleOf(LIVE_CAPTIONS), { tag: '@full' }, async ({ page }) => {
  test.setTimeout(600_000);
  await tryTask(page, LIVE_CAPTIONS);
});
