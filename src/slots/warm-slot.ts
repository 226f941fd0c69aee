import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { SlotClient } from './slot-client.ts';

function openSlot(onStarted?: () => void): SlotClient {
  const worker = new Worker(new URL('./slot-worker.ts', import.meta.url), { type: 'module' });
  return new SlotClient(worker, onStarted);
}

/** Whether a pre-warmed slot is of use for a model. */
const canUse = (card: ModelCard) => traitsOf(card).canPrewarm && card.device === 'wasm';

/**
 * Starts slots, the first of which is pre-warmed: its thread has loaded the library and compiled
 * onnxruntime, so that the first answer of a visit waits only for the model. Later models load while
 * others answer, and an idle thread uses memory, so only one is pre-warmed at a time.
 */
export class WarmSlot {
  #warm: SlotClient | null;

  /**
   * @param prepares Whether to fetch the runtime's files before the first request.
   * @param onStarted The pre-warmed slot's script runs.
   */
  constructor({ prepares, onStarted }: { prepares: boolean; onStarted?: () => void }) {
    this.#warm = openSlot(onStarted);
    if (prepares) this.#warm.prepare();
  }

  /** A slot for a model: the pre-warmed one if the model can use it, else a new one. */
  claim(card: ModelCard): SlotClient {
    const slot = (canUse(card) && this.#warm) || openSlot();
    if (slot === this.#warm) this.#warm = null;
    return slot;
  }

  /** Warms another slot for a model that is being downloaded: what it needs besides its files is ready when they are. */
  warmFor(card: ModelCard | undefined): void {
    if (this.#warm || !card || !canUse(card)) return;
    this.#warm = openSlot();
    this.#warm.prepare();
  }

  /** Ends the pre-warmed slot when no model will use it. */
  async close(): Promise<void> {
    const warm = this.#warm;
    this.#warm = null;
    await warm?.close();
  }
}
