import { APICallError, NoSuchModelError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { toWav } from '#base/audio.ts';
import { createTestApi } from '#testing/create-test-api.ts';
import { createAlcove } from './ai-sdk.ts';

async function provider(sent: Headers[] = []) {
  const { handle, key } = await createTestApi();
  return createAlcove(
    {
      baseURL: 'http://localhost/v1',
      fetch: (input, init) => {
        const request = new Request(input, init);
        sent.push(new Headers(request.headers));
        return handle(request);
      },
    },
    { apiKey: key },
  );
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];

test('text is generated and streamed, with usage', async () => {
  const alcove = await provider();
  const whole = await alcove('scripted-chat').doGenerate({ prompt });
  expect(whole.content).toEqual([expect.objectContaining({ type: 'text', text: 'Hello' })]);
  expect(whole.usage.outputTokens.total).toBeGreaterThan(0);
  const { stream } = await alcove.languageModel('scripted-chat').doStream({ prompt });
  const parts = [];
  for await (const part of stream) parts.push(part);
  expect(parts.filter(({ type }) => type === 'text-delta')).toEqual([
    expect.objectContaining({ delta: 'Hello' }),
  ]);
  expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } });
});

test('texts become vectors', async () => {
  const model = (await provider()).embeddingModel('scripted-embed');
  const { embeddings } = await model.doEmbed({ values: ['one', 'two'] });
  expect(embeddings.map(({ length }) => length)).toEqual([8, 8]);
});

test('sound becomes text with its duration and segments, as bytes and as base64', async () => {
  const model = (await provider()).transcriptionModel('scripted-speech');
  const sound = await toWav(new Float32Array(16_000).fill(0.1), 16_000).arrayBuffer();
  const bytes = new Uint8Array(sound);
  const base64 = Buffer.from(bytes).toString('base64');
  for (const audio of [bytes, base64]) {
    const result = await model.doGenerate({ audio, mediaType: 'audio/wav' });
    expect(result.text).toBe('1.0 seconds of audio');
    expect(result.durationInSeconds).toBeCloseTo(1);
    expect(result.segments[0]).toMatchObject({ text: '1.0', startSecond: 0 });
    expect(result.words).toBeUndefined();
    expect(result.warnings).toEqual([]);
  }
  const timestampGranularities = ['word' as const];
  const timed = await model.doGenerate({
    audio: bytes,
    mediaType: 'audio/wav',
    timestampGranularities,
  });
  // The scripted model places no words.
  expect(timed).toMatchObject({ text: '1.0 seconds of audio', language: 'en' });
  expect(timed.warnings).toEqual([
    expect.objectContaining({ type: 'unsupported', feature: 'timestampGranularities' }),
  ]);
});

test('text becomes sound; the tone and a language that it cannot speak are warnings', async () => {
  const model = (await provider()).speechModel('scripted-voice');
  const result = await model.doGenerate({
    text: 'One two three.',
    outputFormat: 'wav',
    instructions: 'Whisper.',
    language: 'de',
  });
  expect(new TextDecoder().decode((result.audio as Uint8Array).subarray(0, 4))).toBe('RIFF');
  expect(result.warnings.map((one) => 'feature' in one && one.feature)).toEqual([
    'instructions',
    'language',
  ]);
});

test('documents are ordered by a query', async () => {
  const model = (await provider()).rerankingModel('scripted-embed');
  const documents = { type: 'text' as const, values: ['a', 'bb', 'ccc'] };
  const { ranking } = await model.doRerank({ query: 'bb', documents, topN: 2 });
  expect(ranking).toHaveLength(2);
  expect(ranking[0]).toMatchObject({ index: 1 });
});

test('failures are errors of the SDK, and there are no models of pictures', async () => {
  const alcove = await provider();
  const failure = await Promise.resolve(
    alcove.transcriptionModel('nope').doGenerate({ audio: '', mediaType: 'audio/wav' }),
  ).catch((error: unknown) => error);
  expect(APICallError.isInstance(failure)).toBe(true);
  expect(failure).toMatchObject({ statusCode: 404, isRetryable: false });
  const other = await Promise.resolve(alcove('nope').doGenerate({ prompt })).catch(
    (error: unknown) => error,
  );
  expect(other).toMatchObject({ statusCode: 404 });
  expect(() => alcove.imageModel('any')).toThrow(NoSuchModelError);
});

test('headers of a call are sent, and an error has the headers of its answer', async () => {
  const sent: Headers[] = [];
  const alcove = await provider(sent);
  const headers = { 'x-shop': 'one' };
  const audio = new Uint8Array(
    await toWav(new Float32Array(16_000).fill(0.1), 16_000).arrayBuffer(),
  );
  const documents = { type: 'text' as const, values: ['a', 'b'] };
  await alcove
    .transcriptionModel('scripted-speech')
    .doGenerate({ audio, mediaType: 'audio/wav', headers });
  await alcove
    .speechModel('scripted-voice')
    .doGenerate({ text: 'One.', outputFormat: 'wav', headers });
  await alcove.rerankingModel('scripted-embed').doRerank({ query: 'a', documents, headers });
  expect(sent.map((one) => one.get('x-shop'))).toEqual(['one', 'one', 'one']);
  expect(sent.every((one) => one.get('authorization')?.startsWith('Bearer '))).toBe(true);
  const own = { authorization: 'Bearer other' };
  const refused = alcove
    .rerankingModel('scripted-embed')
    .doRerank({ query: 'a', documents, headers: own });
  await expect(refused).rejects.toMatchObject({ statusCode: 401 });
  expect(sent.at(-1)?.get('authorization')).toBe('Bearer other');

  const busy = createAlcove({
    baseURL: 'http://localhost/v1',
    fetch: async () =>
      Response.json(
        { error: { message: 'Busy.' } },
        { status: 429, headers: { 'Retry-After': '7' } },
      ),
  });
  const limited = busy.speechModel('scripted-voice').doGenerate({ text: 'One.' });
  await expect(limited).rejects.toMatchObject({
    statusCode: 429,
    isRetryable: true,
    responseHeaders: { 'retry-after': '7' },
  });
});
