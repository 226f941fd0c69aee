import type { LocalState } from '#api/routing/plan-route.ts';
import { findModel } from '#api/tasks/find-model.ts';
import type { ModelCard } from '#catalog/model-card.ts';
import type { Engine } from '#engine/engine.ts';

/** How a local model stands. `models`: those that answer. */
export function localState(
  id: string,
  models: Iterable<ModelCard>,
  { slots }: Pick<Engine, 'slots'>,
  memoryBudgetBytes: number,
): LocalState {
  const card = findModel(models, id);
  const slot = slots.find((candidate) => candidate.card.id === card?.id);
  const waiting = slot ? slot.queue.waiting + slot.queue.running : 0;
  return {
    isInstalled: card !== null,
    fits: card === null || card.memoryBytes <= memoryBudgetBytes,
    waiting,
    // What the requests before it took, as many times as there are.
    etaSeconds: slot ? waiting * slot.averageSeconds : 0,
  };
}
