import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { violations } from './axe.ts';
import { ChatPage, script } from './chat-page.ts';
import { openPage } from './open-page.ts';

const ANSWER = [
  '# Two sentences\n\n',
  'The mean of **four** numbers costs $3.50. Dr. Smith counts them twice.\n\n',
  '```js\nconst secret = 1;\n```\n\n',
  '- The last item is short.\n',
];

interface Said {
  /** Milliseconds of the page when each sound began. */
  starts: number[];
  seconds: number[];
  loudest: number[];
  stops: number;
  /** Each word that was marked. */
  words: string[];
}

/** Notes what Web Audio plays: a page without loudspeakers is silent. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: Said = { starts: [], seconds: [], loudest: [], stops: 0, words: [] };
    Object.assign(globalThis, { said });
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode) {
      said.starts.push(performance.now());
      said.seconds.push(this.buffer?.duration ?? 0);
      // A loop: a long sentence has more samples than a call takes.
      let loudest = 0;
      for (const x of this.buffer?.getChannelData(0) ?? [])
        loudest = Math.max(loudest, Math.abs(x));
      said.loudest.push(loudest);
      start.call(this);
    };
    AudioBufferSourceNode.prototype.stop = function () {
      said.stops++;
      stop.call(this);
    };
    const mark = CSS.highlights.set.bind(CSS.highlights);
    CSS.highlights.set = (name, highlight) => {
      for (const { startContainer, startOffset, endContainer, endOffset } of highlight) {
        const range = document.createRange();
        range.setStart(startContainer, startOffset);
        range.setEnd(endContainer, endOffset);
        if (name === 'read-aloud') said.words.push(range.toString());
      }
      return mark(name, highlight);
    };
  });
}

const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: Said }).said);

/** It reads on between the steps of a test: there may be more sentences than those asked for. */
async function startsAtLeast(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await said(page)).starts.length).toBeGreaterThanOrEqual(count);
}

async function askAloud(page: Page, tokens = ANSWER): Promise<ChatPage> {
  await listen(page);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  const answer = await chat.ask(script(tokens));
  await answer.getByRole('button', { name: 'Read aloud' }).click();
  return chat;
}

test('an answer is read aloud word by word, with its code named', async ({ page }) => {
  const chat = await askAloud(page);
  const bar = page.getByRole('region', { name: 'Reading aloud' });
  await expect(bar).toContainText('Synthetic voice, made on this device.');
  await expect(bar).toHaveCount(0, { timeout: 60_000 });
  const { words } = await said(page);
  expect(words.join(' ')).toContain(
    'The mean of four numbers costs $3.50 Dr Smith counts them twice',
  );
  expect(words).toEqual(expect.arrayContaining(['sentences', 'js', 'last', 'item']));
  expect(words).not.toContain('secret');
  const { loudest, seconds } = await said(page);
  // Heading, two sentences, the block of code, an item.
  expect(seconds).toHaveLength(5);
  expect(Math.min(...loudest)).toBeGreaterThan(0.1);
  expect(seconds.reduce((sum, s) => sum + s, 0)).toBeGreaterThan(6);
  // A word at a time is marked without drawing the answer again.
  await expect(chat.answers.first().locator('strong')).toHaveText('four');
});

test('an answer is saved as an audio file, with its headings as chapters', async ({ page }) => {
  const more = ['\n\n## Größe & “more”\n\n', 'It is five metres long.\n'];
  await askAloud(page, [...ANSWER, ...more]);
  const bar = page.getByRole('region', { name: 'Reading aloud' });
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Save as audio file' }).click();
  await expect(bar).toContainText(/Saving: sentence \d of 7|Preparing the voice/);
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.mp3$/);
  const wanted = ['-v', 'error', '-of', 'json', '-show_chapters', '-show_format', '-show_streams'];
  const out = execFileSync('ffprobe', [...wanted, await saved.path()], { encoding: 'utf8' });
  const { format, streams, chapters } = JSON.parse(out);
  expect(streams[0]).toMatchObject({ codec_name: 'mp3', sample_rate: '24000', channels: 1 });
  expect(chapters.map(({ tags }: { tags: { title: string } }) => tags.title)).toEqual([
    'Two sentences',
    'Größe & “more”',
  ]);
  const [first, second] = chapters.map((chapter: { start_time: string; end_time: string }) => [
    Number(chapter.start_time),
    Number(chapter.end_time),
  ]);
  expect(first[0]).toBe(0);
  expect(second[0]).toBe(first[1]);
  expect(second[1]).toBeGreaterThan(second[0] + 1);
  expect(Math.abs(Number(format.duration) - second[1])).toBeLessThan(0.3);
  expect(format.tags.title.length).toBeGreaterThan(0);
  // The bar reads on where it was.
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(bar).toHaveCount(0, { timeout: 60_000 });
});

