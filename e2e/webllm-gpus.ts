import { expect, type Page, type Worker } from '@playwright/test';

interface Gpu {
  device: GPUDevice | null;
  isFull: boolean;
  /** Times it was given work. */
  given: number;
}

/** Lets the test reach the GPU of every slot's thread, now and later. */
export async function reachGpus(page: Page, isFull = false): Promise<void> {
  const reach = async (worker: Worker) => {
    if (!worker.url().includes('slot-worker')) return;
    await worker.evaluate((full) => {
      const gpu: Gpu = { device: null, isFull: full, given: 0 };
      Object.assign(globalThis, { gpu });
      const { requestDevice } = GPUAdapter.prototype;
      GPUAdapter.prototype.requestDevice = async function request(...asked) {
        gpu.device = await requestDevice.apply(this, asked);
        return gpu.device;
      };
      const { createBuffer } = GPUDevice.prototype;
      GPUDevice.prototype.createBuffer = function create(...asked) {
        if (gpu.isFull) throw new RangeError('createBuffer failed: Out of memory');
        return createBuffer.apply(this, asked);
      };
      const { submit } = GPUQueue.prototype;
      GPUQueue.prototype.submit = function give(work) {
        gpu.given++;
        return submit.call(this, work);
      };
    }, isFull);
  };
  page.on('worker', reach);
  // A thread that is just ending needs none.
  await Promise.allSettled(page.workers().map(reach));
}

/** Does something to every one of them. @returns what it gave. */
export async function onGpus<T>(page: Page, act: (gpu: Gpu) => T): Promise<T[]> {
  const slots = page.workers().filter((worker) => worker.url().includes('slot-worker'));
  const found: T[] = [];
  for (const worker of slots) {
    // A thread that is just ending has no GPU any more.
    const one = await worker
      .evaluate<T>(`(${act.toString()})(globalThis.gpu)`)
      .catch(() => undefined);
    if (one !== undefined) found.push(one);
  }
  return found;
}

const workGiven = async (page: Page) =>
  (await onGpus(page, (gpu) => gpu.given)).reduce((sum, given) => sum + given, 0);

/** Starts an operation, and resolves after the GPUs received the given number of submissions for it. @returns the running operation. */
export async function untilGiven<T>(
  page: Page,
  times: number,
  begin: () => Promise<T>,
): Promise<{ going: Promise<T> }> {
  const before = await workGiven(page);
  const going = begin();
  await expect
    .poll(() => workGiven(page), { intervals: [50], timeout: 60_000 })
    .toBeGreaterThanOrEqual(before + times);
  return { going };
}

/** Takes the GPUs away, as a driver that crashes does. */
export const loseGpus = (page: Page) => onGpus(page, (gpu) => gpu.device?.destroy());
