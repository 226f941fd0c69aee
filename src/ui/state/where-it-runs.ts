import type { SlotStatus } from '#transport/host-control.ts';

/** What a model runs on, in words. */
export function whereItRuns({ device, threads }: SlotStatus): string {
  if (device === 'webgpu') return 'WebGPU';
  if (device === 'script') return 'scripted';
  return `wasm, ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
}
