import { create } from 'zustand';
import type { CatalogEntry } from '#contract/catalog-entry.ts';
import { type Device, measureDevice } from '#device/measure-device.ts';
import { type Control, followHost } from './follow-host.ts';

interface CatalogState {
  /** Null until the host has said. */
  entries: readonly CatalogEntry[] | null;
  /** Null until it has been measured. */
  device: Device | null;
}

export const useCatalog = create<CatalogState>(() => ({ entries: null, device: null }));

export async function refreshCatalog(control: Control): Promise<void> {
  const entries = await control((c) => c.listCatalog());
  for (const { state } of entries) {
    if (state.kind === 'downloading' && state.bytesPerSecond !== null) {
      noteDownloadRate(state.bytesPerSecond);
    }
  }
  useCatalog.setState({ entries });
}

/**
 * Begins a download or resumes one. Asks the browser to persist this site's data when space grows
 * short: now a person has said that it matters.
 */
export async function beginDownload(control: Control, modelId: string): Promise<void> {
  navigator.storage?.persist?.().catch(() => {});
  await control((c) => c.downloadModel(modelId));
  await refreshCatalog(control);
}

/** Keeps the catalogue up to date while it is seen. @returns a function that stops it. */
export function watchCatalog(control: Control): () => void {
  measureDevice().then((device) => useCatalog.setState({ device }), reportError);
  return followHost(control, 'catalog', () => refreshCatalog(control));
}

const RATE_NAME = 'alcove-download-rate';
/** Milliseconds for which a measurement is used: devices move to other networks. */
const MAX_AGE_MS = 7 * 86_400_000;

/** Bytes per second that the last download reached here; null where it is unknown or old. */
export function readDownloadRate(now = Date.now()): number | null {
  try {
    const { rate, at } = JSON.parse(localStorage.getItem(RATE_NAME) ?? '{}') as Record<
      string,
      unknown
    >;
    const isKnown = typeof rate === 'number' && rate > 0 && Number.isFinite(rate);
    return isKnown && typeof at === 'number' && now - at < MAX_AGE_MS ? rate : null;
  } catch {
    return null;
  }
}

/** Remembers how fast a running download is. */
function noteDownloadRate(rate: number, now = Date.now()): void {
  try {
    localStorage.setItem(RATE_NAME, JSON.stringify({ rate, at: now }));
  } catch {
    // A full or closed store costs a figure.
  }
}
