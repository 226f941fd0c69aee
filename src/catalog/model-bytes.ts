import sizes from './measured.json' with { type: 'json' };
import type { Dtype, ModelCard } from './model-card.ts';

/** Facts from the hub about a repository at the last refresh of the catalogue (scripts/catalog-refresh.mjs). */
interface Measured {
  revision: string;
  licence: string | null;
  /** Memory of one model in bytes, by precision; `all` for MLC models. */
  bytes: Readonly<Record<string, number>>;
}

/** Exact bytes of a download; null where the hub was never asked, or has no such files. */
export function measuredBytes(
  repository: string,
  dtype: string,
  known: Readonly<Record<string, Measured>> = sizes as Record<string, Measured>,
): number | null {
  return known[repository]?.bytes[dtype] ?? null;
}

interface Files extends Pick<ModelCard, 'task' | 'can' | 'device'> {
  bytes: number;
  dtype: Dtype;
}

/** Bytes in memory by bytes of the file: 4-bit blocks become int8 on the processor (decision 041). */
const INT8_PER_4_BIT = 1.4;
const PER_BYTE = 1.2;
/** Besides the weights: the library, the vocabulary, the first steps. Measured (docs/real-models.md). */
const TEXT_OVERHEAD_BYTES = 280e6;
const OVERHEAD_BYTES = 150e6;

/** Peak growth of the browser's memory while a model is loaded. */
export function estimateMemory({ bytes, dtype, device, task, can }: Files): number {
  const isText = task === 'chat' && !can.images && !can.audio;
  if (device !== 'wasm' || !isText) return Math.round(bytes * 1.3 + OVERHEAD_BYTES);
  const weights = bytes * (dtype === 'q4' ? INT8_PER_4_BIT : PER_BYTE);
  return Math.round(weights + TEXT_OVERHEAD_BYTES);
}
