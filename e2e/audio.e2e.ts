import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { rendererBytes } from '#scripts/renderer-memory.mjs';
import { DATA, decodedSeconds, FORMATS, ffmpeg, silentVideo, TRANSCRIPTS } from './audio-files.ts';
import { openPage } from './open-page.ts';

interface Sent {
  status: number;
  text: string;
}

/** Posts a file through the service worker and gives the answer's status and text. */
function transcribe(
  page: Page,
  key: string,
  base64: string,
  name: string,
  fields: Record<string, string> = {},
) {
  return page.evaluate(
    async ([apiKey, data, fileName, more]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const form = new FormData();
      const all = { model: 'alcove-digits', response_format: 'text', ...more };
      for (const [field, value] of Object.entries(all)) form.append(field, value);
      form.append('file', new File([bytes], fileName));
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetch('/v1/audio/transcriptions', {
        method: 'POST',
        headers,
        body: form,
      });
      return { status: response.status, text: await response.text() };
    },
    [key, base64, name, fields] as const,
  ) as Promise<Sent>;
}

const wav = (name: string) => join(DATA, `${name}.wav`);
const read = (path: string) => readFileSync(path).toString('base64');

test('every format gives the same text, and a length within 10 ms of what ffmpeg decodes', async ({
  page,
}) => {
  const key = await openPage(page, '/');
  const answers: Record<string, { status: number; text: string; differs: number }> = {};
  for (const [format, make] of Object.entries(FORMATS)) {
    const file = make(wav('jackson'));
    const { status, text: body } = await transcribe(page, key, file, `jackson.${format}`, {
      response_format: 'verbose_json',
    });
    const { text, duration } = JSON.parse(body) as { text: string; duration: number };
    const differs = duration - decodedSeconds(file);
    answers[format] = { status, text, differs: Math.abs(differs) <= 0.01 ? 0 : differs };
  }
  const right = { status: 200, text: TRANSCRIPTS['jackson']?.text, differs: 0 };
  const all = Object.keys(FORMATS).map((format) => [format, right]);
  expect(answers).toEqual(Object.fromEntries(all));
});

test('sound that starts late, or has a gap, is at the time at which players play it', async ({
  page,
}) => {
  const key = await openPage(page, '/');
  const video = ['-f', 'lavfi', '-i', 'color=black:s=64x64:d=10:r=5'];
  const late = [...video, '-itsoffset', '3', '-i', wav('jackson'), '-map', '0', '-map', '1'];
  // Twice the recording; the packets from 7 s on, at which a second one has begun, are 2 s later.
  const gap = (codec: string, ticks: number) => {
    const later = ['-bsf:a', `setts=ts=TS+gte(TS\\,${7 * ticks})*${2 * ticks}`];
    return ['-stream_loop', '1', '-i', wav('jackson'), '-c:a', codec, ...later];
  };
  const files: Record<string, [file: string, add: (seconds: number) => number]> = {
    'late.mp4': [ffmpeg([...late, '-c:a', 'aac'], 'mp4'), (at) => at + 3],
    'late.mkv': [ffmpeg([...late, '-c:a', 'libopus'], 'mkv'), (at) => at + 3],
    'late.ogv': [
      ffmpeg([...late, '-c:v', 'libtheora', '-c:a', 'libvorbis'], 'ogg'),
      (at) => at + 3,
    ],
    ...Object.fromEntries(
      ['mpeg1video', 'mpeg2video', 'mpeg4', 'libx264'].map((codec) => {
        const film =
          codec === 'libx264' ? late : late.map((option) => option.replace('r=5', 'r=25'));
        const made = ffmpeg([...film, '-c:v', codec, '-c:a', 'aac'], 'ts');
        return [`late.${codec}.ts`, [made, (at: number) => at + 3]];
      }),
    ),
    'gap.mka': [ffmpeg(gap('libopus', 1_000), 'mka'), (at) => (at > 7 ? at + 2 : at)],
    'gap.m4a': [ffmpeg(gap('aac', 16_000), 'm4a'), (at) => (at > 7 ? at + 2 : at)],
  };
  const words = TRANSCRIPTS['jackson']?.words ?? [];
  const length = decodedSeconds(read(wav('jackson')));
  for (const [name, [file, add]] of Object.entries(files)) {
    const { text } = await transcribe(page, key, file, name, { response_format: 'verbose_json' });
    const { segments } = JSON.parse(text) as { segments: { start: number; text: string }[] };
    const times = words.map(([, at]) => at);
    const all = name.startsWith('gap') ? [...times, ...times.map((at) => at + length)] : times;
    const errors = all.map((at) =>
      Math.min(...segments.map(({ start }) => Math.abs(start - add(at)))),
    );
    // A word over the edge of the gap may be lost.
    const worst = errors.sort((a, b) => b - a).slice(name.startsWith('gap') ? 1 : 0);
    expect(Math.max(...worst), `${name} ${JSON.stringify(segments)}`).toBeLessThan(0.3);
  }
});

test('every recording is transcribed correctly, each digit at its time', async ({ page }) => {
  const key = await openPage(page, '/');
  for (const [name, { text: said, words }] of Object.entries(TRANSCRIPTS)) {
    const { text } = await transcribe(page, key, read(wav(name)), `${name}.wav`, {
      response_format: 'verbose_json',
    });
    const answer = JSON.parse(text) as { text: string; segments: { start: number }[] };
    expect([name, answer.text]).toEqual([name, said]);
    const errors = answer.segments.map((s, i) => Math.abs(s.start - (words[i]?.[1] ?? Infinity)));
    expect(Math.max(...errors)).toBeLessThanOrEqual(0.2);
  }
});

