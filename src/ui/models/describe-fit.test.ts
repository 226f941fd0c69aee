import { expect, test } from 'vitest';
import { fitsDevice, fitsGpu } from '#device/fits-device.ts';
import { describeFit } from './describe-model.ts';

const GB = 1_000_000_000;

test('the comparison is described in one sentence', () => {
  const device = { memoryBytes: 17.2 * GB };
  expect(describeFit(fitsDevice(120_000_000, device))).toBe(
    'Fits: needs 120 MB of memory, you have 17.2 GB.',
  );
  expect(describeFit(fitsDevice(12 * GB, device))).toBe(
    'Too big for this device: needs 12.0 GB, and you have 17.2 GB of memory. A model may use half of it.',
  );
  expect(describeFit(fitsDevice(GB, { memoryBytes: null }))).toContain('does not report');
});

test('a model for a GPU is compared with the GPU', () => {
  const needs = { features: ['shader-f16'], memoryBytes: 2 * GB };
  const gpu = (shaderF16: boolean) => ({ webgpu: { shaderF16, maxBufferBytes: GB } });
  expect(describeFit(fitsGpu(needs, { webgpu: null }))).toContain('Needs WebGPU');
  expect(describeFit(fitsGpu(needs, gpu(false)))).toContain('16-bit floats');
  expect(describeFit(fitsGpu(needs, gpu(true)))).toContain('this GPU probably allows 4.0 GB');
});
