/** Records of text sets. */
export interface TextSet {
  id: string;
  name: string;
  /** Unix milliseconds. */
  createdAt: number;
  updatedAt: number;
  texts: string[];
  /** Columns in addition to the text, each as long as `texts`. */
  columns: { name: string; values: string[] }[];
  /** Columns that were past the limit of cells; absent where all are there. */
  columnsLeftOut?: number;
}

/** Cells of all columns of a set: one of many texts has fewer columns. */
export const MAX_SET_CELLS = 5_000_000;

/** The first columns that fit the limit, and how many do not. */
export function fitColumns<T>(
  texts: number,
  columns: readonly T[],
): { columns: T[]; leftOut: number } {
  const stored = columns.slice(0, Math.floor(MAX_SET_CELLS / Math.max(1, texts)));
  return { columns: stored, leftOut: columns.length - stored.length };
}

/** Vectors of a set by one model, or from a file: [texts × size], row by row. */
export interface TextSetVectors {
  id: string;
  setId: string;
  /** Model id, or the name of the file they came from. */
  source: string;
  size: number;
  data: Float32Array;
}
