import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { openPage } from './open-page.ts';

const RECORDING = new URL('data/librispeech-1688.flac', import.meta.url);

interface Answer {
  text: string;
  language: string;
  segments: { tokens: number[]; avg_logprob: number; no_speech_prob: number }[];
  words: { word: string; start: number; end: number }[];
}

test('the Whisper that ships transcribes a recording, with times of words', async ({ page }) => {
  test.setTimeout(180_000);
  const key = await openPage(page, '/');
  const answer = await page.evaluate(
    async ([apiKey, data]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const form = new FormData();
      form.append('model', 'whisper-1');
      form.append('response_format', 'verbose_json');
      form.append('timestamp_granularities[]', 'word');
      form.append('file', new File([bytes], 'speech.flac'));
      const headers = { authorization: `Bearer ${apiKey}` };
      const url = '/v1/audio/transcriptions';
      return (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as Answer;
    },
    [key, readFileSync(RECORDING).toString('base64')] as const,
  );
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z ]+/g, ' ')
      .split(/ +/)
      .join(' ')
      .trim();
  expect(plain(answer.text)).toMatch(
    /^his statement of having been a shop ?boy was the thing i liked? best of all$/,
  );
  expect(answer.language).toBe('english');
  expect(plain(answer.words.map(({ word }) => word).join(' '))).toBe(plain(answer.text));
  const starts = answer.words.map(({ start }) => start);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  for (const segment of answer.segments) {
    expect(segment.tokens.length).toBeGreaterThan(2);
    expect(segment.avg_logprob).toBeGreaterThan(-1);
    expect(segment.no_speech_prob).toBeLessThan(0.6);
  }
});
