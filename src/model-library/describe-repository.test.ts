import { afterEach, expect, test, vi } from 'vitest';
import { describeRepository } from './describe-repository.ts';

const HUB = 'https://hub.test';

afterEach(() => vi.unstubAllGlobals());

/** A hub with one repository; files that are objects can be read. */
function serveRepository(files: Record<string, object | number>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url);
    if (pathname.includes('/tree/')) {
      const tree = Object.entries(files).map(([path, file]) => ({
        type: 'file',
        path,
        size: typeof file === 'number' ? file : 100,
      }));
      return Response.json(tree);
    }
    if (pathname.startsWith('/api/models/')) {
      const language = ['en', 'de', 'de', 'multilingual', 'gsw', 7, '__proto__'];
      return Response.json({ sha: 'abc', cardData: { language } });
    }
    const path = pathname.split('/resolve/abc/')[1] ?? '';
    return path in files ? Response.json(files[path]) : new Response(null, { status: 404 });
  });
}

const QWEN = { 'config.json': { model_type: 'qwen2', max_position_embeddings: 2048 } };
const GRAPHS = { 'onnx/model_quantized.onnx': 1000, 'onnx/model_q4.onnx': 600 };

test('refuses a base model before anything is downloaded', async () => {
  serveRepository({ ...QWEN, ...GRAPHS, 'tokenizer_config.json': { eos_token: 'x' } });
  await expect(describeRepository('owner/base', HUB, 'wasm')).rejects.toThrow('no chat template');
});

test.each([
  { 'tokenizer_config.json': { chat_template: '{{ messages }}' } },
  { 'tokenizer_config.json': {}, 'chat_template.jinja': {} },
])('accepts a template wherever it is stored', async (more) => {
  serveRepository({ ...QWEN, ...GRAPHS, ...more });
  const card = await describeRepository('owner/chat', HUB, 'wasm');
  expect(card).toMatchObject({
    task: 'chat',
    contextTokens: 2048,
    languages: ['en', 'de', 'gsw'],
    downloadBytes: 600 + 200 + (Object.keys(more).length - 1) * 100,
  });
});

test('chooses the files of the device', async () => {
  serveRepository({ ...QWEN, ...GRAPHS, 'chat_template.jinja': {} });
  const card = await describeRepository('owner/chat', HUB, 'webgpu');
  expect(card.source?.dtype?.webgpu).toBe('q4');
});

test.each([
  [{ max_position_embeddings: 1e300 }, 16_777_216],
  [{ max_position_embeddings: 0.5 }, 512],
  [{ max_position_embeddings: 'many' }, 512],
  [{ max_position_embeddings: 1, text_config: null }, 1],
])('takes a context of %o for %i tokens', async (config, contextTokens) => {
  const damaged = { 'config.json': { model_type: 'qwen2', ...config } };
  serveRepository({ ...damaged, ...GRAPHS, 'chat_template.jinja': {} });
  expect(await describeRepository('owner/chat', HUB, 'wasm')).toMatchObject({ contextTokens });
});

test('refuses an invalid configuration with a message', async () => {
  serveRepository({ 'config.json': [], ...GRAPHS });
  await expect(describeRepository('owner/chat', HUB, 'wasm')).rejects.toThrow(
    "The model's config.json is damaged. Choose another model.",
  );
});

test.each([0, -1, 1.5, 1e15, 'many', {}])('refuses a vocabulary of %o', async (size) => {
  serveRepository({ 'config.json': { model_type: 'qwen2', vocab_size: size }, ...GRAPHS });
  await expect(describeRepository('owner/chat', HUB, 'wasm')).rejects.toThrow(
    'vocab_size must be a whole number',
  );
});

test.each([null, {}, 'text', 7])('refuses a list of files that is none: %o', async (tree) => {
  vi.stubGlobal('fetch', async () => Response.json(tree));
  await expect(describeRepository('owner/chat', HUB, 'wasm')).rejects.toThrow(
    'hub.test did not answer as a model hub does.',
  );
});

test('names the hub that does not answer in time', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
  });
  const late = AbortSignal.abort(new DOMException('signal timed out', 'TimeoutError'));
  await expect(describeRepository('owner/chat', HUB, 'wasm', late)).rejects.toThrow(
    'hub.test did not answer within 20 seconds.',
  );
});

test('without a network the device is named, not the hub', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(describeRepository('owner/chat', HUB, 'wasm')).rejects.toThrow(
    'This device is offline. Connect to a network and try again.',
  );
});
