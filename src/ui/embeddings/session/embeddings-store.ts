import { create } from 'zustand';
import type { Column } from '#documents/read-table.ts';
import type { Clusters } from '#vectors/clusters.ts';
import type { Neighbour } from '#vectors/nearest.ts';
import type { VectorSet } from '#vectors/vector-set.ts';

/** Texts that are on the table, with what belongs to each. */
export interface Texts {
  name: string;
  texts: readonly string[];
  columns: readonly Column[];
}

/** Something that takes time, with what is known of its end. */
interface Work {
  phase: string;
  done: number;
  total: number;
  /** Unix milliseconds. */
  startedAt: number;
}

export type View = 'texts' | 'map' | 'similar' | 'groups' | 'compare' | 'answers' | 'code';

/** What the points of the map are coloured by. */
export type Colouring = 'groups' | 'score' | { column: string };

export interface EmbeddingsState {
  /** Id of the stored set; null until it is saved. */
  setId: string | null;
  input: Texts;
  /** What the vectors are of; may be older than the input. */
  embedded: Texts | null;
  vectors: VectorSet | null;
  /** Model id, or the name of the file the vectors came from. */
  source: string;
  /** Said once about vectors from a file. */
  note: string | null;
  work: Work | null;
  error: string | null;
  view: View;
  query: string;
  hits: readonly Neighbour[] | null;
  map: { method: 'pca' | 'umap'; points: Float32Array; part: number } | null;
  clusters: Clusters | null;
  colouring: Colouring;
  /** Row that is looked at. */
  selected: number | null;
  /** What is near a row of `vectors`; of another row than the selected one while it is looked for. */
  near: { index: number; vectors: VectorSet; neighbours: readonly Neighbour[] } | null;
  /** Rows caught with the lasso; null for all. */
  lasso: ReadonlySet<number> | null;
}

const SAMPLE_TEXTS = [
  'A man is playing a guitar.',
  'Someone plays an instrument.',
  'The stock market fell today.',
  'Shares lost value this morning.',
  'A dog runs across the beach.',
  'A puppy is running on the sand.',
];

export const START: EmbeddingsState = {
  setId: null,
  input: { name: 'Texts', texts: SAMPLE_TEXTS, columns: [] },
  embedded: null,
  vectors: null,
  source: '',
  note: null,
  work: null,
  error: null,
  view: 'texts',
  query: '',
  hits: null,
  map: null,
  clusters: null,
  colouring: 'groups',
  selected: null,
  near: null,
  lasso: null,
};

export const useEmbeddingsStore = create<EmbeddingsState>(() => START);

export const setEmbeddings = (changes: Partial<EmbeddingsState>) =>
  useEmbeddingsStore.setState(changes);
