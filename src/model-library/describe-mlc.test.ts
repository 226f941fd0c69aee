import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeMlc } from './describe-mlc.ts';

const CONFIG = JSON.parse(
  readFileSync(
    fileURLToPath(
      new URL('../../e2e/mlc/alcove-guide-q0f32-MLC/mlc-chat-config.json', import.meta.url),
    ),
    'utf8',
  ),
);
const file = (path: string, bytes = 10) => ({ path, bytes, sha256: null });
const FILES = [file('mlc-chat-config.json'), file('params_shard_0.bin', 1e6), file('README.md', 5)];
const found = (files = FILES) => ({ revision: 'r', licence: 'mit', languages: ['en'], files });
const LIBRARY = 'https://host/name-webgpu.wasm';

test('the library is the one in the repository, or the one that is named', () => {
  const inside = describeMlc('a/b', found([...FILES, file('b-webgpu.wasm', 2e6)]), CONFIG, null);
  expect(inside).toMatchObject({
    id: 'a/b',
    runtime: 'webllm',
    device: 'webgpu',
    licence: 'mit',
    contextTokens: 1024,
    downloadBytes: 3_000_010,
    gpu: { features: [] },
    source: { repository: 'a/b', library: 'b-webgpu.wasm' },
  });
  const named = describeMlc('a/b', found(), CONFIG, LIBRARY);
  expect(named.source?.library).toBe(LIBRARY);
  expect(named.downloadBytes).toBe(1_000_010);
});

test('half floats need a GPU that has them, and a longer memory more of its own', () => {
  const half = describeMlc('a/b', found(), { ...CONFIG, quantization: 'q4f16_1' }, LIBRARY);
  expect(half.gpu?.features).toEqual(['shader-f16']);
  const long = { ...CONFIG, context_window_size: 32_768 };
  const more = describeMlc('a/b', found(), long, LIBRARY).memoryBytes;
  // Keys and values of 4 layers, 2 heads of 64, in 32 bits.
  expect(more - half.memoryBytes).toBe(2 * 4 * 2 * 64 * 4 * (32_768 - 1024));
  const sliding = { ...CONFIG, context_window_size: -1, sliding_window_size: 512 };
  expect(describeMlc('a/b', found(), sliding, LIBRARY).contextTokens).toBe(512);
});

test('without a library, or without a way to chat, it is refused in words', () => {
  expect(() => describeMlc('a/b', found(), CONFIG, null)).toThrow(/Write its address after/);
  const { conv_template: _, ...config } = CONFIG;
  expect(() => describeMlc('a/b', found(), config, LIBRARY)).toThrow(/only those that chat/);
});
