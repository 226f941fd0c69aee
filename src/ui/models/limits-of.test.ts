import { expect, test } from 'vitest';
import type { Capabilities } from '#device/capabilities.ts';
import { limitsOf } from './browser-limits.tsx';

const ALL: Capabilities = {
  opfs: true,
  createWritable: true,
  audioDecoder: true,
  locks: true,
  wasm: true,
  threads: true,
  webgpu: true,
  blobsInIndexedDb: true,
};

test('a browser that can do everything has no limits', () => {
  expect(limitsOf(ALL, 'Chrome')).toEqual([]);
});

test('a private window of Firefox is named', () => {
  const found = { ...ALL, opfs: false, createWritable: false };
  expect(limitsOf(found, 'Firefox')).toEqual(['firefoxPrivate']);
  expect(limitsOf(found, 'Safari')).toEqual(['opfs']);
});

test('Safari 17 misses WebGPU, the decoder and writable files', () => {
  const found = { ...ALL, webgpu: false, audioDecoder: false, createWritable: false };
  expect(limitsOf(found, 'Safari')).toEqual(['webgpu', 'audioDecoder', 'createWritable']);
});
