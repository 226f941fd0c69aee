// What breaks under WebLLM with a real model: each time a typed error, and the next request is answered as before.
import { expect, type Page, test } from '@playwright/test';
import { IS_FULL } from '#testing/test-run.ts';
import { addModel, chooseHub, modelRow, openModels } from './hub-page.ts';
import { SOFTWARE_WEBGPU } from './launch-options.ts';
import { loseGpus, onGpus, reachGpus, untilGiven } from './webllm-gpus.ts';
import { type Answer, ask, downloadGuide, say, stream, WEBLLM_MODEL } from './webllm-page.ts';

test.use({ launchOptions: SOFTWARE_WEBGPU });

const question = { ...say('What is Alcove?'), max_tokens: 12 };
const SHARD = 'params_shard_0.bin';
/** Work that a GPU is given for some words: six times a token. */
const SOME_TOKENS = 60;
const ERROR = { type: 'server_error', code: 'engine_unavailable' };

test('a GPU that is lost: idle, while it reads, while it writes', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  await reachGpus(page);
  const { content } = await ask(page, key, question);
  expect(content).toContain('Alcove is');
  const right = async (after: string) => {
    const next = await ask(page, key, question);
    expect(next.content, `${after}: ${JSON.stringify(next.error)}`).toBe(content);
  };

  await loseGpus(page);
  const idle = await ask(page, key, question);
  if (idle.error) expect(idle).toMatchObject({ status: 503, error: ERROR });
  else expect(idle.content).toBe(content);
  await right('idle');

  const long = { ...say('word '.repeat(800)), max_tokens: 4 };
  const reading = await untilGiven(page, 1, () => ask(page, key, long));
  await loseGpus(page);
  expect(await reading.going).toMatchObject({ status: 503, error: ERROR });
  await right('while it reads');

  const answer = { ...question, max_tokens: 60 };
  // The same moment as below, for who waits for the whole answer.
  if (IS_FULL) {
    const writing = await untilGiven(page, SOME_TOKENS, () => ask(page, key, answer));
    await loseGpus(page);
    expect(await writing.going).toMatchObject({ status: 503, error: ERROR });
    await right('while it writes');
  }

  const streaming = await untilGiven(page, SOME_TOKENS, () => stream(page, key, answer));
  await loseGpus(page);
  const { error, text } = await streaming.going;
  expect(error).toMatchObject({ code: ERROR.code });
  expect(content.startsWith(text) || text.startsWith(content)).toBe(true);
  await right('in a stream');
});

test('memory that is not there, files that are cut short or wrong', { tag: '@full' }, async ({
  page,
}) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  await reachGpus(page, true);
  const failed = async (what: string, min = 500): Promise<Answer> => {
    const answer = await ask(page, key, question);
    expect(answer.error, what).toBeTruthy();
    expect(answer.status, `${what}: ${JSON.stringify(answer.error)}`).toBeGreaterThanOrEqual(min);
    return answer;
  };
  expect(await failed('no memory to load')).toMatchObject({ error: ERROR });
  page.removeAllListeners('worker');
  await reachGpus(page);
  await onGpus(page, (gpu) => {
    gpu.isFull = false;
  });
  const { content } = await ask(page, key, question);
  expect(content).toContain('Alcove is');
  await onGpus(page, (gpu) => {
    gpu.isFull = true;
  });
  expect(await failed('no memory to write')).toMatchObject({ error: ERROR });
  await onGpus(page, (gpu) => {
    gpu.isFull = false;
  });
  expect((await ask(page, key, question)).content).toBe(content);

  for (const name of ['params_shard_1.bin', 'alcove-guide-q0f32-webgpu.wasm']) {
    await page.evaluate((model) => alcove.unload(model), WEBLLM_MODEL);
    const restore = await cutShort(page, name);
    // A library that cannot be compiled will not be at the next try either.
    const { error } = await failed(name, 400);
    expect(error?.message, name).toMatch(/[a-z]{3}/);
    // The fault concerns one model only.
    expect((await ask(page, key, question, 'alcove-guide')).status).toBe(200);
    await restore();
    expect((await ask(page, key, question)).content, name).toBe(content);
  }
});

/** Takes the last half of a stored file away. @returns what puts it back. */
async function cutShort(page: Page, name: string): Promise<() => Promise<void>> {
  await page.evaluate(
    async ([model, path]) => {
      const models = await (await navigator.storage.getDirectory()).getDirectoryHandle('models');
      const folder = await models.getDirectoryHandle(encodeURIComponent(model));
      const handle = await folder.getFileHandle(encodeURIComponent(path));
      const whole = await (await handle.getFile()).arrayBuffer();
      const write = async (bytes: ArrayBuffer) => {
        const writable = await handle.createWritable();
        await writable.write(bytes);
        await writable.close();
      };
      await write(whole.slice(0, whole.byteLength >> 1));
      Object.assign(globalThis, { putBack: () => write(whole) });
    },
    [WEBLLM_MODEL, name] as const,
  );
  return () => page.evaluate(() => (globalThis as { putBack?: () => Promise<void> }).putBack?.());
}

test('a damaged download of a weight file is not stored, and a retry succeeds', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(300_000);
  await chooseHub(page);
  const faults = `/hub/_faults?path=${SHARD}&kinds=corrupt,corrupt`;
  await page.evaluate((address) => fetch(address).then((r) => r.text()), faults);
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, WEBLLM_MODEL);
  const card = modelRow(page, 'alcove-guide-q0f32-MLC');
  await expect(card).toContainText(`${SHARD} is not what its repository says it is.`, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: /^(?:Try again|Go on) alcove-guide/ }).click();
  await expect(card).toContainText('On this device and verified', { timeout: 60_000 });
});

test('a grammar that stops, a token beyond the vocabulary, a stream that throws', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(600_000);
  await downloadGuide(page);
  const answers = (fault: 'none' | 'grammar' | 'token' | 'stream') =>
    page.evaluate(async (wanted) => {
      const path = ['/e2e', 'device-loss.js'].join('/');
      const { answerOnWebllm } = (await import(path)) as typeof import('./in-page/device-loss.ts');
      return answerOnWebllm(wanted);
    }, fault);
  for (const fault of ['grammar', 'token', 'stream'] as const) {
    expect(await answers(fault), fault).toBe('failed: slot-crashed');
  }
  // The slot is given up: the fresh one that comes in its place is right.
  expect(await answers('none')).toMatch(/^Alcove is/);
});
