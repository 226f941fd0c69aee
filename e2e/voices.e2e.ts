// Voices to download, by a tiny model with the inputs of Kokoro's graphs (training/shapes/voice_models.py): each of its voices
// is a tone of its own, so that sound says which one speaks.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { violations } from './axe.ts';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { openPage } from './open-page.ts';

const SHAPE = 'kokoro';
const read = (path: string) => readFileSync(new URL(`shapes/${SHAPE}/${path}`, import.meta.url));

async function install(page: Page, repository: string): Promise<string> {
  await chooseHub(page);
  const key = await openPage(page, '/chat');
  await openModels(page);
  await addModel(page, repository);
  const [, name = ''] = repository.split('/');
  await expect(modelRow(page, name)).toContainText('On this device', { timeout: 60_000 });
  return key;
}

/** What a voice says, as 16-bit samples; or the error. */
function say(page: Page, key: string, fields: object) {
  return page.evaluate(
    async ([apiKey, body]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      const response = await fetch('/v1/audio/speech', { method: 'POST', headers, body });
      if (!response.ok) return { ...(await response.json()), samples: [], voice: null };
      const bytes = await response.arrayBuffer();
      const voice = response.headers.get('x-alcove-voice');
      return { samples: [...new Int16Array(bytes)], voice, error: null };
    },
    [key, JSON.stringify({ input: 'One two.', response_format: 'pcm', ...fields })] as const,
  );
}

/** Radians a sample, by how often the sound crosses zero. */
function pitchOf(samples: readonly number[]): number {
  const loud = samples.filter((sample) => sample !== 0);
  const crossings = loud.filter((x, i) => i > 0 && x > 0 !== (loud[i - 1] ?? 0) > 0).length;
  return (Math.PI * crossings) / loud.length;
}

test('each voice speaks as its file says, at the speed that is wanted, with the time of each word', async ({
  page,
}) => {
  const model = `shapes/${SHAPE}`;
  const key = await install(page, model);
  const { voices } = JSON.parse(read('reference.json').toString());
  for (const [voice, pitch] of Object.entries<number>(voices)) {
    const said = await say(page, key, { model, voice: voice.slice(3) });
    expect(said.voice).toBe(voice);
    expect(pitchOf(said.samples), voice).toBeCloseTo(pitch, 2);
  }
  // 150 ms a phoneme, and the pauses around them.
  const [slow, fast] = [await say(page, key, { model }), await say(page, key, { model, speed: 2 })];
  const seconds = (samples: readonly number[]) => samples.length / 24_000;
  expect(seconds(slow.samples) / seconds(fast.samples)).toBeGreaterThan(1.8);
  expect((await say(page, key, { model, voice: 'nova' })).voice).toBe('af_heart');
  const { error } = await say(page, key, { model, voice: 'nobody' });
  expect(error).toMatchObject({ param: 'voice', code: 'invalid_value' });
  expect(error.message).toContain("'af_heart', 'am_puck', and 'bm_george'");
  const events = await page.evaluate(
    async ([apiKey, body]) => {
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
      return (await fetch('/v1/audio/speech', { method: 'POST', headers, body })).text();
    },
    [
      key,
      JSON.stringify({
        model,
        input: 'One two.',
        response_format: 'pcm',
        stream_format: 'sse',
        return_words: true,
      }),
    ] as const,
  );
  const [first] = events.split('\n\n').filter((part) => part.startsWith('data: '));
  const { words } = JSON.parse(first?.slice(6) ?? '{}');
  expect(words.map((word: { start_char: number }) => word.start_char)).toEqual([0, 4]);
  // wˈʌn and a space, tˈu: five of nine phonemes, each as long as the others.
  expect((words[0].end - words[0].start) / 0.15).toBeCloseTo(5, 1);
  expect(words[1].start).toBeCloseTo(words[0].end, 5);
});

test('a voice that was just downloaded speaks without a network', async ({ page, context }) => {
  const model = `shapes/${SHAPE}`;
  const key = await install(page, model);
  await context.setOffline(true);
  const { error, samples } = await say(page, key, { model });
  expect([error, samples.length > 0]).toEqual([null, true]);
});

test('a file that holds another thing than a voice is refused with the voices that are left', async ({
  page,
}) => {
  const styles = new Float32Array(512).fill(Number.NaN);
  const files = {
    'config.json': read('config.json'),
    'onnx/model_quantized.onnx': read('onnx/model_quantized.onnx'),
    'voices/af_heart.bin': Buffer.from('no voice'),
    'voices/am_puck.bin': Buffer.from(styles.buffer),
    'voices/bm_george.bin': read('voices/bm_george.bin'),
    // Of a language that nothing here reads: it is not downloaded.
    'voices/jf_alpha.bin': read('voices/bm_george.bin'),
  };
  await page.goto('/');
  for (const [path, data] of Object.entries(files)) {
    const to = encodeURIComponent(`brought/wrong-voices/${path}`);
    await page.request.post(`/hub/_bring?path=${to}`, { data });
  }
  const model = 'brought/wrong-voices';
  const key = await install(page, model);
  for (const [voice, why] of [
    ['af_heart', 'a file of 8 bytes'],
    ['am_puck', 'numbers that no voice has'],
  ]) {
    const { error } = await say(page, key, { model, voice });
    expect(error.message).toContain(why);
    expect(error.message).toContain('Use another one (bm_george),');
  }
  expect((await say(page, key, { model, voice: 'bm_george' })).samples.length).toBeGreaterThan(0);
  const { error } = await say(page, key, { model, voice: 'jf_alpha' });
  expect(error).toMatchObject({ param: 'voice' });
});

test('a downloaded voice is chosen in Settings, tried there, and survives its model', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode) {
      Object.assign(globalThis, { played: [...(this.buffer?.getChannelData(0) ?? [])] });
      start.call(this);
    };
  });
  await install(page, `shapes/${SHAPE}`);
  await page.goto('/settings');
  const voices = page.getByLabel('Voice', { exact: true });
  await expect(voices.locator('option')).toHaveText([
    'Heart, American woman – Voice',
    'Heart, American woman – kokoro',
    'Puck, American man – kokoro',
    'George, British man – kokoro',
  ]);
  await voices.selectOption('Puck, American man – kokoro');
  await page.getByRole('button', { name: 'Listen to this voice' }).click();
  const played = () =>
    page.evaluate(() => (globalThis as unknown as { played?: number[] }).played ?? []);
  await expect.poll(async () => (await played()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(pitchOf(await played())).toBeCloseTo(0.02, 2);
  await page.getByRole('button', { name: 'Stop reading aloud' }).first().click();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(voices).toHaveValue(/am_puck$/);
  // Without its model, the voice in the box reads.
  await page.evaluate(async () => {
    await alcove.ready;
  });
  await openModels(page);
  await page.getByRole('link', { name: SHAPE, exact: true }).first().click();
  await page.getByRole('button', { name: `Delete ${SHAPE}` }).click();
  await expect(page.getByRole('button', { name: `Delete ${SHAPE}` })).toHaveCount(0);
  await page.goto('/settings');
  await expect(voices.locator('option:checked')).toHaveText(
    'Puck, American man – deleted; the built-in voice reads',
  );
  await page.evaluate(() => Object.assign(globalThis, { played: [] }));
  await page.getByRole('button', { name: 'Listen to this voice' }).click();
  await expect.poll(async () => (await played()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(pitchOf(await played())).toBeGreaterThan(0.03);
});
