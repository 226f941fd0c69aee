import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { type Fit, fitsDevice, fitsGpu } from '#device/fits-device.ts';
import type { Device } from '#device/measure-device.ts';

/** Whether a model of the catalogue runs on a device, and why. */
export function fitOf({ gpu, model }: CatalogEntry, device: Device): Fit {
  return gpu ? fitsGpu(gpu, device) : fitsDevice(model.memoryBytes, device);
}

/** Models that suit a device, the best first: of those ranked for it, the ones that fit. */
export function suggestedFor(entries: readonly CatalogEntry[], device: Device): CatalogEntry[] {
  return entries
    .filter((entry) => rankFor(entry, device) < Infinity && fitOf(entry, device).fits)
    .sort((a, b) => rankFor(a, device) - rankFor(b, device));
}

/** Ranks of models that are ranked for another kind of device begin here. */
const OTHER_KIND = 1_000;

/** Place among the models suggested for a device, those ranked for its kind first; Infinity for the others. */
export function rankFor({ rank }: CatalogEntry, device: Device): number {
  const own = device.webgpu ? rank.webgpu : rank.wasm;
  return own ?? (rank.wasm === undefined ? Infinity : OTHER_KIND + rank.wasm);
}
