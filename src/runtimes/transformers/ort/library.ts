import { env } from '@huggingface/transformers';
import type { Dtype, ModelCard } from '#catalog/model-card.ts';
import { appPath } from '#contract/app-path.ts';
import { hasThreads } from '#device/capabilities.ts';
import { fileUrl, heldUrl, PLAIN_BUILD, wasmUrl } from './ort-files.ts';
import { fetchForModel, type OnBytes, type PlacedModel } from './store-fetch.ts';

/**
 * The library as this app uses it: everything from this origin, wasm threads where the page is
 * isolated, no blob: imports (the content security policy forbids them). `ahead`: names of the model's
 * files that are fetched in parallel; `onBytes`: reports their arrival.
 */
export function configureLibrary(
  card: PlacedModel,
  ahead: readonly string[] = [],
  onBytes?: OnBytes,
): { threads: number } {
  const { device, threads: wantedThreads = 0 } = card;
  env.fetch = fetchForModel(card, ahead, onBytes);
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  // A path, not a URL: the library treats absolute URLs as remote files and does not look there.
  env.localModelPath = appPath('/models/');
  env.useBrowserCache = false;
  env.useWasmCache = false;
  const wasm = env.backends.onnx.wasm;
  const cores = navigator.hardwareConcurrency || 1;
  const wanted = wantedThreads > 0 ? Math.min(wantedThreads, cores) : Math.min(4, cores);
  const threads = hasThreads() ? wanted : 1;
  if (wasm) {
    // The plain build is smaller and faster; only WebGPU needs the one that can wait for the GPU.
    const build = device === 'wasm' ? PLAIN_BUILD : `${PLAIN_BUILD}.asyncify`;
    const mjs = device === 'wasm' ? heldUrl() : fileUrl(`${build}.js`);
    wasm.wasmPaths = { mjs, wasm: wasmUrl(build) };
    wasm.numThreads = threads;
    wasm.proxy = false;
  }
  return { threads };
}

/** Sessions that are opened from now on in this worker compute with one thread; no session may be open yet. */
export function setOneThread(): void {
  const { wasm } = env.backends.onnx;
  if (wasm) wasm.numThreads = 1;
}

/** Numbers that the model's files are stored as, in the library's words. */
export function dtypeOf({ source, device }: Pick<ModelCard, 'source' | 'device'>): Dtype {
  return source?.dtype?.[device] ?? 'q8';
}
