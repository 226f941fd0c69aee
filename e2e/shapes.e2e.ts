// Models of every family that transformers.js runs, tiny and with random weights (training/shapes),
// through /v1 on wasm and on software WebGPU: the tokens equal the reference in Python.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { IS_FULL } from '#testing/test-run.ts';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { SOFTWARE_WEBGPU } from './launch-options.ts';
import { openPage } from './open-page.ts';

test.use({ launchOptions: SOFTWARE_WEBGPU });

const SHAPES = fileURLToPath(new URL('shapes', import.meta.url));
const read = (path: string) => readFileSync(`${SHAPES}/${path}`);
const readJson = (path: string) => JSON.parse(read(path).toString());

const CHATS = [
  'qwen3',
  'qwen3-fused',
  'granite',
  'granite4',
  'lfm2',
  'smolvlm',
  'qwen2-vl',
  'lfm2-vl',
  'ultravox',
  'voxtral',
  'granite-speech',
];
const SPEECH = ['whisper', 'moonshine', 'parakeet'];
const EMBEDDINGS = ['bert-mean', 'bert-cls', 'qwen3-embedding'];
type Device = 'wasm' | 'webgpu';
/** Software WebGPU takes minutes for these: it belongs to the complete run. */
const DEVICES: Device[] = IS_FULL ? ['wasm', 'webgpu'] : ['wasm'];
/** One of each kind of architecture; the others run in the complete run. */
const SAMPLED = [
  'qwen3-fused',
  'granite4',
  'lfm2',
  'smolvlm',
  'ultravox',
  'granite-speech',
  'moonshine',
  'parakeet',
  'bert-mean',
];
const tagOf = (family: string) => (SAMPLED.includes(family) ? {} : { tag: '@full' });
/** onnxruntime's fused attention computes other values on a software GPU. */
const WRONG_ON_GPU = ['qwen3-fused'];

/** One page for all families in the sample: starting one takes longer than their answers. */
let opened: Page | null = null;
let page: Page;
let key: string;
let downloaded: Set<string>;

test.beforeEach(async ({ browser }) => {
  if (opened && !IS_FULL) return;
  await opened?.close();
  opened = page = await browser.newPage();
  await chooseHub(page);
  key = await openPage(page, '/chat');
  await openModels(page);
  downloaded = new Set();
});

test.afterAll(() => opened?.close());

/** Downloads a family's model and runs it on the processor. */
async function open(family: string): Promise<void> {
  if (!downloaded.has(family)) {
    await addModel(page, `shapes/${family}`);
    await expect(modelRow(page, family)).toContainText('On this device', { timeout: 60_000 });
    downloaded.add(family);
  }
  await setDevice('wasm');
}

interface Part {
  type: string;
  image_url?: unknown;
  input_audio?: unknown;
}

/** Messages as a client sends them: the files they name as base64. */
function withMedia(family: string, messages: { content: string | Part[] }[]) {
  const fill = (part: Part) => {
    if (part.type === 'image_url') {
      const url = `data:image/png;base64,${read(`${family}/picture.png`).toString('base64')}`;
      return { ...part, image_url: { url } };
    }
    if (part.type !== 'input_audio') return part;
    const data = read('sound.wav').toString('base64');
    return { ...part, input_audio: { data, format: 'wav' } };
  };
  return messages.map((message) => ({
    ...message,
    content: typeof message.content === 'string' ? message.content : message.content.map(fill),
  }));
}

function post(path: string, body: object) {
  return page.evaluate(
    async ([apiKey, to, json]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const response = await fetch(to, { method: 'POST', headers, body: json });
      return response.json();
    },
    [key, path, JSON.stringify(body)] as const,
  );
}

interface Call {
  id: string;
  function: { name: string; arguments: string };
}

const setDevice = (device: Device) => page.evaluate((wanted) => alcove.setDevice(wanted), device);

/** Where a model runs that was to run on `device`. */
const placeOf = (family: string, device: Device) =>
  WRONG_ON_GPU.includes(family) ? 'wasm' : device;

