/** A set of texts in the embedding room, as it is stored. */
export interface TextSet {
  id: string;
  name: string;
  /** Unix milliseconds. */
  createdAt: number;
  updatedAt: number;
  texts: string[];
  /** Columns beside the text, each as long as `texts`. */
  columns: { name: string; values: string[] }[];
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
