import { expect, test } from 'vitest';
import type { ModelCheck } from '#contract/catalog-entry.ts';
import { describeCheck } from './known-answers.tsx';

const GPU: ModelCheck = {
  at: 0,
  device: 'webgpu',
  against: 'processor',
  outputs: 17,
  cosine: 0.99987,
  difference: null,
  speeds: { wasm: 8.04, webgpu: 21.5 },
};
const CPU: ModelCheck = { ...GPU, device: 'wasm', against: null, cosine: null, speeds: null };

test('no cosine is made up where outputs have none', () => {
  expect(describeCheck({ ...GPU, cosine: null })).toContain('lowest cosine –');
});

test.each<[string, ModelCheck, RegExp]>([
  [
    'a GPU that agrees',
    GPU,
    /on WebGPU: 17 outputs agree with the processor \(lowest cosine 0\.9999\)\. .* 21\.5 a second and the processor 8\.0/,
  ],
  [
    'a GPU that computes other values',
    { ...GPU, difference: 'their cosine is 0.2.', speeds: null },
    /WebGPU computes other values than the processor on this device\. The model runs on the processor\.$/,
  ],
  ['a model too large to compare', { ...GPU, against: null, speeds: null }, /too large/],
  ['the first load', CPU, /on the processor: 17 outputs recorded/],
  ['values of the app', { ...CPU, against: 'shipped', cosine: 1 }, /17 .* ship with the app \(/],
  ['wrong values', { ...CPU, against: 'shipped', difference: 'x' }, /not the values that ship/],
  ['a later load', { ...CPU, against: 'first', cosine: 1 }, /17 outputs are as they were/],
  ['changed outputs', { ...CPU, against: 'first', difference: 'x' }, /not as they were/],
])('%s is said in words, with its moment', (_, check, words) => {
  const text = describeCheck(check);
  expect(text).toMatch(words);
  expect(text).toMatch(/19(?:69|70)/);
});
