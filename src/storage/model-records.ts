import type { ModelCard } from '#catalog/model-card.ts';
import type { ModelCheck } from '#contract/catalog-entry.ts';

/** A model whose files are here, or on their way. */
export interface StoredModel {
  id: string;
  /** The card at the start of the download. */
  card: ModelCard;
  /** Commit that the files are of; null until the hub has said. */
  revision: string | null;
  state: 'partial' | 'complete';
  /** Bytes that are there, and of all files. */
  loaded: number;
  total: number;
  /** Why the last try ended; null when it did not. */
  problem: string | null;
  /** Orders the queue of downloads; null when it is not to be downloaded now. */
  queuedAt: number | null;
  /** Unix milliseconds. */
  addedAt: number;
}

/** The result of probing a model on this device, so that later loads need no probe. */
export interface ModelProbe {
  /** Id of the model. */
  model: string;
  /** What it holds for: the app, the device, the numbers its weights are stored as. */
  under: string;
  /** As the engine wrote them. */
  abilities: unknown;
  /** Why the model does not run where it was to, in a sentence; null when it does. */
  unfit: string | null;
  /** The last check against known answers; absent in rows of earlier versions. */
  check?: ModelCheck;
  /** Some of the numbers that the processor gave first: `of` which files, a row for each output. */
  first?: { of: string; rows: number[][] };
}
