import type { SlotStatus } from '#transport/host-control.ts';
import { statusText } from '#ui/messages/status.ts';

/** What a model runs on, in words. */
export function whereItRuns({ device, threads }: SlotStatus): string {
  if (device === 'webgpu') return 'WebGPU';
  if (device === 'script') return statusText.scripted;
  return statusText.threads(threads);
}
