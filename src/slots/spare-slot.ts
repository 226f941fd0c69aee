import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import { SlotClient } from './slot-client.ts';

function openSlot(): SlotClient {
  const worker = new Worker(new URL('./slot-worker.ts', import.meta.url), { type: 'module' });
  return new SlotClient(worker);
}

/**
 * Slots, and one made ready before a model is asked for: its thread has the library, and onnxruntime
 * compiled, so that the first answer of a visit waits for the model alone. There is no second: models
 * after the first are loaded while others answer, and a thread at rest takes memory.
 */
export class SpareSlot {
  #spare: SlotClient | null;

  /** @param prepares Whether what every model needs is fetched before one is asked for. */
  constructor({ prepares }: { prepares: boolean }) {
    this.#spare = openSlot();
    if (prepares) this.#spare.prepare();
  }

  /** A slot for a model: the spare one, if it is of use to it. */
  take(card: ModelCard): SlotClient {
    const isFit = traitsOf(card).canPrewarm && card.device === 'wasm';
    const slot = (isFit && this.#spare) || openSlot();
    if (slot === this.#spare) this.#spare = null;
    return slot;
  }

  /** Ends it: nothing that it is of use to will come. */
  async close(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    await spare?.close();
  }
}
