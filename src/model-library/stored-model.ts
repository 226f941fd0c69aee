import type { ModelCard } from '#catalog/model-card.ts';
import { toModelView } from '#catalog/model-view.ts';
import { traitsOf } from '#catalog/runtimes.ts';
import type { CatalogEntry, ModelState } from '#contract/catalog-entry.ts';
import type { StoredModel } from '#storage/model-records.ts';

/** A model as the list shows it. `isOnServer`: the server of this page has it. */
export const toEntry = (card: ModelCard, state: ModelState, isOnServer: boolean): CatalogEntry => ({
  model: toModelView(card),
  state,
  isMeasured: card.source?.isMeasured ?? false,
  page: card.source?.page ?? '',
  parameters: card.parameters ?? 0,
  device: traitsOf(card).fixedDevice,
  gpu: card.gpu ?? null,
  rank: card.rank ?? {},
  ...(isOnServer && { isOnServer: true as const }),
  ...(card.source?.file && { file: card.source.file.name }),
});

/** Where a stored model stands. `place`: in the queue, 0 for the one at work; null where it is not in it. */
export function stateOf(
  { state, loaded, total, problem }: StoredModel,
  place: number | null,
  bytesPerSecond: number | null,
  isConverting: boolean,
): ModelState {
  if (state === 'complete') return { kind: 'ready' };
  if (place === 0) {
    const more = isConverting ? { isConverting: true as const } : {};
    return { kind: 'downloading', loaded, total, bytesPerSecond, ...more };
  }
  if (place !== null) return { kind: 'queued', place, loaded, total };
  return problem === null
    ? { kind: 'paused', loaded, total }
    : { kind: 'failed', problem, loaded, total };
}

/** Whether two models have their files in one folder. Some disks do not distinguish small letters. */
export const isSameFolder = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A model of which nothing is stored yet. */
export function toStored(card: ModelCard): StoredModel {
  return {
    id: card.id,
    card,
    revision: null,
    state: 'partial',
    loaded: 0,
    total: card.downloadBytes,
    problem: null,
    queuedAt: null,
    addedAt: Date.now(),
  };
}

/** The folder of a model's files. */
export const folderOf = ({ id, source }: ModelCard): string => source?.repository ?? id;

/**
 * The card of a GGUF file at an address, under an id that no other model has: two hosts may have files of one name. Other
 * cards are named by their repository. `find`: the model that an id stands for.
 * @throws Error with a sentence where a GGUF file has the name, and so the folder, of a repository
 */
export function withFreeId(
  card: ModelCard,
  find: (id: string) => ModelCard | undefined,
): ModelCard {
  const { source } = card;
  const gguf = source?.gguf;
  if (!gguf) {
    const other = find(card.id);
    if (!other?.source?.gguf) return card;
    throw new Error(
      `The GGUF model ${other.title} has the name ${card.id} here. Delete it first, then add this model again.`,
    );
  }
  for (let number = 1; ; number++) {
    const id = number === 1 ? card.id : `${card.id}-${number}`;
    const known = find(id);
    const same = known?.source?.gguf;
    if (known && same?.address !== gguf.address) continue;
    return { ...card, id, source: { ...source, repository: id } };
  }
}
