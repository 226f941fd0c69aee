import type { Column } from '#documents/read-table.ts';
import { language } from '#ui/messages/catalogue.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Clusters } from '#vectors/clusters.ts';
import type { Neighbour } from '#vectors/nearest.ts';
import type { VectorSet } from '#vectors/vector-set.ts';

/** Texts with the columns of their table. */
export interface Texts {
  /** Empty for texts that were typed. */
  name: string;
  texts: readonly string[];
  columns: readonly Column[];
}

/** How far embedding is. */
interface Work {
  phase: 'counting' | 'embedding';
  done: number;
  total: number;
  /** Unix milliseconds. */
  startedAt: number;
}

export type View = 'texts' | 'map' | 'similar' | 'groups' | 'compare' | 'answers' | 'code';

/** The name of a set as shown and in file names. */
export const nameOf = ({ name }: Pick<Texts, 'name'>) => name || embeddingsText.texts;

/** A set with the number of its texts and its columns. */
export function describeInput(input: Texts): string {
  const { texts, columns } = input;
  if (columns.length === 0) return embeddingsText.loaded(nameOf(input), texts.length);
  const names = new Intl.ListFormat(language(), { type: 'unit' }).format(
    columns.map((c) => c.name),
  );
  return embeddingsText.loadedColumns(nameOf(input), texts.length, names);
}

/** What the points of the map are coloured by. */
export type Colouring = 'groups' | 'score' | { column: string };

export interface EmbeddingsState {
  /** Id of the stored set; null until it is saved. */
  setId: string | null;
  input: Texts;
  /** The texts of the vectors; may be older than the input. */
  embedded: Texts | null;
  vectors: VectorSet | null;
  /** Model id, or the name of the file the vectors came from. */
  source: string;
  /** A note about vectors from a file. */
  note: string | null;
  work: Work | null;
  error: string | null;
  view: View;
  query: string;
  hits: readonly Neighbour[] | null;
  map: { method: 'pca' | 'umap'; points: Float32Array; part: number } | null;
  clusters: Clusters | null;
  colouring: Colouring;
  /** The selected row. */
  selected: number | null;
  /** The neighbours of a row of `vectors`; of an earlier row while the selected one's are searched. */
  near: { index: number; vectors: VectorSet; neighbours: readonly Neighbour[] } | null;
  /** Rows selected with the lasso; null for all. */
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
  input: { name: '', texts: SAMPLE_TEXTS, columns: [] },
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
