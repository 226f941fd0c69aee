import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { speechEvent } from '#contract/answers/speech-answer.ts';
import { EngineError } from '#engine/engine-error.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { VoiceTask } from '#engine/tasks.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
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

function gate() {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

/** Voices that begin to speak when they are released; `steps`: which texts were checked and begun, in order. */
function slowVoices(steps: string[]) {
  const { promise, release } = gate();
  const createRuntime = (): Runtime => {
    const scripted = createScriptedRuntime();
    return {
      ...scripted,
      countTokens: (task) => {
        const { text } = task as VoiceTask;
        steps.push(`check ${text}`);
        if (text === 'Damaged.') throw new EngineError('not-compatible', 'The voice is damaged.');
        return scripted.countTokens(task);
      },
      async *run(task, signal) {
        steps.push(`run ${(task as VoiceTask).text}`);
        await promise;
        yield* scripted.run(task, signal);
      },
    };
  };
  return { createRuntime, release };
}

test('requests wait in the queue in the order of their arrival, and their voice is checked in their turn', async () => {
  const steps: string[] = [];
  const { createRuntime, release } = slowVoices(steps);
  const api = await createTestApi({ createRuntime, maxWaiting: 3 });
  const say = (input: string, init?: RequestInit) =>
    send(api, { input, response_format: 'pcm' }, init);
  const waiting = (count: number) =>
    expect.poll(() => api.engine.slots[0]?.queue.waiting).toBe(count);
  const first = await say('One.');
  const abort = new AbortController();
  const second = say('Two.', { signal: abort.signal }).catch(() => null);
  await waiting(1);
  const third = say('Damaged.');
  await waiting(2);
  const fourth = say('Four.');
  await waiting(3);
  const full = await say('Five.');
  expect([full.status, (await full.json()).error.code]).toEqual([429, 'queue_full']);
  abort.abort();
  await second;
  await waiting(2);
  release();
  expect((await bytesOf(first)).length).toBe(4_800);
  const { error } = await (await third).json();
  expect(error).toMatchObject({ code: 'model_not_compatible', message: 'The voice is damaged.' });
  expect((await bytesOf(await fourth)).length).toBe(4_800);
  const expected = ['check One.', 'run One.', 'check Damaged.', 'check Four.', 'run Four.'];
  expect(steps).toEqual(expected);
  await expect.poll(() => api.engine.slots[0]?.queue.isIdle).toBe(true);
});

test('sound is sent before the last sentence is made', async () => {
  for (const stream_format of ['audio', 'sse']) {
    const { promise, release } = gate();
    let made = 0;
    const createRuntime = (): Runtime => {
      const scripted = createScriptedRuntime();
      return {
        ...scripted,
        async *run(task, signal) {
          for await (const event of scripted.run(task, signal)) {
            if (made === 1) await promise;
            if (event.type === 'audio') made++;
            yield event;
          }
        },
      };
    };
    const api = await createTestApi({ createRuntime });
    const input = 'One. Two. Three. Four. Five.';
    const response = await send(api, { input, stream_format, response_format: 'pcm' });
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    const first = await reader.read();
    expect(first.value?.length).toBeGreaterThan(0);
    expect(made).toBe(1);
    release();
    while (!(await reader.read()).done);
    expect(made).toBe(5);
  }
});

test('a request that waits while the model breaks speaks with the next one', async () => {
  let isBroken = true;
  const { promise, release } = gate();
  const createRuntime = (): Runtime => {
    const scripted = createScriptedRuntime();
    return {
      ...scripted,
      async *run(task, signal) {
        if (!isBroken) return yield* scripted.run(task, signal);
        await promise;
        isBroken = false;
        throw new EngineError('slot-crashed', 'The model did not stop in time.');
      },
    };
  };
  const api = await createTestApi({ createRuntime });
  const first = await send(api, { response_format: 'pcm' });
  const second = send(api, { input: 'One.', response_format: 'pcm' });
  await expect.poll(() => api.engine.slots[0]?.queue.waiting).toBe(1);
  release();
  await expect(first.arrayBuffer()).rejects.toThrow();
  expect((await bytesOf(await second)).length).toBe(4_800);
});

test('refuses a text in another language, which no English voice can say, but reads a quotation', async () => {
  const api = await createTestApi();
  const input = 'Der Mieter darf eine Katze halten, wenn der Vermieter zustimmt.';
  const refused = await send(api, { input });
  expect(refused.status).toBe(400);
  const { error } = (await refused.json()) as { error: { message: string; param: string } };
  expect(error.param).toBe('input');
  expect(error.message).toMatch(/English alone.*voice of the device/);
  const quoted = await send(api, { input, language: 'en', response_format: 'pcm' });
  expect(quoted.status).toBe(200);
  expect((await quoted.arrayBuffer()).byteLength).toBeGreaterThan(0);
  const other = await send(api, { input: '你好，世界', language: 'en', response_format: 'pcm' });
  expect(other.status).toBe(400);
  const statusOf = async (input: string) =>
    (await send(api, { input, response_format: 'pcm' })).status;
  for (const foreign of ['Je ne sais pas où est le chat.', '¿Dónde está la biblioteca?'])
    expect(await statusOf(foreign)).toBe(400);
  // In doubt a text is English: names, and words that are quoted.
  const english = [
    'The Rio de la Plata flows.',
    'She said "der Mieter und die Katze" to Jean de la Tour.',
  ];
  for (const text of [...english, 'Vincent van Gogh', '42', 'OK'])
    expect(await statusOf(text)).toBe(200);
});
