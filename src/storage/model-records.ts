import type { ModelCard } from '#catalog/model-card.ts';

/** A model whose files are here, or on their way. */
export interface StoredModel {
  id: string;
  /** The card as it was when the download began. */
  card: ModelCard;
  /** Commit that the files are of; null until the hub has said. */
  revision: string | null;
  state: 'partial' | 'complete';
  /** Bytes that are there, and of all files. */
  loaded: number;
  total: number;
  /** Why the last try ended; null when it did not. */
  problem: string | null;
  /** Unix milliseconds. */
  addedAt: number;
}
