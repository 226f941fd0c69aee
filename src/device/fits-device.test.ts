import { expect, test } from 'vitest';
import { fitsDevice, fitsGpu } from './fits-device.ts';

test('a model fits when it needs at most half of the memory', () => {
  expect(fitsDevice(120_000_000, { memoryBytes: 4 * 2 ** 30 })).toEqual({
    fits: true,
    reason: 'memory',
    neededBytes: 120_000_000,
    availableBytes: 4 * 2 ** 30,
  });
  expect(fitsDevice(3_000_000_000, { memoryBytes: 4 * 2 ** 30 }).fits).toBe(false);
});

test('a browser that reports no memory does not count as small', () => {
  expect(fitsDevice(3_000_000_000, { memoryBytes: null }).fits).toBe(true);
});

const gpu = (shaderF16: boolean, maxBufferBytes: number) => ({
  webgpu: { shaderF16, maxBufferBytes },
});

test('a model for a GPU needs one, its number format and its memory', () => {
  const model = { features: ['shader-f16'], memoryBytes: 2_000_000_000 };
  expect(fitsGpu(model, { webgpu: null }).fits).toBe(false);
  expect(fitsGpu(model, gpu(false, 2 ** 30))).toEqual({
    fits: false,
    reason: 'no-f16',
    neededBytes: 2_000_000_000,
    availableBytes: null,
  });
  expect(fitsGpu(model, gpu(true, 2 ** 30)).fits).toBe(true);
  expect(fitsGpu({ ...model, features: [] }, gpu(false, 2 ** 30)).fits).toBe(true);
  expect(fitsGpu(model, gpu(true, 2 ** 28)).fits).toBe(false);
});
