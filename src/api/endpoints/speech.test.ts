import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { speechEvent } from '#contract/answers/speech-answer.ts';
import { createTestApi } from '#testing/create-test-api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const body = { model: 'scripted-voice', input: 'One two three. Four five.', voice: 'alloy' };

function send(api: Api, fields: object, init: RequestInit = {}) {
  return api.fetch('/v1/audio/speech', {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...fields }),
    ...init,
  });
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test('answers the stock client', async () => {
  const api = await createTestApi();
  const client = new OpenAI({
    apiKey: api.key,
    baseURL: 'http://localhost/v1',
    dangerouslyAllowBrowser: true,
    fetch: (input, init) => {
      const { pathname } = new URL(String(input));
      return api.fetch(pathname, init as RequestInit);
    },
  });
  // MP3, its default, is written by a file of the app, which no browser serves here.
  const fields = { ...body, voice: 'nova', response_format: 'wav' } as const;
  const speech = await client.audio.speech.create(fields);
  expect(speech.headers.get('content-type')).toBe('audio/wav');
  expect(speech.headers.get('x-alcove-voice')).toBe('heart');
  const bytes = new Uint8Array(await speech.arrayBuffer());
  expect(bytes.length).toBe(44 + 5 * 2400 * 2);
});

test('speaks with the voice that is named, with or without its prefix, and says which', async () => {
  const api = await createTestApi();
  const voiceFor = async (voice: string | null | undefined) =>
    (await send(api, { voice, response_format: 'pcm' })).headers.get('x-alcove-voice');
  expect(await voiceFor('af_bella')).toBe('af_bella');
  expect(await voiceFor('bella')).toBe('af_bella');
  for (const name of ['shimmer', null, undefined]) expect(await voiceFor(name)).toBe('heart');
  const { error } = await (await send(api, { voice: 'am_nobody' })).json();
  expect(error).toMatchObject({ param: 'voice', code: 'invalid_value' });
  expect(error.message).toContain("'heart', and 'af_bella'");
  const listed = await api.fetch('/v1/models/scripted-voice', {
    headers: { authorization: `Bearer ${api.key}` },
  });
  expect((await listed.json()).sn_metadata.voices).toEqual(['heart', 'af_bella']);
});

test('writes samples as PCM and WAV, a tenth of a second for each scripted word', async () => {
  const api = await createTestApi();
  const pcm = await bytesOf(await send(api, { response_format: 'pcm' }));
  expect(pcm.length).toBe(5 * 2400 * 2);
  const wav = await bytesOf(await send(api, { response_format: 'wav' }));
  expect(new TextDecoder().decode(wav.subarray(0, 4))).toBe('RIFF');
  expect(new DataView(wav.buffer).getUint32(24, true)).toBe(24_000);
  expect(wav.subarray(44)).toEqual(pcm);
});

test('streams events with audio, the times of words and usage', async () => {
  const api = await createTestApi();
  const response = await send(api, {
    response_format: 'pcm',
    stream_format: 'sse',
    return_words: true,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = (await response.text())
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => speechEvent.parse(JSON.parse(part.slice(6))));
  expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done' });
  const words = events.flatMap((event) => ('words' in event ? (event.words ?? []) : []));
  expect(words.map((w) => body.input.slice(w.start_char, w.end_char))).toEqual([
    'One',
    'two',
    'three.',
    'Four',
    'five.',
  ]);
  expect(words.at(-1)?.start).toBeCloseTo(0.4);
});

test('notes the request once its last byte is sent', async () => {
  const api = await createTestApi();
  await (await send(api, { response_format: 'pcm' })).arrayBuffer();
  await expect
    .poll(() => api.ledger.sums(0))
    .toContainEqual(expect.objectContaining({ endpoint: 'speech', requests: 1 }));
});

test('refuses by name what it cannot say or write', async () => {
  const api = await createTestApi();
  const wrong = async (fields: object) => {
    const response = await send(api, fields);
    expect(response.status).toBe(400);
    return (await response.json()).error;
  };
  expect(await wrong({ input: '' })).toMatchObject({ param: 'input' });
  expect(await wrong({ input: 'a'.repeat(4097) })).toMatchObject({ param: 'input' });
  expect(await wrong({ input: '今日はいい天気ですね' })).toMatchObject({ param: 'input' });
  expect(await wrong({ voice: 'somebody' })).toMatchObject({ param: 'voice' });
  expect(await wrong({ speed: 9 })).toMatchObject({ param: 'speed' });
  expect(await wrong({ instructions: 'Whisper.' })).toMatchObject({ param: 'instructions' });
  expect(await wrong({ response_format: 'mp4' })).toMatchObject({ param: 'response_format' });
  for (const fields of [{}, { stream_format: 'audio' }]) {
    const error = await wrong({ return_words: true, ...fields });
    expect(error).toMatchObject({ param: 'return_words', code: 'invalid_value' });
  }
  // No browser, and so no encoder of Opus.
  expect(await wrong({ response_format: 'opus' })).toMatchObject({ param: 'response_format' });
  expect(await wrong({ model: 'scripted-embed' })).toMatchObject({ code: 'model_not_compatible' });
});

test('a reader that leaves ends the speech', async () => {
  const api = await createTestApi();
  const response = await send(api, {
    response_format: 'pcm',
    input: 'One two three. '.repeat(200),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const next = await send(api, { response_format: 'pcm', input: 'One.' });
  expect((await bytesOf(next)).length).toBe(4_800);
});