/** Asks what the reference was asked. @returns tokens of the prompt that were not read again. */
async function expectTokens(family: string): Promise<number> {
  const reference = readJson(`${family}/reference.json`);
  const messages = withMedia(family, reference.messages);
  const body = { model: `shapes/${family}`, messages, temperature: 0, max_tokens: 64 };
  const answer = await post('/v1/chat/completions', { ...body, logprobs: true });
  const bytes = answer.choices?.[0].logprobs.content.flatMap(
    (token: { bytes: number[] }) => token.bytes,
  );
  expect(bytes, JSON.stringify(answer.error)).toEqual(reference.tokens);
  expect(answer.usage.prompt_tokens).toBe(reference.promptTokens);
  return answer.usage.prompt_tokens_details?.cached_tokens ?? 0;
}

for (const family of CHATS) {
  test(`${family}: 64 tokens equal the reference`, tagOf(family), async () => {
    test.setTimeout(240_000);
    const { promptTokens } = readJson(`${family}/reference.json`);
    await open(family);
    for (const device of DEVICES) {
      await setDevice(device);
      const read = [await expectTokens(family)];
      const place = placeOf(family, device);
      // The second time from the cache of the first; GPU models have no such cache.
      if (place === 'wasm') {
        read.push(await expectTokens(family));
        expect(read).toEqual([0, promptTokens - 1]);
      }
      const { slots } = await page.evaluate(() => alcove.status());
      const slot = slots.find(({ model }) => model === `shapes/${family}`);
      // What the GPU gives was held against what the processor gives, and the better one chosen.
      const why = place === device ? null : expect.stringContaining('other values');
      expect(slot).toMatchObject({ device: place, note: why });
    }
  });
}

test('lfm2: functions are described and called in its own words', async () => {
  test.setTimeout(120_000);
  await open('lfm2');
  const parameters = {
    type: 'object',
    properties: {
      city: { enum: ['Bern', 'Lima'] },
      days: { type: 'integer', minimum: 1, maximum: 9 },
      exact: { type: 'boolean' },
    },
    required: ['city', 'days', 'exact'],
    additionalProperties: false,
  };
  const tools = [{ type: 'function', function: { name: 'weather', parameters } }];
  const body = { model: 'shapes/lfm2', temperature: 1, seed: 3, tools, max_tokens: 200 };
  const ask = { role: 'user', content: 'The weather?' };
  const request = { ...body, tool_choice: 'required', messages: [ask] };
  const { choices, usage } = await post('/v1/chat/completions', request);
  const [{ message, finish_reason }] = choices;
  expect(finish_reason).toBe('tool_calls');
  const names = new Set(message.tool_calls.map((c: Call) => c.function.name));
  expect([...names]).toEqual(['weather']);
  for (const call of message.tool_calls as Call[]) {
    expect(JSON.parse(call.function.arguments)).toEqual({
      city: expect.stringMatching(/^(?:Bern|Lima)$/),
      days: expect.any(Number),
      exact: expect.any(Boolean),
    });
  }
  const [call] = message.tool_calls as Call[];
  const result = { role: 'tool', tool_call_id: call?.id, content: '21 degrees' };
  const next = await post('/v1/chat/completions', {
    ...body,
    messages: [ask, { role: 'assistant', content: null, tool_calls: [call] }, result],
  });
  expect(next.usage.prompt_tokens).toBeGreaterThan(usage.prompt_tokens);
  expect(next.choices[0].finish_reason).toMatch(/stop|length|tool_calls/);
});

test('a model with audio answers questions, transcribes and translates; audio that is too long is refused', async () => {
  const { messages, tokens } = readJson('ultravox/reference.json');
  const expected = Buffer.from(tokens).toString();
  await open('ultravox');
  const model = 'shapes/ultravox';
  const [message] = withMedia('ultravox', messages);
  const reasoning = { model, messages: [message], max_tokens: 64, temperature: 0 };
  const answer = await post('/v1/audio/reasoning', reasoning);
  expect(answer.choices[0].message.content, JSON.stringify(answer.error)).toBe(expected);
  const send = (path: string, seconds: number) =>
    page.evaluate(
      async ([apiKey, to, name, base64, length]) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const sound = bytes.subarray(44, 44 + 32_000 * length);
        const head = bytes.slice(0, 44);
        const view = new DataView(head.buffer);
        const times = Math.ceil(length / 8);
        view.setUint32(4, 36 + sound.length * times, true);
        view.setUint32(40, sound.length * times, true);
        const form = new FormData();
        form.append('model', name);
        form.append('max_tokens', '8');
        form.append('file', new Blob([head, ...new Array(times).fill(sound)]), 'a.wav');
        const headers = { authorization: `Bearer ${apiKey}` };
        return (await fetch(to, { method: 'POST', headers, body: form })).json();
      },
      [key, path, model, read('sound.wav').toString('base64'), seconds] as const,
    );
  const long = await send('/v1/audio/transcriptions', 40);
  expect(long.error).toMatchObject({ code: 'audio_too_long' });
  const transcribed = await send('/v1/audio/transcriptions', 8);
  const translated = await send('/v1/audio/translations', 8);
  for (const { text } of [transcribed, translated]) expect(text).toMatch(/./s);
  // Another instruction, another answer.
  expect(transcribed.text).not.toBe(translated.text);
});