test('the voice pauses, skips, and stops for a person who types', async ({ page }) => {
  const chat = await askAloud(page);
  const bar = page.getByRole('region', { name: 'Reading aloud' });
  const pause = async () => {
    await bar.getByRole('button', { name: 'Pause' }).click();
    await expect(bar.getByRole('button', { name: 'Resume' })).toBeVisible();
    return (await said(page)).seconds;
  };
  await startsAtLeast(page, 1);
  await bar.getByRole('button', { name: 'Next sentence' }).click();
  await startsAtLeast(page, 2);
  const paused = await pause();
  await bar.getByRole('button', { name: 'Previous sentence' }).click();
  await startsAtLeast(page, paused.length + 1);
  // On a busy machine the pause may have come between two sentences.
  expect(paused.slice(-2)).toContain((await said(page)).seconds[paused.length]);
  const slow = await pause();
  await bar.getByLabel('Speed').selectOption({ label: '2×' });
  await startsAtLeast(page, slow.length + 1);
  expect((await said(page)).seconds[slow.length]).toBeLessThan((slow.at(-1) ?? 0) * 0.8);
  expect(await violations(page)).toEqual([]);
  await chat.message.pressSequentially('x');
  await expect(bar).toHaveCount(0);
});

test('media keys and the keys of the player steer the voice', async ({ page }) => {
  await page.addInitScript(() => {
    const handlers = {};
    Object.assign(globalThis, { handlers });
    navigator.mediaSession.setActionHandler = (name, handler) =>
      Object.assign(handlers, { [name]: handler });
  });
  await askAloud(page);
  const bar = page.getByRole('region', { name: 'Reading aloud' });
  await startsAtLeast(page, 1);
  const press = (name: string) =>
    page.evaluate(
      (key) =>
        (globalThis as unknown as { handlers: Record<string, () => void> }).handlers[key]?.(),
      name,
    );
  await press('pause');
  await expect(bar.getByRole('button', { name: 'Resume' })).toBeVisible();
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('paused');
  await press('play');
  await press('nexttrack');
  await startsAtLeast(page, 2);
  await bar.getByRole('button', { name: 'Next sentence' }).focus();
  await page.keyboard.press('k');
  await expect(bar.getByRole('button', { name: 'Resume' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  expect(await page.evaluate(() => navigator.mediaSession.metadata)).toBeNull();
});

test('another language is refused in a sentence, with the voices of the device', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const voice = { voiceURI: 'de', name: 'Anna', lang: 'de-DE', localService: true };
    const remote = { voiceURI: 'cloud', name: 'Cloud', lang: 'de-DE', localService: false };
    speechSynthesis.getVoices = () => [voice, remote] as SpeechSynthesisVoice[];
  });
  await askAloud(page, ['Das ist ein Satz, der nicht auf Englisch ist. ', 'Und noch einer, ja.']);
  const bar = page.getByRole('region', { name: 'Reading aloud' });
  await expect(bar.getByRole('alert')).toContainText('speaks English only');
  await expect(bar.getByRole('option')).toHaveText(['Anna (de-DE)']);
  expect((await said(page)).starts).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Stop reading aloud' }).click();
  await expect(bar).toHaveCount(0);
});

