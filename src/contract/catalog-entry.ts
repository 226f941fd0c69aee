import type { ModelView } from './model-view.ts';

/** Where a model of the catalogue stands on this device. */
export type ModelState =
  | { kind: 'ready' }
  | { kind: 'available' }
  /** Bytes; `total` is 0 until the hub has said. */
  | { kind: 'downloading' | 'paused'; loaded: number; total: number }
  | { kind: 'failed'; problem: string; loaded: number; total: number };

/** A model that can be downloaded, or was. */
export interface CatalogEntry {
  model: ModelView;
  state: ModelState;
  /** Whether the size is what the hub says; else it is computed from the weights. */
  isMeasured: boolean;
  /** The page that says more. */
  page: string;
  parameters: number;
  /** The only device it runs on; null where it runs on any. */
  device: 'wasm' | 'webgpu' | null;
  /** What a GPU must have; null where it can do without. */
  gpu: { features: readonly string[]; memoryBytes: number } | null;
  /** Place among the first on a kind of device. */
  rank: { wasm?: number; webgpu?: number };
}
