import { env } from '@huggingface/transformers';
import { EngineError } from '#engine/engine-error.ts';

/** The part of a GPU's connection that says when it ends. */
interface Lossy {
  lost: Promise<unknown>;
}

/** Milliseconds within which a device loss is reported after the run that it ended. */
const REPORTED_MS = 200;

/** Knows whether the GPU that this thread computes on is still there. */
export class GpuLoss {
  #isLost = false;
  readonly #lost: Promise<unknown>;

  private constructor(device: Lossy) {
    this.#lost = device.lost.then(() => {
      this.#isLost = true;
    });
  }

  /** Only after a first run: before it there is no connection. Null where there is none. */
  static async watch(): Promise<GpuLoss | null> {
    const { webgpu } = env.backends.onnx as { webgpu?: { device?: Lossy | Promise<Lossy> } };
    const device = await webgpu?.device;
    return device?.lost ? new GpuLoss(device) : null;
  }

  /** @throws EngineError `slot-crashed` when the GPU is gone: the slot must be replaced. */
  check(): void {
    if (this.#isLost) throw lost(null);
  }

  /** What a failure means: with the GPU gone, that the slot must be replaced. */
  async explain(error: unknown): Promise<unknown> {
    const limit = new Promise((resolve) => setTimeout(resolve, REPORTED_MS));
    await Promise.race([this.#lost, limit]);
    return this.#isLost ? lost(error) : error;
  }
}

function lost(cause: unknown): EngineError {
  return new EngineError('slot-crashed', 'The GPU was lost.', cause);
}
