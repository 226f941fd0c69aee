import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import type { AudioProgress, TranscriptionWindow } from '#contract/answers/transcript-answer.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { Task } from '#engine/tasks.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
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
  id?: string;
  start?: number;
  end?: number;
  speaker?: string;
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
  const refused = await transcribe(api, { file: noise(1), return_windows: 'true' });
  expect(refused.status).toBe(400);
  expect((await refused.json()).error).toMatchObject({ param: 'return_windows' });
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
  const read: unknown[] = [];
  for await (const piece of prepend(first, pieces)) {
    read.push(piece);
    if (read.length > more) break;
  }
  expect(read).toEqual([1, 2, 3, 4].slice(0, more + 1));
  expect(isOpen).toBe(false);
});

interface Diarized {
  task: string;
  duration: number;
  text: string;
  segments: {
    type: string;
    id: string;
    start: number;
    end: number;
    text: string;
    speaker: string;
  }[];
  usage: { type: string; seconds: number };
  error?: { code: string; param: string };
}

const diarized = { response_format: 'diarized_json' };
const ask = async (api: Api, fields: Record<string, string | Blob>) =>
  (await (await transcribe(api, { ...diarized, ...fields })).json()) as Diarized;

test('diarized_json says who says each segment', async () => {
  const api = await createTestApi();
  const { task, duration, text, segments, usage } = await ask(api, { file: noise(40) });
  expect([task, duration, usage]).toEqual(['transcribe', 40, { type: 'duration', seconds: 40 }]);
  expect(
    segments
      .map((segment) => segment.text)
      .join('')
      .trim(),
  ).toBe(text);
  expect(segments.every(({ type }) => type === 'transcript.text.segment')).toBe(true);
  expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length);
  expect(segments.every(({ speaker }) => speaker === 'A' || speaker === 'B')).toBe(true);
});

test('the model of speakers alone answers with turns, of as many people as are asked for', async () => {
  const api = await createTestApi();
  const model = 'scripted-speakers';
  const turns = await ask(api, { model, file: noise(130), num_speakers: '3' });
  expect(turns.segments.map(({ speaker }) => speaker).slice(0, 4)).toEqual(['A', 'B', 'C', 'A']);
  // Three stretches of a minute at most have the length of the recording.
  expect(turns.segments.at(-1)?.end).toBe(130);
  const few = await ask(api, { model, file: noise(3), max_speakers: '1' });
  expect(new Set(few.segments.map(({ speaker }) => speaker)).size).toBe(1);
  const text = await transcribe(api, { model, file: noise(3), response_format: 'text' });
  expect(text.status).toBe(400);
});

test('a stream sends text first, and the segments of speakers when all are known', async () => {
  const api = await createTestApi();
  const all = await events(await transcribe(api, { ...diarized, file: noise(40), stream: 'true' }));
  const segments = all.filter(({ type }) => type === 'transcript.text.segment');
  expect(segments.length).toBeGreaterThan(0);
  expect(segments[0]).toMatchObject({ id: 'seg_0', speaker: expect.any(String) });
  const whole = await ask(api, { file: noise(40) });
  expect(segments.map(({ text, speaker }) => [text, speaker])).toEqual(
    whole.segments.map(({ text, speaker }) => [text, speaker]),
  );
  const types = all.map(({ type }) => type).filter((type) => type !== undefined);
  expect(types.lastIndexOf('transcript.text.delta')).toBeLessThan(
    types.indexOf('transcript.text.segment'),
  );
  expect(types.at(-1)).toBe('transcript.text.done');
});

