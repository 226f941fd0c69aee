import { hasThreads } from './capabilities.ts';

/** What this browser on this machine can do. Bytes; null where it does not say. */
export interface Device {
  webgpu: { shaderF16: boolean; maxBufferBytes: number } | null;
  /** Rounded down and capped by the browser on purpose: a floor, not a measure. */
  memoryBytes: number | null;
  cores: number;
  /** Whether wasm may use threads. */
  isIsolated: boolean;
  storage: { usedBytes: number; quotaBytes: number; isPersistent: boolean } | null;
}

interface Gpu {
  requestAdapter(): Promise<{
    features: ReadonlySet<string>;
    limits: { maxBufferSize: number };
  } | null>;
}

export async function measureDevice(): Promise<Device> {
  const { gpu, deviceMemory } = navigator as { gpu?: Gpu; deviceMemory?: number };
  const adapter = await gpu?.requestAdapter().catch(() => null);
  return {
    webgpu: adapter
      ? {
          shaderF16: adapter.features.has('shader-f16'),
          maxBufferBytes: adapter.limits.maxBufferSize,
        }
      : null,
    memoryBytes: deviceMemory === undefined ? null : deviceMemory * 2 ** 30,
    cores: navigator.hardwareConcurrency || 1,
    isIsolated: hasThreads(),
    storage: await measureStorage(),
  };
}

async function measureStorage(): Promise<Device['storage']> {
  const { storage } = navigator as { storage?: StorageManager };
  if (!storage?.estimate) return null;
  const { usage = 0, quota = 0 } = await storage.estimate();
  const isPersistent = await storage.persisted().catch(() => false);
  return { usedBytes: usage, quotaBytes: quota, isPersistent };
}
