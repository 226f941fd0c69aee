import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { type Fit, fitsDevice, fitsGpu } from '#device/fits-device.ts';
import type { Device } from '#device/measure-device.ts';

/** Whether a model of the catalogue runs on a device, and why. */
export function fitOf({ gpu, model }: CatalogEntry, device: Device): Fit {
  return gpu ? fitsGpu(gpu, device) : fitsDevice(model.memoryBytes, device);
}

/** Models that suit a device, the best first: of those ranked for it, the ones that fit. */
export function suggestedFor(entries: readonly CatalogEntry[], device: Device): CatalogEntry[] {
  const kind = device.webgpu ? 'webgpu' : 'wasm';
  const rankOf = (entry: CatalogEntry) => entry.rank[kind] ?? entry.rank.wasm ?? Infinity;
  return entries
    .filter((entry) => rankOf(entry) < Infinity && fitOf(entry, device).fits)
    .sort((a, b) => order(a, kind) - order(b, kind) || rankOf(a) - rankOf(b));
}

/** Those ranked for this very kind of device go first. */
function order({ rank }: CatalogEntry, kind: 'wasm' | 'webgpu'): number {
  return rank[kind] === undefined ? 1 : 0;
}

/** Models whose names or ids hold every word, those that cannot run here left out. */
export function searchCatalog(
  entries: readonly CatalogEntry[],
  words: string,
  device: Device | null,
): CatalogEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const { id, title, task } = entry.model;
    const text = `${id} ${title} ${task}`.toLowerCase();
    const isOffered = !device || !entry.gpu || fitOf(entry, device).fits;
    return isOffered && wanted.every((word) => text.includes(word));
  });
}
