import { appPath } from '#contract/app-path.ts';
import type { OrtModule } from './ort-module.ts';

export const PLAIN_BUILD = 'ort-wasm-simd-threaded';

/** A file of onnxruntime, as vite.config.ts lays them out. */
export function fileUrl(name: string): string {
  return new URL(appPath(`/ort/${name}`), self.location.origin).href;
}

export function wasmUrl(build: string): string {
  return fileUrl(`${__ORT_VERSION__}/${build}.wasm`);
}

/** A module that re-exports the plain build, retains it, and compiles it ahead. */
export function heldUrl(): string {
  return fileUrl(`${PLAIN_BUILD}.held.js`);
}

interface HeldBuild {
  held(): OrtModule | null;
  compile(url: string): Promise<WebAssembly.Module>;
}

async function heldBuild(): Promise<HeldBuild> {
  return (await import(/* @vite-ignore */ heldUrl())) as HeldBuild;
}

/** The plain build's module, once a graph was loaded under it; null on a GPU. */
export async function heldModule(): Promise<OrtModule | null> {
  return (await heldBuild()).held();
}

/** Compiles the plain build, so that the first model on the processor does not wait for it. */
export async function compileOrt(): Promise<void> {
  await (await heldBuild()).compile(wasmUrl(PLAIN_BUILD));
}
