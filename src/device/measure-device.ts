import { findGpu, hasThreads, orElse } from './capabilities.ts';

/** What this browser on this machine can do. Bytes; null where it does not say. */
export interface Device {
  webgpu: { shaderF16: boolean; maxBufferBytes: number } | null;
  /** Rounded down and capped by the browser on purpose: a floor, not a measure. */
  memoryBytes: number | null;
  cores: number;
  /** Whether the page is isolated, which threads of wasm need. */
  isIsolated: boolean;
  /** Whether wasm may use threads: WebKitGTK isolates pages, and has none. */
  hasThreads: boolean;
  storage: { usedBytes: number; quotaBytes: number; isPersistent: boolean } | null;
}

export async function measureDevice(): Promise<Device> {
  const { deviceMemory } = navigator as { deviceMemory?: number };
  const adapter = await findGpu();
  return {
    webgpu: adapter
      ? {
          shaderF16: adapter.features.has('shader-f16'),
          maxBufferBytes: adapter.limits.maxBufferSize,
        }
      : null,
    memoryBytes: deviceMemory === undefined ? null : deviceMemory * 2 ** 30,
    cores: navigator.hardwareConcurrency || 1,
    isIsolated: globalThis.crossOriginIsolated === true,
    hasThreads: hasThreads(),
    storage: await measureStorage(),
  };
}

async function measureStorage(): Promise<Device['storage']> {
  const { storage } = navigator;
  const [estimate, isPersistent] = await Promise.all([
    orElse(() => storage.estimate(), null),
    orElse(() => storage.persisted(), false),
  ]);
  if (estimate?.quota === undefined) return null;
  return { usedBytes: estimate.usage ?? 0, quotaBytes: estimate.quota, isPersistent };
}
