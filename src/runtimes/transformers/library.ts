import { env } from '@huggingface/transformers';
import type { Dtype, ModelCard } from '#catalog/model-card.ts';
import type { OrtModule } from './graph/ort-module.ts';
import { fetchForModel, type PlacedModel } from './store-fetch.ts';

const PLAIN_BUILD = 'ort-wasm-simd-threaded';

/** A module that passes the plain build on and keeps hold of it (vite.config.ts). */
const moduleUrl = () => new URL(`/ort/${PLAIN_BUILD}.held.mjs`, self.location.origin).href;

/** The plain build's module, once a graph was loaded under it; null on a graphics chip. */
export async function heldModule(): Promise<OrtModule | null> {
  const { held } = (await import(/* @vite-ignore */ moduleUrl())) as { held(): OrtModule | null };
  return held();
}

/**
 * The library as this app uses it: everything from this origin, wasm threads where the page is
 * isolated, no blob: imports (the content security policy forbids them).
 */
export function configureLibrary(card: PlacedModel): { threads: number } {
  const { device, threads: wantedThreads = 0 } = card;
  env.fetch = fetchForModel(card);
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  // A path, not a URL: the library takes absolute URLs for remote files and does not look there.
  env.localModelPath = '/models/';
  env.useBrowserCache = false;
  env.useWasmCache = false;
  const wasm = env.backends.onnx.wasm;
  const cores = navigator.hardwareConcurrency || 1;
  const wanted = wantedThreads > 0 ? Math.min(wantedThreads, cores) : Math.min(4, cores);
  const threads = self.crossOriginIsolated ? wanted : 1;
  if (wasm) {
    // The plain build is smaller and faster; only WebGPU needs the one that can wait for the GPU.
    const build = device === 'wasm' ? PLAIN_BUILD : `${PLAIN_BUILD}.asyncify`;
    const base = new URL('/ort/', self.location.origin).href;
    const mjs = device === 'wasm' ? moduleUrl() : `${base}${build}.mjs`;
    wasm.wasmPaths = { mjs, wasm: `${base}${build}.wasm` };
    wasm.numThreads = threads;
    wasm.proxy = false;
  }
  return { threads };
}

/** Numbers that the model's files are stored as, in the library's words. */
export function dtypeOf({ source, device }: Pick<ModelCard, 'source' | 'device'>): Dtype {
  return source?.dtype?.[device] ?? 'q8';
}
