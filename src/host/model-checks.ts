import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { ModelCheck } from '#contract/catalog-entry.ts';
import type { Engine } from '#engine/engine.ts';
import { MAX_COMPARED_BYTES } from '#slots/checked-runtime.ts';
import type { Probes } from './open-probe-store.ts';

/** Tasks whose models give nothing that could be compared. */
const WITHOUT_OUTPUTS: ReadonlySet<ModelCard['task']> = new Set(['voice', 'speakers', 'ocr']);

const canCheck = (card: ModelCard) =>
  traitsOf(card).needsVerification && !WITHOUT_OUTPUTS.has(card.task);

/** Checks of models against known answers that a person asks for. */
export class ModelChecks {
  readonly #engine: Engine;
  readonly #probes: Pick<Probes, 'last' | 'renew'>;
  readonly #running = new Map<string, Promise<ModelCheck | null>>();

  constructor(engine: Engine, probes: Pick<Probes, 'last' | 'renew'>) {
    this.#engine = engine;
    this.#probes = probes;
  }

  /** What the last check found; null where there was none yet, undefined where a model has no answers to compare. */
  async last(card: ModelCard): Promise<ModelCheck | null | undefined> {
    return canCheck(card) ? this.#probes.last(card.id) : undefined;
  }

  /** Loads a model again, after the answers that it is writing, and checks it: once however many ask. @throws EngineError */
  check(card: ModelCard): Promise<ModelCheck | null> {
    const { id } = card;
    const running =
      this.#running.get(id) ?? this.#check(card).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    return running;
  }

  async #check(card: ModelCard): Promise<ModelCheck | null> {
    const before = await this.#probes.last(card.id);
    // First: a request that comes meanwhile opens a slot that is checked as well.
    await this.#probes.renew(card.id);
    const loaded = this.#engine.slots.find((slot) => slot.card.id === card.id);
    if (loaded) await this.#engine.retire(loaded);
    const problem = await this.#engine.slot(card).ready.then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const check = await this.#probes.last(card.id);
    // A model that is refused for its values was checked all the same.
    if (problem && (!check || check.at === before?.at)) throw problem.error;
    return check;
  }
}

/**
 * Whether a model that was just installed is checked before its first request: where a GPU may compute wrongly, and both
 * devices can load it next to the models that are loaded. The processor is the reference.
 */
export function isCheckedAhead(
  card: ModelCard,
  { slots }: Pick<Engine, 'slots'>,
  budgetBytes: number,
): boolean {
  const used = slots.reduce((sum, slot) => sum + slot.card.memoryBytes, 0);
  return (
    card.device === 'webgpu' &&
    canCheck(card) &&
    card.memoryBytes <= MAX_COMPARED_BYTES &&
    used + 2 * card.memoryBytes <= budgetBytes
  );
}