test('a picture is read once in a chat; one that is none is refused, and the next request works', async () => {
  const { messages } = readJson('qwen2-vl/reference.json');
  await open('qwen2-vl');
  const first = withMedia('qwen2-vl', messages);
  const body = { model: 'shapes/qwen2-vl', temperature: 0, max_tokens: 8 };
  const ask = (turns: object[]) => post('/v1/chat/completions', { ...body, messages: turns });
  const image_url = { url: `data:image/png;base64,${btoa('This is no picture.')}` };
  const broken = await ask([{ role: 'user', content: [{ type: 'image_url', image_url }] }]);
  expect(broken.error).toMatchObject({ code: 'invalid_image_url', type: 'invalid_request_error' });
  const answer = await ask(first);
  const said = { role: 'assistant', content: answer.choices[0].message.content };
  const next = await ask([...first, said, { role: 'user', content: 'And <|image_pad|>?' }]);
  const { prompt_tokens, prompt_tokens_details } = next.usage;
  expect(prompt_tokens_details.cached_tokens).toBeGreaterThan(answer.usage.prompt_tokens - 2);
  expect(prompt_tokens).toBeGreaterThan(prompt_tokens_details.cached_tokens);
});

for (const family of ['lfm2', 'qwen3-fused', 'granite']) {
  test(`${family}: eight answers side by side are those written alone`, tagOf(family), async () => {
    await open(family);
    const bodies = Array.from({ length: 8 }, (_, i) => ({
      model: `shapes/${family}`,
      temperature: 0,
      max_tokens: 16 + i,
      logprobs: true,
      messages: [{ role: 'user', content: `Count to ${'nine '.repeat(i)}please.` }],
    }));
    const send = (body: object) => post('/v1/chat/completions', body);
    const bytes = (answer: { choices: { logprobs: { content: { bytes: number[] }[] } }[] }) =>
      answer.choices[0]?.logprobs.content.flatMap((token) => token.bytes);
    const together = await Promise.all(bodies.map(send));
    for (const [i, body] of bodies.entries()) {
      expect(bytes(await send(body)), String(i)).toEqual(bytes(together[i]));
    }
  });
}

for (const family of SPEECH) {
  test(`${family}: the words equal the reference`, tagOf(family), async () => {
    test.setTimeout(240_000);
    const { text, language } = readJson(`${family}/reference.json`);
    await open(family);
    const sound = read('sound.wav').toString('base64');
    for (const device of DEVICES) {
      await setDevice(device);
      const answer = await page.evaluate(
        async ([apiKey, model, base64, spoken]) => {
          const form = new FormData();
          form.append('model', model);
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          form.append('file', new Blob([bytes]), 'sound.wav');
          if (spoken) form.append('language', spoken);
          const headers = { authorization: `Bearer ${apiKey}` };
          const to = '/v1/audio/transcriptions';
          return (await fetch(to, { method: 'POST', headers, body: form })).json();
        },
        [key, `shapes/${family}`, sound, language ?? ''] as const,
      );
      expect(answer, device).toEqual({ text: text.trim() });
    }
  });
}

for (const family of EMBEDDINGS) {
  test(`${family}: the vectors equal the reference`, tagOf(family), async () => {
    const { texts, vectors } = readJson(`${family}/reference.json`);
    await open(family);
    for (const device of DEVICES) {
      await setDevice(device);
      const model = `shapes/${family}`;
      const { data } = await post('/v1/embeddings', { model, input: texts });
      for (const [i, { embedding }] of data.entries()) {
        const cosine = embedding.reduce((sum: number, x: number, k: number) => {
          return sum + x * vectors[i][k];
        }, 0);
        expect(cosine, `${device}: ${texts[i]}`).toBeGreaterThan(0.9999);
      }
    }
  });
}
