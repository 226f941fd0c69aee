import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import type { LeftOut, TaskEvent } from '#engine/tasks.ts';
import { createScriptedRuntime } from '#runtimes/scripted/scripted-runtime.ts';
import { createTestApi } from '#testing/create-test-api.ts';

/** What each `response_format` answers about three seconds of sound that have no text. */
async function answers(leftOut: LeftOut) {
  const { fetch, key } = await createTestApi({
    createRuntime: () => ({
      ...createScriptedRuntime(),
      async *run(): AsyncGenerator<TaskEvent> {
        yield { type: 'start', promptTokens: 1, cachedTokens: 0 };
        yield { type: 'window', language: 'en', leftOut, transcribedSeconds: 3 };
        yield { type: 'end', reason: 'stop', completionTokens: 1, reasoningTokens: 0 };
      },
    }),
  });
  const sound = Float32Array.from({ length: 48_000 }, (_, i) => 0.3 * Math.sin(i / 5));
  const ask = async (format: string) => {
    const body = new FormData();
    body.append('model', 'scripted-speech');
    body.append('response_format', format);
    body.append('file', toWav(sound, 16_000), 'speech.wav');
    const headers = { authorization: `Bearer ${key}` };
    const path = '/v1/audio/transcriptions';
    return (await fetch(path, { method: 'POST', headers, body })).text();
  };
  return {
    text: await ask('text'),
    json: JSON.parse(await ask('json')) as unknown,
    verbose: JSON.parse(await ask('verbose_json')) as unknown,
  };
}

test('silence that was passed over leaves no mark in text or json', async () => {
  const { text, json, verbose } = await answers('no-speech');
  expect(text).toBe('');
  expect(json).toEqual({ text: '' });
  const left_out = [{ start: 0, end: 3, reason: 'no-speech' }];
  expect(verbose).toMatchObject({ text: '', segments: [], left_out });
});

test('speech that could not be written is marked in every format', async () => {
  const { text, json, verbose } = await answers('repeated');
  expect(text).toBe('[inaudible]');
  expect(json).toEqual({ text: '[inaudible]' });
  const left_out = [{ start: 0, end: 3, reason: 'repeated' }];
  expect(verbose).toMatchObject({ text: '[inaudible]', left_out });
});
