// What breaks under WebLLM with a real model: each time a typed error, and the next request is answered as before.
import { expect, type Page, test, type Worker } from '@playwright/test';
import { addModel, modelCard, openModels } from './hub-page.ts';
import { SOFTWARE_WEBGPU } from './launch-options.ts';
import { type Answer, ask, downloadGuide, say, stream, WEBLLM_MODEL } from './webllm-page.ts';

test.use({ launchOptions: SOFTWARE_WEBGPU });

const question = { ...say('What is Alcove?'), max_tokens: 12 };
const ERROR = { type: 'server_error', code: 'engine_unavailable' };

interface Chip {
  device: GPUDevice | null;
  isFull: boolean;
}

/** Lets the test reach the graphics chip of every slot's thread, now and later. */
async function reachChips(page: Page, isFull = false): Promise<void> {
  const reach = async (worker: Worker) => {
    if (!worker.url().includes('slot-worker')) return;
    await worker.evaluate((full) => {
      const chip: Chip = { device: null, isFull: full };
      Object.assign(globalThis, { chip });
      const { requestDevice } = GPUAdapter.prototype;
      GPUAdapter.prototype.requestDevice = async function request(...asked) {
        chip.device = await requestDevice.apply(this, asked);
        return chip.device;
      };
      const { createBuffer } = GPUDevice.prototype;
      GPUDevice.prototype.createBuffer = function create(...asked) {
        if (chip.isFull) throw new RangeError('createBuffer failed: Out of memory');
        return createBuffer.apply(this, asked);
      };
    }, isFull);
  };
  page.on('worker', reach);
  await Promise.all(page.workers().map(reach));
}

async function onChips(page: Page, act: (chip: Chip) => void): Promise<void> {
  const slots = page.workers().filter((worker) => worker.url().includes('slot-worker'));
  for (const worker of slots) {
    await worker.evaluate(`(${act.toString()})(globalThis.chip)`).catch(() => {});
  }
}

const loseChips = (page: Page) => onChips(page, (chip) => chip.device?.destroy());

test('a graphics chip that is lost: idle, while it reads, while it writes', async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  await reachChips(page);
  const { content } = await ask(page, key, question);
  expect(content).toContain('Alcove is');
  const right = async (after: string) => {
    const next = await ask(page, key, question);
    expect(next.content, `${after}: ${JSON.stringify(next.error)}`).toBe(content);
  };

  await loseChips(page);
  const idle = await ask(page, key, question);
  if (idle.error) expect(idle).toMatchObject({ status: 503, error: ERROR });
  else expect(idle.content).toBe(content);
  await right('idle');

  const reading = ask(page, key, { ...say('word '.repeat(800)), max_tokens: 4 });
  await page.waitForTimeout(700);
  await loseChips(page);
  expect(await reading).toMatchObject({ status: 503, error: ERROR });
  await right('while it reads');

  const writing = ask(page, key, { ...question, max_tokens: 60 });
  await page.waitForTimeout(2500);
  await loseChips(page);
  expect(await writing).toMatchObject({ status: 503, error: ERROR });
  await right('while it writes');

  const streaming = stream(page, key, { ...question, max_tokens: 60 });
  await page.waitForTimeout(2500);
  await loseChips(page);
  const { error, text } = await streaming;
  expect(error).toMatchObject({ code: ERROR.code });
  expect(content.startsWith(text) || text.startsWith(content)).toBe(true);
  await right('in a stream');
});

test('memory that is not there, files that are cut short or wrong', async ({ page }) => {
  test.setTimeout(600_000);
  const key = await downloadGuide(page);
  await reachChips(page, true);
  const failed = async (what: string): Promise<Answer> => {
    const answer = await ask(page, key, question);
    expect(answer.error, what).toBeTruthy();
    expect(answer.status, what).toBeGreaterThanOrEqual(500);
    return answer;
  };
  expect(await failed('no memory to load')).toMatchObject({ error: ERROR });
  page.removeAllListeners('worker');
  await reachChips(page);
  await onChips(page, (chip) => {
    chip.isFull = false;
  });
  const { content } = await ask(page, key, question);
  expect(content).toContain('Alcove is');
  await onChips(page, (chip) => {
    chip.isFull = true;
  });
  expect(await failed('no memory to write')).toMatchObject({ error: ERROR });
  await onChips(page, (chip) => {
    chip.isFull = false;
  });
  expect((await ask(page, key, question)).content).toBe(content);

  for (const name of ['params_shard_1.bin', 'alcove-guide-q0f32-webgpu.wasm']) {
    await page.evaluate((model) => alcove.unload(model), WEBLLM_MODEL);
    const restore = await cutShort(page, name);
    const { error } = await failed(name);
    expect(error?.message, name).toMatch(/[a-z]{3}/);
    // What is broken concerns one model only.
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

test('a weight file that arrives wrong is not kept, and comes right when asked again', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const wrong = '/hub/_faults?path=params_shard_0.bin&kinds=corrupt';
  await page.goto('/settings');
  await page.request.get(wrong);
  const field = page.getByLabel('Models are downloaded from');
  await field.fill(`${new URL(page.url()).origin}/hub`);
  await field.blur();
  await page.goto('/chat');
  await openModels(page);
  await addModel(page, WEBLLM_MODEL);
  const card = modelCard(page, 'alcove-guide-q0f32-MLC');
  await expect(card).toContainText(/not what|does not match|checked|wrong|again/i, {
    timeout: 60_000,
  });
});

test('a grammar that stops, a token beyond the vocabulary, a stream that throws', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await downloadGuide(page);
  const answers = (fault: 'none' | 'grammar' | 'token' | 'stream') =>
    page.evaluate(async (wanted) => {
      const path = ['/e2e', 'device-loss.js'].join('/');
      const { answerOnWebllm } = (await import(path)) as typeof import('./in-page/device-loss.ts');
      return answerOnWebllm(wanted);
    }, fault);
  const right = await answers('none');
  expect(right).toMatch(/^Alcove is/);
  for (const fault of ['grammar', 'token', 'stream'] as const) {
    // The slot is given up: the fresh one that comes in its place is right.
    expect(await answers(fault), fault).toBe('failed: slot-crashed');
    expect(await answers('none'), fault).toBe(right);
  }
});
