import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { type Fit, fitsDevice, fitsGpu } from '#device/fits-device.ts';
import type { Device } from '#device/measure-device.ts';
import { language } from '#ui/messages/catalogue.ts';

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

/** Ranks of models that do not know the language of the app begin here. */
const OTHER_LANGUAGE = 10_000;

/** Models that the server of this page has come before all downloads from elsewhere: their ranks end here. */
const ON_SERVER = -1_000_000;

/**
 * Place among the models suggested for a device: those on the server of this page, then those that know the app's language first, then those ranked for its
 * kind; Infinity for the others.
 */
export function rankFor({ rank, model, isOnServer }: CatalogEntry, device: Device): number {
  const own = device.webgpu ? rank.webgpu : rank.wasm;
  const place = own ?? (rank.wasm === undefined ? Infinity : OTHER_KIND + rank.wasm);
  const ownPlace = model.languages.includes(language()) ? place : OTHER_LANGUAGE + place;
  return isOnServer ? ON_SERVER + ownPlace : ownPlace;
}