test('known voices give their names; lists that do not fit are refused', async () => {
  const api = await createTestApi();
  const post = async (names: string[], voices: Blob[], format = 'diarized_json') => {
    const body = new FormData();
    body.set('model', 'scripted-speech');
    body.set('file', noise(5));
    body.set('response_format', format);
    for (const name of names) body.append('known_speaker_names[]', name);
    for (const voice of voices) {
      const bytes = Buffer.from(await voice.arrayBuffer()).toString('base64');
      body.append('known_speaker_references[]', `data:audio/wav;base64,${bytes}`);
    }
    body.set('chunking_strategy', 'auto');
    const headers = { authorization: `Bearer ${api.key}` };
    const response = await api.fetch('/v1/audio/transcriptions', { method: 'POST', headers, body });
    return (await response.json()) as Diarized;
  };
  const { segments } = await post(['agent'], [noise(3)]);
  expect(segments.some(({ speaker }) => speaker === 'agent')).toBe(true);
  const param = async (answer: Promise<Diarized>) => (await answer).error?.param;
  expect(await param(post(['agent'], []))).toBe('known_speaker_references');
  expect(await param(post(['agent'], [noise(1)]))).toBe('known_speaker_references[0]');
  expect(await param(post(['agent'], [noise(12)]))).toBe('known_speaker_references[0]');
  const many = Array.from({ length: 17 }, (_, i) => `voice ${i}`);
  const noises = many.map(() => noise(2));
  expect(await param(post(many, noises))).toBe('known_speaker_names');
  expect(await param(post(['agent'], [noise(3)], 'json'))).toBe('known_speaker_names');
});

test('names and terms are read from a form, and a list beyond the limits is refused', async () => {
  const api = await createTestApi();
  const post = async (terms: string[], name = 'vocabulary', more: Record<string, string> = {}) => {
    const body = new FormData();
    for (const field of Object.entries(more)) body.set(...field);
    body.set('model', 'scripted-speech');
    body.set('file', noise(3));
    for (const term of terms) body.append(`${name}[]`, term);
    const headers = { authorization: `Bearer ${api.key}` };
    const answer = await api.fetch('/v1/audio/transcriptions', { method: 'POST', headers, body });
    const { error } = (await answer.json()) as { error?: { param: string } };
    return [answer.status, error?.param];
  };
  expect(await post(['Quenby', 'Van der Meer'])).toEqual([200, undefined]);
  expect(await post(new Array(301).fill('Quenby'))).toEqual([400, 'vocabulary']);
  expect(await post(['Quenby', 'x'.repeat(101)])).toEqual([400, 'vocabulary[1]']);
  expect(await post(['Quenby'], 'keywords')).toEqual([200, undefined]);
  expect(await post(new Array(301).fill('Quenby'), 'keywords')).toEqual([400, 'keywords']);
  const both = { 'vocabulary[]': 'Meer', language: 'en' };
  expect(await post(['Quenby'], 'keywords', both)).toEqual([400, 'keywords']);
  expect(await post(['en', 'de'], 'languages', both)).toEqual([400, 'languages']);
});

test('one of several languages is detected, and a single one is the language', async () => {
  const tasks: Task[] = [];
  const createRuntime = (): Runtime => {
    const runtime = createScriptedRuntime();
    return {
      ...runtime,
      run(task, signal) {
        tasks.push(task);
        return runtime.run(task, signal);
      },
    };
  };
  const api = await createTestApi({ createRuntime });
  const post = async (...languages: string[]) => {
    const body = new FormData();
    body.set('model', 'scripted-speech');
    body.set('file', noise(3));
    body.set('response_format', 'verbose_json');
    for (const one of languages) body.append('languages[]', one);
    const headers = { authorization: `Bearer ${api.key}` };
    const answer = await api.fetch('/v1/audio/transcriptions', { method: 'POST', headers, body });
    return (await answer.json()) as { language?: string; error?: { param: string } };
  };
  expect((await post('de')).language).toBe('german');
  await post('de', 'fr-CH', 'en');
  expect(tasks.at(-1)).toMatchObject({ language: null, among: ['de', 'fr', 'en'] });
  expect((await post('de', 'xx')).error?.param).toBe('languages');
});