test('new answers are read while they are written, once a person asks for that', async ({
  page,
}) => {
  await listen(page);
  const chat = new ChatPage(page);
  await page.goto('/settings?scripted-models');
  await page.getByRole('checkbox', { name: 'Read every answer aloud' }).check();
  await page.getByRole('link', { name: 'Chat', exact: true }).first().click();
  await chat.choose('Scripted chat');
  await chat.send(
    script(['This is first. ', ...Array.from({ length: 150 }, () => 'More follows. ')], 400),
  );
  await expect
    .poll(async () => (await said(page)).starts.length, { timeout: 60_000 })
    .toBeGreaterThan(0);
  // The answer is still being written.
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('link', { name: 'Models', exact: true }).first().click();
  await expect(page.getByRole('region', { name: 'Reading aloud' })).toHaveCount(0);
});

test('no answer is read aloud that a person did not ask for: a screen reader speaks alone', async ({
  page,
}) => {
  await listen(page);
  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  await chat.ask(script(ANSWER));
  await page.goto('/settings');
  await expect(page.getByRole('checkbox', { name: 'Read every answer aloud' })).not.toBeChecked();
  expect((await said(page)).starts).toEqual([]);
});

test('a transcript, a passage of a document and a text of a set are read aloud', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await listen(page);
  const bar = page.getByRole('region', { name: 'Reading aloud' });
  // A dialog is above the bar, and has a button of its own that stops it.
  const reads = async (word: RegExp, within: Locator = bar) => {
    const read = async () => (await said(page)).words.join(' ');
    await expect.poll(read, { timeout: 60_000 }).toMatch(word);
    await within.getByRole('button', { name: 'Stop reading aloud' }).click();
    await expect(bar).toHaveCount(0);
  };
  await page.goto('/transcribe?sample');
  await expect(page.getByRole('main')).toContainText(/your country can do/i, { timeout: 120_000 });
  await page
    .getByRole('toolbar', { name: 'Transcript' })
    .getByRole('button', { name: 'Read aloud' })
    .click();
  await reads(/fellow Americans/i);

  const chat = new ChatPage(page);
  await chat.open();
  await chat.choose('Scripted chat');
  await chat.addFile('birds.txt', 'text/plain', 'A heron waits for fish at the lake.');
  await expect(page.getByRole('button', { name: 'Remove birds.txt' })).toBeVisible();
  const answer = await chat.ask('Which bird waits for fish?');
  await answer.getByRole('button', { name: /^\[1\] / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Read aloud' }).click();
  await reads(/heron waits/, page.getByRole('dialog'));

  await page.goto('/embeddings?sample');
  await page.getByRole('tab', { name: 'Texts' }).click({ timeout: 60_000 });
  await page.getByRole('table').getByRole('button').first().click();
  await page
    .getByRole('complementary', { name: 'Nearest texts' })
    .getByRole('button', { name: 'Read aloud' })
    .click();
  await reads(/\w+ \w+ \w+/);
});

test('speech comes in every format that the browser encodes, as long as it is', async ({
  page,
}, info) => {
  const key = await openPage(page, '/developer');
  for (const format of ['wav', 'mp3', 'opus', 'aac', 'flac']) {
    const { status, bytes } = await page.evaluate(
      async ([bearer, response_format]) => {
        const response = await alcove.fetch('/v1/audio/speech', {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model: 'alcove-voice',
            voice: 'heart',
            input: 'The river was low that summer. Boats stayed at the old quay.',
            response_format,
          }),
        });
        const body = new Uint8Array(await response.arrayBuffer());
        const characters = Array.from(body, (byte) => String.fromCharCode(byte));
        return { status: response.status, bytes: btoa(characters.join('')) };
      },
      [key, format] as const,
    );
    const content = Buffer.from(bytes, 'base64');
    if (status === 400) {
      // Chromium has no encoder for FLAC, and one for AAC only where its system brings it.
      expect([format, content.toString()]).toEqual([
        expect.stringMatching(/^(?:aac|flac)$/),
        expect.stringContaining(`this browser does not write ${format}. Use `),
      ]);
      continue;
    }
    expect(status, format).toBe(200);
    const file = info.outputPath(`speech.${format}`);
    writeFileSync(file, content);
    const decoded = execFileSync(
      'ffmpeg',
      ['-v', 'error', '-i', file, '-f', 's16le', '-ar', '8000', '-ac', '1', '-'],
      { maxBuffer: 1e7 },
    );
    const seconds = decoded.length / 16_000;
    expect(seconds, format).toBeGreaterThan(3);
    expect(seconds, format).toBeLessThan(6);
  }
});
