import type { Page, Worker } from '@playwright/test';

interface Chip {
  device: GPUDevice | null;
  isFull: boolean;
}

/** Lets the test reach the graphics chip of every slot's thread, now and later. */
export async function reachChips(page: Page, isFull = false): Promise<void> {
  const reach = async (worker: Worker) => {
    if (!worker.url().includes('slot-worker')) return;
    await worker.evaluate((full) => {
      const chip: Chip = { device: null, isFull: full };
      Object.assign(globalThis, { chip });
      const { requestDevice } = GPUAdapter.prototype;
      GPUAdapter.prototype.requestDevice = async function request(...asked) {
        chip.device = await requestDevice.apply(this, asked);
        return chip.device;
      };
      const { createBuffer } = GPUDevice.prototype;
      GPUDevice.prototype.createBuffer = function create(...asked) {
        if (chip.isFull) throw new RangeError('createBuffer failed: Out of memory');
        return createBuffer.apply(this, asked);
      };
    }, isFull);
  };
  page.on('worker', reach);
  await Promise.all(page.workers().map(reach));
}

/** Does something to every one of them. */
export async function onChips(page: Page, act: (chip: Chip) => void): Promise<void> {
  const slots = page.workers().filter((worker) => worker.url().includes('slot-worker'));
  for (const worker of slots) {
    await worker.evaluate(`(${act.toString()})(globalThis.chip)`).catch(() => {});
  }
}

/** Takes the chips away, as a driver that crashes does. */
export const loseChips = (page: Page) => onChips(page, (chip) => chip.device?.destroy());
