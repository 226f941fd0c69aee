import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { seeded } from '#base/numbers.ts';
import { DownloadError } from '#model-files/model-file.ts';
import { parseRow } from '#storage/rows/parsers.ts';
import { startStopwatch, times } from '#testing/test-run.ts';
import { describeRepository } from './describe-repository.ts';

const COUNT = times(2_000, 300);
const HUB = 'https://hub.test';

afterEach(() => vi.unstubAllGlobals());

const next = seeded(21);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

const BIDI = '\u202eexe.gpj\u2066';
const ODD: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  BIDI,
  '../../x',
  'a'.repeat(200_000),
  [],
  {},
  [[[]]],
  { length: -1 },
  { toString: 1 },
];
const deep = () => JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) as unknown;
const odd = () => (next() < 0.1 ? deep() : pick(ODD));
/** Now and then a value of another type. */
const maybe = (value: unknown, share = 0.15) => (next() < share ? odd() : value);

const PATHS = [
  'config.json',
  'onnx/model_quantized.onnx',
  'onnx/model_q4.onnx',
  'tokenizer.json',
  'tokenizer_config.json',
  'chat_template.jinja',
  'mlc-chat-config.json',
  'params_shard_0.bin',
  'model-webgpu.wasm',
  '1_Pooling/config.json',
  `onnx/${BIDI}.onnx`,
  '../../config.json',
  'onnx/../config.json',
  'a\\b',
];

const MANY_FILES = Array.from({ length: 100_000 }, (_, i) => ({
  type: 'file',
  path: `params_shard_${i}.bin`,
  size: 1,
}));

function tree(): unknown {
  if (next() < 0.05) return MANY_FILES;
  const files = PATHS.slice(0, pick([1, 3, 99, 99, 99])).map((path) => ({
    type: maybe('file', 0.03),
    path: maybe(path, 0.03),
    size: maybe(Math.floor(next() * 1e9), 0.1),
    lfs: maybe({ oid: maybe('ab'.repeat(32)) }, 0.1),
  }));
  return maybe(next() < 0.1 ? [...files, odd()] : files, 0.05);
}

const config = () => ({
  model_type: maybe(pick(['qwen2', 'llama', 'bert', 'whisper', 'nobody'])),
  architectures: maybe(['A']),
  vocab_size: maybe(1_000),
  hidden_size: maybe(64),
  num_attention_heads: maybe(4),
  max_position_embeddings: maybe(512),
  text_config: maybe({}),
  quantization_config: maybe({}, 0.05),
  conv_template: maybe('chatml'),
  context_window_size: maybe(2_048),
  quantization: maybe('q4f16_1'),
  chat_template: maybe('{{ messages }}'),
  model_config: maybe({ num_hidden_layers: maybe(2), head_dim: maybe(8), hidden_size: maybe(64) }),
});

/** A hub that answers with anything. */
function serveOdd(): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const kind = next();
    if (kind < 0.02) return new Response('{"cut', { status: 200 });
    if (kind < 0.04) return new Response(null, { status: pick([204, 403, 404, 429, 500]) });
    const { pathname } = new URL(url);
    if (pathname.includes('/tree/')) return Response.json(tree());
    if (!pathname.startsWith('/api/models/')) return Response.json(maybe(config(), 0.05));
    const cardData = maybe({ license: maybe('mit') });
    return Response.json(maybe({ sha: maybe('abc'), cardData }, 0.05));
  });
}

test('whatever a hub answers, a model is described by sound values or refused in a sentence', async () => {
  const problems: string[] = [];
  const refusals = new Set<string>();
  let described = 0;
  for (let i = 0; i < COUNT; i++) {
    serveOdd();
    const took = startStopwatch();
    try {
      const card = await describeRepository('owner/model', HUB, pick(['wasm', 'webgpu'] as const));
      described++;
      const numbers = [card.downloadBytes, card.memoryBytes, card.contextTokens];
      if (!numbers.every((n) => Number.isSafeInteger(n) && n >= 0))
        problems.push(`${i}: ${numbers}`);
      const row = { id: card.id, card, revision: null, state: 'partial' };
      const stored = parseRow('models', { ...row, loaded: 0, total: 1, problem: null, addedAt: 1 });
      const isSame = isDeepStrictEqual((stored as { card?: unknown })?.card, card);
      if (!isSame) problems.push(`${i}: stored otherwise than described`);
      if (JSON.stringify(card).length > 5_000) problems.push(`${i}: a card of megabytes`);
    } catch (error) {
      const { message } = error as Error;
      const isSentence = error instanceof DownloadError && /^\w[^{}]{10,300}$/.test(message);
      if (isSentence) refusals.add(message);
      else problems.push(`${i}: ${String(error).slice(0, 200)}`);
    }
    const ms = took();
    if (ms > 2_000) problems.push(`${i}: ${Math.round(ms)} ms`);
  }
  process.stdout.write(
    `${COUNT} hostile hubs: ${described} described, ${refusals.size} kinds of refusals\n`,
  );
  expect(problems).toEqual([]);
  expect(described).toBeGreaterThan(COUNT / 50);
  expect(refusals.size).toBeGreaterThan(3);
}, 600_000);

test('an answer of a hub is not read past the limit', async () => {
  let chunks = 0;
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(1_000_000).fill(32));
      },
    });
  vi.stubGlobal('fetch', async () => new Response(endless()));
  await expect(describeRepository('owner/model', HUB, 'wasm')).rejects.toThrow('did not answer');
  expect(chunks).toBeLessThan(25);
});

test('an answer that breaks off is a connection that failed, not an exception', async () => {
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    return new Response(body);
  });
  const failure = describeRepository('owner/model', HUB, 'wasm');
  await expect(failure).rejects.toBeInstanceOf(DownloadError);
  await expect(failure).rejects.toThrow(/^hub\.test cannot be reached\. Check the connection/);
});
