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

function toGigabytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
