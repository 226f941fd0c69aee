import { dot } from '#base/numbers.ts';

/** Vectors as rows of one block: [count × size], each of length 1. */
export interface VectorSet {
  data: Float32Array;
  size: number;
  count: number;
}

/** @throws RangeError when the numbers do not fill rows of `size`. */
export function toVectorSet(data: Float32Array, size: number): VectorSet {
  if (size < 1 || data.length % size !== 0) {
    throw new RangeError(`${data.length} numbers are no rows of ${size}.`);
  }
  return { data, size, count: data.length / size };
}

export function row(set: VectorSet, index: number): Float32Array {
  return set.data.subarray(index * set.size, (index + 1) * set.size);
}

/** The same rows with length 1; a row of zeros stays. */
export function normalise(set: VectorSet): VectorSet {
  const data = set.data.slice();
  for (let i = 0; i < set.count; i++) {
    const mine = data.subarray(i * set.size, (i + 1) * set.size);
    let squares = 0;
    for (const x of mine) squares += x * x;
    const length = Math.sqrt(squares);
    if (length > 0) for (let k = 0; k < mine.length; k++) mine[k] = (mine[k] as number) / length;
  }
  return { ...set, data };
}

/** Whether every row has length 1, within 32-bit precision. */
export function isNormalised(set: VectorSet): boolean {
  for (let i = 0; i < set.count; i++) {
    if (Math.abs(dot(row(set, i), row(set, i)) - 1) > 1e-3) return false;
  }
  return true;
}

/**
 * The first `size` numbers of each row, normalised: for models trained with Matryoshka embeddings.
 * @see https://arxiv.org/abs/2205.13147
 */
export function truncate(set: VectorSet, size: number): VectorSet {
  if (size >= set.size) return set;
  const data = new Float32Array(set.count * size);
  for (let i = 0; i < set.count; i++) data.set(row(set, i).subarray(0, size), i * size);
  return normalise({ data, size, count: set.count });
}