test('a file that is not audio gets the contract’s error, and the next request works', async ({
  page,
}) => {
  const key = await openPage(page, '/');
  const mp3 = Buffer.from(ffmpeg(['-i', wav('theo'), '-b:a', '128k'], 'mp3'), 'base64');
  const bad: Record<string, string> = {
    'random.wav': Buffer.from([7, 1, 200, 33, 9, 81, 250, 4, 66, 17]).toString('base64'),
    'empty.wav': '',
    'text.wav': Buffer.from('This is a text file, not audio at all.\n'.repeat(40)).toString(
      'base64',
    ),
    'silent.mp4': silentVideo(),
  };
  for (const [name, data] of Object.entries(bad)) {
    const { status, text } = await transcribe(page, key, data, name);
    expect([name, status, JSON.parse(text).error.code, JSON.parse(text).error.param]).toEqual([
      name,
      400,
      'invalid_file_format',
      'file',
    ]);
    expect(await transcribe(page, key, read(wav('jackson')), 'next.wav')).toEqual({
      status: 200,
      text: TRANSCRIPTS['jackson']?.text,
    });
  }
  // Of a broken-off mp3 the part that is there is transcribed; a few bytes of one are no audio.
  const half = await transcribe(
    page,
    key,
    mp3.subarray(0, mp3.length / 2).toString('base64'),
    'half.mp3',
  );
  expect(half.status).toBe(200);
  expect(TRANSCRIPTS['theo']?.text.startsWith(half.text.split(' ').slice(0, 2).join(' '))).toBe(
    true,
  );
  const stub = await transcribe(page, key, mp3.subarray(0, 150).toString('base64'), 'stub.mp3');
  expect([stub.status, JSON.parse(stub.text).error.code]).toEqual([400, 'invalid_file_format']);
});

test('26 214 400 bytes are accepted and one more is refused', async ({ page }) => {
  const key = await openPage(page, '/?scripted-models');
  const statuses = await page.evaluate(async (apiKey) => {
    const results: [number, string][] = [];
    for (const extra of [0, 1]) {
      const bytes = new Uint8Array(26_214_400 + extra);
      const view = new DataView(bytes.buffer);
      const text = (at: number, s: string) => bytes.set(new TextEncoder().encode(s), at);
      text(0, 'RIFF');
      view.setUint32(4, bytes.length - 8, true);
      text(8, 'WAVEfmt ');
      for (const [at, value] of [
        [16, 16],
        [24, 16_000],
        [28, 32_000],
        [40, bytes.length - 44],
      ] as const)
        view.setUint32(at, value, true);
      for (const [at, value] of [
        [20, 1],
        [22, 1],
        [32, 2],
        [34, 16],
      ] as const)
        view.setUint16(at, value, true);
      text(36, 'data');
      const form = new FormData();
      form.append('model', 'alcove-digits');
      form.append('file', new File([bytes], 'long.wav'));
      const headers = { authorization: `Bearer ${apiKey}` };
      const response = await fetch('/v1/audio/transcriptions', {
        method: 'POST',
        headers,
        body: form,
      });
      results.push([response.status, await response.text()]);
    }
    return results;
  }, key);
  expect(statuses[0]).toEqual([200, '{"text":""}']);
  expect(statuses[1]?.[0]).toBe(413);
  expect(JSON.parse(statuses[1]?.[1] ?? '').error.code).toBe('file_too_large');
});

test('a 25 MiB upload grows memory by at most three times its decoded size and 50 MB', {
  tag: '@full',
}, async ({ page }) => {
  test.skip(process.platform !== 'linux', 'Memory is read from /proc.');
  const key = await openPage(page, '/');
  await transcribe(page, key, read(wav('theo')), 'warm-up.wav');
  // The recording over and over, 48 kHz stereo, up to the largest file there may be.
  await page.evaluate(
    (base64) => {
      const source = new Int16Array(
        Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).slice(44).buffer,
      );
      const samples = new Int16Array((26_214_400 - 44) / 2);
      for (let i = 0; i < samples.length; i++)
        samples[i] = source[Math.floor(i / 6) % source.length] ?? 0;
      const head = new DataView(new ArrayBuffer(44));
      const text = (at: number, s: string) =>
        new Uint8Array(head.buffer).set(new TextEncoder().encode(s), at);
      text(0, 'RIFF');
      text(8, 'WAVEfmt ');
      text(36, 'data');
      for (const [at, value] of [
        [4, 26_214_392],
        [16, 16],
        [24, 48_000],
        [28, 192_000],
        [40, 26_214_356],
      ] as const)
        head.setUint32(at, value, true);
      for (const [at, value] of [
        [20, 1],
        [22, 2],
        [32, 4],
        [34, 16],
      ] as const)
        head.setUint16(at, value, true);
      Object.assign(globalThis, { long: new File([head, samples], 'long.wav') });
    },
    read(wav('theo')),
  );
  const before = rendererBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, rendererBytes());
  }, 50);
  const status = await page.evaluate(async (apiKey) => {
    const form = new FormData();
    form.append('model', 'alcove-digits');
    form.append('file', (globalThis as unknown as { long: File }).long);
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await fetch('/v1/audio/transcriptions', { method: 'POST', headers, body: form }))
      .status;
  }, key);
  clearInterval(watch);
  expect(status).toBe(200);
  const decodedBytes = (26_214_356 / 192_000) * 16_000 * 4;
  expect(peak - before).toBeLessThan(3 * decodedBytes + 50_000_000);
});
