import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { IS_FULL } from '#testing/test-run.ts';
import { openPage } from './open-page.ts';

/** Four and a half seconds. */
const RECORDING = readFileSync(new URL('data/librispeech-1688.flac', import.meta.url));
const SPOKEN = 'His statement of having been a shop boy was the thing I liked best of all.';
/** A spelling varies: "shopboy" for "shop boy" counts as two errors, "like" for "liked" as one. */
const MAX_WORD_ERRORS = 3 / 16;

interface Answer {
  text: string;
  language: string;
  segments: { tokens: number[]; avg_logprob: number; no_speech_prob: number }[];
  words: { word: string; start: number; end: number }[];
}

function transcribe(page: Page, key: string): Promise<Answer> {
  return page.evaluate(
    async ([apiKey, data]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const form = new FormData();
      form.append('model', 'whisper-1');
      form.append('response_format', 'verbose_json');
      form.append('timestamp_granularities[]', 'word');
      form.append('file', new File([bytes], 'speech.flac'));
      const headers = { authorization: `Bearer ${apiKey}` };
      const url = '/v1/audio/transcriptions';
      const response = await fetch(url, { method: 'POST', headers, body: form });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Answer;
    },
    [key, RECORDING.toString('base64')] as const,
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** Words that were inserted, left out or replaced, as a share of those spoken. */
function wordErrorRate(spoken: string, transcribed: string): number {
  const given = wordsOf(transcribed);
  let row = [0, ...given.map((_, i) => i + 1)];
  for (const [i, word] of wordsOf(spoken).entries()) {
    const next = [i + 1];
    for (const [j, other] of given.entries()) {
      const replaced = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return (row.at(-1) ?? 0) / wordsOf(spoken).length;
}

test('Whisper is downloaded at its first use, gives words with times, and works offline after it', async ({
  page,
  context,
}) => {
  test.setTimeout(480_000);
  const fetched: string[] = [];
  context.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  const key = await openPage(page, '/transcribe');
  // A file that is never stored.
  const isOnline = () =>
    fetch('/headers.json').then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await page.evaluate(isOnline)).toBe(true);
  const note = page.getByRole('note').filter({ hasText: 'Your connection is metered' });
  await expect(note).toContainText('Whisper is downloaded on first use: 55 MB.');
  const ofWhisper = () => fetched.filter((path) => path.includes('/alcove-whisper/'));
  expect(ofWhisper()).toEqual([]);

  const answer = await transcribe(page, key);
  await expect(note).toHaveCount(0);
  expect(ofWhisper().join()).toContain('onnx/decoder_model_merged_quantized.onnx.gz');
  expect(wordErrorRate(SPOKEN, answer.text), answer.text).toBeLessThanOrEqual(MAX_WORD_ERRORS);
  expect(answer.language).toBe('english');
  expect(wordsOf(answer.words.map(({ word }) => word).join(' '))).toEqual(wordsOf(answer.text));
  const starts = answer.words.map(({ start }) => start);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  for (const segment of answer.segments) {
    expect(segment.tokens.length).toBeGreaterThan(2);
    expect(segment.avg_logprob).toBeGreaterThan(-1);
    expect(segment.no_speech_prob).toBeLessThan(0.6);
  }

  const needed = [...new Set(ofWhisper())];
  const missing = () =>
    page.evaluate(async (paths) => {
      const match = (path: string) => caches.match(path, { ignoreSearch: true });
      const found = await Promise.all(paths.map(match));
      return paths.filter((_, i) => !found[i]);
    }, needed);
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await page.evaluate(() => alcove.ready);
  expect(await page.evaluate(isOnline)).toBe(false);
  await expect(page.getByRole('region', { name: 'Add recordings' })).toBeVisible();
  await expect(note).toHaveCount(0);
  // Other models answer without a network in every run.
  if (IS_FULL) expect((await transcribe(page, key)).text).toBe(answer.text);
  await context.setOffline(false);
});

/** The models of a new profile, and the files of Whisper that are fetched there. */
async function openModels(context: BrowserContext, isMetered: boolean) {
  const fetched: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/alcove-whisper/')) fetched.push(pathname);
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: isMetered });
  await page.clock.install();
  await openPage(page, '/models');
  const whisper = page.getByRole('row', { name: /^Whisper Built in/ });
  const fetchNow = page.getByRole('button', { name: 'Fetch now Whisper', exact: true });
  await expect(fetchNow).toBeVisible({ timeout: 40_000 });
  return { page, fetched, whisper, fetchNow };
}

test('Whisper is fetched after a quiet minute, by “Fetch now” alone where the connection is metered', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const [metered, free] = [await browser.newContext(), await browser.newContext()];
  const paid = await openModels(metered, true);
  await paid.page.clock.fastForward(61_000);
  const open = await openModels(free, false);
  await expect(open.whisper).toContainText('Fetched on first use (55 MB)');
  expect(open.fetched).toEqual([]);
  await expect(async () => {
    await open.page.clock.fastForward(61_000);
    expect(open.fetched).not.toEqual([]);
  }).toPass();
  const load = ({ page }: typeof open) =>
    page.getByRole('button', { name: 'Load Whisper', exact: true });
  await expect(load(open)).toBeVisible({ timeout: 120_000 });
  await expect(open.fetchNow).toHaveCount(0);
  await free.setOffline(true);
  expect(
    await open.page.evaluate(async (paths) => {
      const found = await Promise.all(
        paths.map((path) => caches.match(path, { ignoreSearch: true })),
      );
      return paths.filter((_, i) => !found[i]);
    }, open.fetched),
  ).toEqual([]);
  await free.close();

  await paid.page.clock.fastForward(61_000);
  await expect(paid.fetchNow).toBeVisible();
  expect(paid.fetched).toEqual([]);
  await paid.fetchNow.click();
  await expect(load(paid)).toBeVisible({ timeout: 120_000 });
  expect([...new Set(paid.fetched)].sort()).toEqual([...new Set(open.fetched)].sort());
  await metered.close();
});
