import type { Device } from './measure-device.ts';

/** Share of a device's memory that one model may take: the browser and the rest need the other half. */
const SHARE = 0.5;

export interface Fit {
  fits: boolean;
  /** One sentence: what was compared. */
  reason: string;
}

/** Whether a model's memory fits what the device is known to have. */
export function fitsDevice(
  memoryBytes: number,
  { memoryBytes: has }: Pick<Device, 'memoryBytes'>,
): Fit {
  const needs = `Needs ${toGigabytes(memoryBytes)} of memory`;
  if (has === null)
    return { fits: true, reason: `${needs}; this browser does not say how much it has.` };
  const fits = memoryBytes <= has * SHARE;
  return {
    fits,
    reason: `${needs}; half of this device's ${toGigabytes(has)} ${fits ? 'is more' : 'is less'}.`,
  };
}

/** What a graphics chip must have for a model. */
interface GpuNeeds {
  features: readonly string[];
  memoryBytes: number;
}

/**
 * Memory of a graphics chip against its largest buffer: browsers do not say how much there is, and
 * allow single buffers of about a quarter of it.
 */
const BUFFERS = 4;

/** Whether a model that needs a graphics chip can run on this one. */
export function fitsGpu(
  { features, memoryBytes }: GpuNeeds,
  { webgpu }: Pick<Device, 'webgpu'>,
): Fit {
  if (!webgpu) return { fits: false, reason: 'Needs WebGPU, which this browser does not have.' };
  if (features.includes('shader-f16') && !webgpu.shaderF16) {
    return { fits: false, reason: 'Needs 16-bit floats, which this graphics chip does not have.' };
  }
  const most = webgpu.maxBufferBytes * BUFFERS;
  const fits = memoryBytes <= most;
  const than = fits ? 'less' : 'more';
  return {
    fits,
    reason: `Needs ${toGigabytes(memoryBytes)} of graphics memory, ${than} than this chip is likely to give (${toGigabytes(most)}).`,
  };
}

function toGigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
