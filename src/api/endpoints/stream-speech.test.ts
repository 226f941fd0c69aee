import { expect, test } from 'vitest';
import { toWav } from '#base/wav.ts';
import type { AudioProgress, TranscriptionWindow } from '#contract/answers/transcript-answer.ts';
import { Transcripts } from '#storage/transcripts.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { prepend } from './stream-speech.ts';

const RATE = 16_000;

const noise = (seconds: number) =>
  toWav(
    Float32Array.from({ length: seconds * RATE }, (_, i) => ((i * 7_919) % 1_000) / 2_000 - 0.25),
    RATE,
  );

interface Event {
  type?: string;
  delta?: string;
  text?: string;
  audio?: AudioProgress;
  window?: TranscriptionWindow;
  choices: { delta: { content?: string } }[];
}

type Api = Awaited<ReturnType<typeof createTestApi>>;

function transcribe({ fetch, key }: Api, fields: Record<string, string | Blob>): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ model: 'scripted-speech', ...fields })) {
    body.set(name, value);
  }
  const headers = { authorization: `Bearer ${key}` };
  return fetch('/v1/audio/transcriptions', { method: 'POST', headers, body });
}

async function events(response: Response): Promise<Event[]> {
  return (await response.text())
    .split('\n\n')
    .filter((text) => text.startsWith('data: {'))
    .map((text) => JSON.parse(text.slice(6)) as Event);
}

test('windows, peaks and duration are separate events where they are requested', async () => {
  const api = await createTestApi();
  const plain = await events(await transcribe(api, { file: noise(40), stream: 'true' }));
  expect(plain.some((event) => event.window || event.audio)).toBe(false);
  const all = await events(
    await transcribe(api, { file: noise(40), stream: 'true', return_windows: 'true' }),
  );
  const windows = all.flatMap(({ window }) => window ?? []);
  expect(windows.map(({ index }) => index)).toEqual([...windows.keys()]);
  expect(windows.length).toBeGreaterThan(1);
  expect(windows.at(-1)?.end).toBeCloseTo(40, 0);
  expect(all.flatMap(({ audio }) => audio?.duration ?? [])).toEqual([40]);
  const peaks = all.map(({ audio }) => atob(audio?.peaks ?? '')).join('');
  expect(peaks.length).toBe(40 * 25);
  const text = all.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  expect(text).toBe(all.find((e) => e.type === 'transcript.text.done')?.text);
});

test('a transcription resumes at a second and counts windows from there', async () => {
  const api = await createTestApi();
  const fields = { file: noise(40), stream: 'true', return_windows: 'true' };
  const [first] = (await events(await transcribe(api, fields))).flatMap(
    ({ window }) => window ?? [],
  );
  const rest = await events(
    await transcribe(api, { ...fields, start_window: '1', start_seconds: String(first?.end) }),
  );
  const [next] = rest.flatMap(({ window }) => window ?? []);
  expect(next?.index).toBe(1);
  expect(next?.start).toBeCloseTo(first?.end ?? 0, 1);
});

test('a stored recording is transcribed by its id; an unknown id is a 400', async () => {
  const api = await createTestApi();
  const options = { model: 'scripted-speech', language: null, translate: false };
  const file = new File([noise(1)], 'a.wav');
  const { id } = await new Transcripts(api.database).add(file, options, 0);
  const response = await transcribe(api, { recording: id });
  expect(await response.json()).toEqual({ text: '1.0 seconds of audio' });
  const unknown = await transcribe(api, { recording: 'nothing' });
  expect([unknown.status, (await unknown.json()).error.param]).toEqual([400, 'recording']);
});

test('a short request runs between two windows of a long one', async () => {
  const api = await createTestApi();
  const order: string[] = [];
  const note = (name: string, answer: Promise<Response>) =>
    answer.then((response) => response.text()).then(() => order.push(name));
  const script = '#script {"tokens": ["long"], "delayMs": 20}';
  const long = note('long', transcribe(api, { file: noise(90), stream: 'true', prompt: script }));
  await expect.poll(() => api.engine.slots[0]?.queue.running).toBe(1);
  await Promise.all([long, note('short', transcribe(api, { file: noise(1) }))]);
  expect(order).toEqual(['short', 'long']);
});

test('a request that let others run first comes back into a full queue', async () => {
  const api = await createTestApi({ maxWaiting: 1 });
  const script = '#script {"tokens": ["long"], "delayMs": 20}';
  const long = transcribe(api, { file: noise(90), stream: 'true', prompt: script });
  await expect.poll(() => api.engine.slots[0]?.queue.running).toBe(1);
  const short = transcribe(api, { file: noise(1) });
  expect((await events(await long)).at(-1)?.type).toBe('transcript.text.done');
  expect((await short).status).toBe(200);
});

test('the part of a file that cannot be read is named, by the API and to the page alike', async () => {
  const api = await createTestApi();
  const odd = new Uint8Array(await noise(1).arrayBuffer());
  // IMA ADPCM.
  odd[20] = 0x11;
  const file = new Blob([noise(2), odd]);
  const whole = await transcribe(api, { file, response_format: 'verbose_json' });
  expect((await whole.json()).left_out).toEqual([{ start: 2, end: 2, reason: 'unreadable' }]);
  const all = await events(await transcribe(api, { file, stream: 'true', return_windows: 'true' }));
  const last = all.flatMap(({ window }) => window ?? []).at(-1);
  expect([last?.left_out, last?.start]).toEqual(['unreadable', 2]);
  const alone = await transcribe(api, { file: new Blob([odd]) });
  expect((await alone.json()).error).toMatchObject({
    code: 'invalid_file_format',
    audio: { problem: 'unsupported_codec', codec: 'IMA ADPCM' },
  });
});

test.each([0, 1, 3])('pieces that are left after %d more close their decoder', async (more) => {
  let isOpen = true;
  async function* decode() {
    try {
      for (let piece = 1; piece < 9; piece++) yield piece;
    } finally {
      isOpen = false;
    }
  }
  const pieces = decode();
  const { value: first } = await pieces.next();
  const read: (number | void)[] = [];
  for await (const piece of prepend(first, pieces)) {
    read.push(piece);
    if (read.length > more) break;
  }
  expect(read).toEqual([1, 2, 3, 4].slice(0, more + 1));
  expect(isOpen).toBe(false);
});
