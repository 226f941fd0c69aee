import type { Device } from './measure-device.ts';

/** Maximum share of a device's memory for one model: the browser and the rest need the other half. */
const SHARE = 0.5;

export interface Fit {
  fits: boolean;
  /** What decided. */
  reason: 'memory' | 'gpu-memory' | 'no-webgpu' | 'no-f16';
  neededBytes: number;
  /** Null where the browser does not report it. */
  availableBytes: number | null;
}

/** Whether a model's memory fits the device's known memory. */
export function fitsDevice(
  memoryBytes: number,
  { memoryBytes: has }: Pick<Device, 'memoryBytes'>,
): Fit {
  return {
    fits: has === null || memoryBytes <= has * SHARE,
    reason: 'memory',
    neededBytes: memoryBytes,
    availableBytes: has,
  };
}

/** What a GPU must have for a model. */
interface GpuNeeds {
  features: readonly string[];
  memoryBytes: number;
}

/**
 * Memory of a GPU by its largest buffer: browsers do not say how much there is, and
 * allow single buffers of about a quarter of it.
 */
const BUFFERS = 4;

/** Whether a model that needs a GPU can run on this one. */
export function fitsGpu(
  { features, memoryBytes }: GpuNeeds,
  { webgpu }: Pick<Device, 'webgpu'>,
): Fit {
  const needs = { neededBytes: memoryBytes, availableBytes: null };
  if (!webgpu) return { fits: false, reason: 'no-webgpu', ...needs };
  if (features.includes('shader-f16') && !webgpu.shaderF16) {
    return { fits: false, reason: 'no-f16', ...needs };
  }
  const max = webgpu.maxBufferBytes * BUFFERS;
  return { ...needs, fits: memoryBytes <= max, reason: 'gpu-memory', availableBytes: max };
}
