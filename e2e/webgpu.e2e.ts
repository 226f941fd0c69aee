import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { DATA } from './audio-files.ts';
import type { Moment } from './in-page/device-loss-worker.ts';
import { SOFTWARE_WEBGPU } from './launch-options.ts';
import { openPage } from './open-page.ts';

test.use({ launchOptions: SOFTWARE_WEBGPU });

interface Answers {
  text: string;
  vector: number[];
  devices: (string | null)[];
}

type Device = 'wasm' | 'webgpu';

/** Asks the embedded models on a device for a vector, and for `tokens` of an answer where there are any. */
function ask(page: Page, key: string, device: Device, tokens: number): Promise<Answers> {
  return page.evaluate(
    async ([apiKey, wanted, count]) => {
      await alcove.setDevice(wanted);
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const post = async (path: string, body: object) =>
        (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      const messages = [{ role: 'user', content: 'What is Alcove?' }];
      const sampling = { temperature: 0, max_tokens: count };
      const chat =
        count > 0 &&
        (await post('/v1/chat/completions', { model: 'alcove-guide', messages, ...sampling }));
      const embed = await post('/v1/embeddings', {
        model: 'alcove-embed',
        input: 'A man is playing a guitar.',
      });
      const { slots } = await alcove.status();
      return {
        text: chat ? chat.choices[0].message.content : '',
        vector: embed.data[0].embedding,
        devices: slots.map((slot) => slot.device),
      };
    },
    [key, device, tokens] as const,
  );
}

async function expectSame(page: Page, tokens: number): Promise<void> {
  const key = await openPage(page, '/');
  const wasm = await ask(page, key, 'wasm', tokens);
  const webgpu = await ask(page, key, 'webgpu', tokens);
  expect(new Set(wasm.devices)).toEqual(new Set(['wasm']));
  expect(new Set(webgpu.devices)).toEqual(new Set(['webgpu']));
  expect(webgpu.text).toBe(wasm.text);
  const cosine = webgpu.vector.reduce((sum, x, i) => sum + x * (wasm.vector[i] ?? 0), 0);
  expect(cosine).toBeGreaterThan(0.9999);
}

// Answers on software WebGPU take most of a minute: another smoke test runs them, with WebLLM.
test('a vector of the embedded model on WebGPU equals that on wasm', async ({ page }) => {
  await expectSame(page, 0);
});

test('the embedded models give the same words and vectors on WebGPU as on wasm', {
  tag: '@full',
}, async ({ page }) => {
  await expectSame(page, 24);
});

/** Probabilities differ in the last places between devices. */
const exact = ({ avg_logprob, no_speech_prob, ...rest }: Record<string, unknown>) => rest;

test('the speech model transcribes the same words at the same times on WebGPU', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(400_000);
  const key = await openPage(page, '/');
  const recording = readFileSync(join(DATA, 'jackson.wav')).toString('base64');
  const ask = (device: 'wasm' | 'webgpu') =>
    page.evaluate(
      async ([apiKey, data, wanted]) => {
        await alcove.setDevice(wanted);
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        const form = new FormData();
        form.append('model', 'alcove-digits');
        form.append('response_format', 'verbose_json');
        form.append('file', new File([bytes], 'jackson.wav'));
        const headers = { authorization: `Bearer ${apiKey}` };
        const init = { method: 'POST', headers, body: form };
        const answer = await (await fetch('/v1/audio/transcriptions', init)).json();
        const [slot] = (await alcove.status()).slots;
        return { device: slot?.device, segments: answer.segments };
      },
      [key, recording, device] as const,
    );
  const [wasm, webgpu] = [await ask('wasm'), await ask('webgpu')];
  expect([wasm.device, webgpu.device]).toEqual(['wasm', 'webgpu']);
  expect(webgpu.segments.map(exact)).toEqual(wasm.segments.map(exact));
  expect(webgpu.segments.length).toBeGreaterThan(5);
  for (const [i, { avg_logprob }] of webgpu.segments.entries()) {
    expect(avg_logprob).toBeCloseTo(wasm.segments[i].avg_logprob, 3);
  }
});

test('a lost GPU is reported as such, a broken one is left for the processor, and a fresh slot answers', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(400_000);
  await openPage(page, '/');
  const answer = (at: Moment) =>
    page.evaluate(async (moment) => {
      const path = ['/e2e', 'device-loss.js'].join('/');
      const { answerWithLoss } = (await import(path)) as typeof import('./in-page/device-loss.ts');
      return answerWithLoss(moment);
    }, at);
  const lost: Moment[] = ['idle', 'prefill', 'decode'];
  for (const moment of lost) expect(await answer(moment), moment).toBe('failed: slot-crashed');
  expect(await answer('unsound')).toMatch(
    /^wasm: Runs on the processor: WebGPU failed: .*the same output.*Alcove/s,
  );
  expect(await answer('never')).toContain('Alcove');
});
