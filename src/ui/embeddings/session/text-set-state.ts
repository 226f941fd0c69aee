import type { Column } from '#documents/read-table.ts';
import { language } from '#ui/messages/catalogue.ts';
import { embeddingsText } from '#ui/messages/embeddings.ts';
import type { Estimate } from '#vectors/analysis.ts';
import type { Clusters } from '#vectors/clusters.ts';
import type { Pair } from '#vectors/compare.ts';
import type { Neighbour } from '#vectors/nearest.ts';
import type { VectorSet } from '#vectors/vector-set.ts';

/** Texts with the columns of their table. */
export interface Texts {
  /** Empty for texts that were typed. */
  name: string;
  texts: readonly string[];
  columns: readonly Column[];
  /** The column that the map is coloured by at first; absent for the groups. */
  colourBy?: string;
}

/** What a set was stored as, or opened from. */
export interface Stored {
  id: string;
  /** Unix milliseconds; another value in the database: another tab has saved it since. */
  updatedAt: number;
  texts: Texts;
  vectors: VectorSet | null;
}

/** How far embedding is. */
interface Work {
  phase: 'counting' | 'embedding';
  done: number;
  total: number;
  /** Unix milliseconds. */
  startedAt: number;
}

export type View = 'map' | 'texts' | 'similar' | 'groups' | 'compare' | 'answers' | 'code';

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

/** The end of a clause, also in Chinese and Japanese. */
const CLAUSE_END = /[,;:.!?…]+(?=\s|$)|\s[—–-]\s|\n|[、。，；：！？]/u;
/** Characters of a clause that names a group. */
const MAX_CLAUSE = 28;

/** The first clause of a text, cut at a word where it is long. */
function firstClause(text: string): string {
  const clause = text.trim().split(CLAUSE_END, 1)[0]?.trim() || text.trim();
  if (clause.length <= MAX_CLAUSE) return clause;
  const cut = clause.slice(0, MAX_CLAUSE);
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** The name of a group: its words, or the first clause of its most typical text where no word stands out. */
export function groupName(
  clusters: NamedClusters,
  group: number,
  texts: readonly string[],
): string {
  const words = clusters.words[group] ?? [];
  if (words.length > 0) return words.join(' · ');
  return firstClause(texts[clusters.clusters[group]?.typical[0] ?? 0] ?? '');
}

/** Seconds of work that starts without being asked, and is not announced. */
export const SHORT = 4;

/** How long work takes, about; nothing for a moment. */
export function describeSeconds(seconds: number): string | undefined {
  if (seconds < SHORT) return undefined;
  if (seconds < 55) return embeddingsText.aboutSeconds(Math.ceil(seconds / 5) * 5);
  return embeddingsText.aboutMinutes(Math.max(1, Math.round(seconds / 60)));
}

/** What the points of the map are coloured by. */
export type Colouring = 'groups' | 'score' | { column: string };

/** Groups with the words that name each. */
export interface NamedClusters extends Clusters {
  /** How many suit the texts. */
  best: number;
  words: readonly (readonly string[])[];
}

/** Similar pairs, found or being searched. */
interface SimilarPairs {
  minScore: number;
  /** Null until they are found. */
  list: readonly Pair[] | null;
  /** The part done while they are searched; null otherwise. */
  part: number | null;
  problem: string | null;
}

/** Results computed from the vectors. */
interface Results {
  query: string;
  hits: readonly Neighbour[] | null;
  map: { method: 'pca' | 'umap'; points: Float32Array; part: number } | null;
  clusters: NamedClusters | null;
  /** Null until they are asked for. */
  pairs: SimilarPairs | null;
  /** Seconds that long work takes about; null until measured. */
  seconds: (Estimate & { neighbours: number }) | null;
  colouring: Colouring;
  /** The selected row. */
  selected: number | null;
  /** The neighbours of a row; of an earlier row while the selected one's are searched. */
  near: { index: number; neighbours: readonly Neighbour[] } | null;
  /** Rows selected with the lasso; null for all. */
  lasso: ReadonlySet<number> | null;
  /** The entry of the legend whose rows are in `lasso`; null for rows chosen otherwise. */
  facet: number | null;
}

export interface TextSetState extends Results {
  /** What this set was saved as or opened from; null until it is saved. */
  stored: Stored | null;
  input: Texts;
  /** The model that embeds the next texts; null for the preferred one. */
  model: string | null;
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
  /** Whether the texts and the model are being chosen, with vectors of others still there. */
  isChanging: boolean;
}

/** Nothing found in the vectors yet. */
export const NO_RESULTS: Results = {
  hits: null,
  query: '',
  selected: null,
  near: null,
  lasso: null,
  facet: null,
  map: null,
  clusters: null,
  pairs: null,
  seconds: null,
  colouring: 'groups',
};

export const NO_TEXTS: Texts = { name: '', texts: [], columns: [] };

export const START: TextSetState = {
  ...NO_RESULTS,
  stored: null,
  input: NO_TEXTS,
  model: null,
  embedded: null,
  vectors: null,
  source: '',
  note: null,
  work: null,
  error: null,
  view: 'map',
  isChanging: false,
};
