import type { ModelCard } from '#catalog/model-card.ts';
import type { Runtime } from './runtime.ts';
import { Slot } from './slot.ts';

export interface EngineOptions {
  createRuntime: (card: ModelCard) => Runtime;
  /** Maximum bytes of all loaded models together; a single larger one is loaded alone. */
  memoryBudgetBytes: () => number;
  /** Requests that may wait per model in addition to the running ones. */
  maxWaiting: () => number;
  /** Seconds, monotonic. */
  now: () => number;
  /** A model was opened or closed, or one of them works differently. */
  onChange?: () => void;
}

/** The share of the budget up to which a model closes no other one: it helps the others, and they take longer to load. */
const SMALL = 1 / 20;

/** Holds the loaded models and evicts idle ones when memory is needed. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #slots = new Map<string, Slot>();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  get slots(): readonly Slot[] {
    return [...this.#slots.values()];
  }

  /** The slot of a model, started when there is none: loaded once however many ask. */
  slot(card: ModelCard): Slot {
    const current = this.#slots.get(card.id);
    if (current && (current.state === 'loading' || current.state === 'ready')) {
      current.lastUsed = this.#options.now();
      return current;
    }
    this.#makeRoom(card);
    const { createRuntime, maxWaiting, now, onChange } = this.#options;
    const slot = new Slot(card, () => createRuntime(card), maxWaiting(), now, onChange);
    this.#slots.set(card.id, slot);
    onChange?.();
    return slot;
  }

  /** After a request failed: a runtime that broke is replaced, for those that wait now or for the next request. */
  async recover(slot: Slot): Promise<void> {
    if (slot.isBroken && !slot.restart()) await this.discard(slot);
  }

  /** Removes a slot from the table, so that the next request starts a fresh one. */
  async discard(slot: Slot): Promise<void> {
    if (this.#slots.get(slot.card.id) === slot) this.#slots.delete(slot.card.id);
    await slot.close();
  }

  /**
   * Removes a slot that runs on outdated settings: its requests are answered, the next one starts a fresh slot. Resolves
   * once it is closed.
   */
  retire(slot: Slot): Promise<void> {
    if (this.#slots.get(slot.card.id) === slot) this.#slots.delete(slot.card.id);
    const closed = slot.closeWhenIdle();
    this.#options.onChange?.();
    return closed;
  }

  async unload(modelId: string): Promise<void> {
    const slot = this.#slots.get(modelId);
    if (slot) await this.discard(slot);
  }

  /** Retires all slots: loaded models run as they were loaded, the next request loads them again. */
  retireAll(): void {
    for (const slot of this.slots) void this.retire(slot);
  }

  /** Unloads idle models, least recently used first, until the new one fits. Busy ones stay. */
  #makeRoom(card: ModelCard): void {
    const budget = this.#options.memoryBudgetBytes();
    if (card.memoryBytes <= budget * SMALL) return;
    const used = () => this.slots.reduce((sum, slot) => sum + slot.card.memoryBytes, 0);
    const idle = this.slots.filter((slot) => slot.isIdle).sort((a, b) => a.lastUsed - b.lastUsed);
    for (const slot of idle) {
      if (used() + card.memoryBytes <= budget) return;
      this.#slots.delete(slot.card.id);
      slot.close().catch(() => {});
    }
  }
}
