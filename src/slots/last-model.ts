import type { ModelCard } from '#catalog/model-card.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { Runtime } from '#engine/runtime.ts';
import type { AlcoveDatabase } from '#storage/database.ts';

/** Row of the settings with the id of the model that was loaded last. */
const NAME = 'lastModel';
/** Bytes up to which a model is loaded before it is requested. */
const MAX_BYTES = 200e6;

/** A runtime whose model is remembered once it is loaded. */
export function remembered(runtime: Runtime, database: AlcoveDatabase): Runtime {
  return {
    async load(card, ...rest) {
      const backend = await runtime.load(card, ...rest);
      // It reads what another model has found: it is never the first to be requested.
      if (card.task === 'rerank') return backend;
      // On a full disk the model runs all the same; the next visit begins without it.
      await database.settings.put({ name: NAME, value: card.id }).catch(() => {});
      return backend;
    },
    countTokens: (task) => runtime.countTokens(task),
    run: (task, signal) => runtime.run(task, signal),
    close: () => runtime.close(),
  };
}

/** Its id. */
export async function readLastModel(database: AlcoveDatabase): Promise<unknown> {
  return (await database.settings.get(NAME))?.value;
}

/**
 * The model that the visit before this one ended with, where it is small and runs on the processor:
 * most likely the first to be requested.
 */
export function findLastModel(models: readonly ModelCard[], id: unknown): ModelCard | null {
  const card = models.find((model) => model.id === id);
  if (!card || !traitsOf(card).canPrewarm || card.device !== 'wasm') return null;
  return card.memoryBytes <= MAX_BYTES ? card : null;
}

/** Until it is loaded again: one that ends the page while it loads does so once. */
export async function forgetLastModel(database: AlcoveDatabase): Promise<void> {
  await database.settings.delete(NAME);
}
