import type { VectorSet } from './vector-set.ts';

/** Rounds of power iteration: directions that matter for a map converge well before. */
const ROUNDS = 60;
/** Rows the directions are found from; more change them by less than a pixel. */
const SAMPLE = 4_000;

/**
 * The rows along their `parts` directions of greatest variance, [count × parts], by orthogonal
 * iteration on the covariance. The same rows always give the same map.
 */
export function pca(set: VectorSet, parts: number): Float32Array {
  const { data, size, count } = set;
  const width = Math.min(parts, size);
  const mean = meanOf(set);
  const covariance = covarianceOf(set, mean);
  let basis = startBasis(size, width);
  for (let round = 0; round < ROUNDS; round++)
    basis = orthogonal(multiply(covariance, basis, size));
  const out = new Float32Array(count * parts);
  for (let i = 0; i < count; i++) {
    for (const [p, direction] of basis.entries()) {
      let sum = 0;
      for (let d = 0; d < size; d++) {
        sum += ((data[i * size + d] as number) - (mean[d] as number)) * (direction[d] as number);
      }
      out[i * parts + p] = sum;
    }
  }
  return out;
}

function meanOf({ data, size, count }: VectorSet): Float64Array {
  const mean = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    for (let d = 0; d < size; d++) mean[d] = (mean[d] as number) + (data[i * size + d] as number);
  }
  return mean.map((x) => x / Math.max(1, count));
}

function covarianceOf({ data, size, count }: VectorSet, mean: Float64Array): Float64Array {
  const matrix = new Float64Array(size * size);
  const step = Math.max(1, Math.floor(count / SAMPLE));
  const x = new Float64Array(size);
  for (let i = 0; i < count; i += step) {
    for (let d = 0; d < size; d++) x[d] = (data[i * size + d] as number) - (mean[d] as number);
    for (let a = 0; a < size; a++) {
      const xa = x[a] as number;
      for (let b = a; b < size; b++) {
        matrix[a * size + b] = (matrix[a * size + b] as number) + xa * (x[b] as number);
      }
    }
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < a; b++) matrix[a * size + b] = matrix[b * size + a] as number;
  }
  return matrix;
}

/** Directions that are not alike, the same every time. */
function startBasis(size: number, width: number): Float64Array[] {
  return Array.from({ length: width }, (_, p) =>
    Float64Array.from({ length: size }, (__, d) => Math.sin((d + 1) * (p + 1) * 1.618 + p)),
  );
}

function multiply(matrix: Float64Array, basis: Float64Array[], size: number): Float64Array[] {
  return basis.map((v) =>
    Float64Array.from({ length: size }, (_, a) => {
      let sum = 0;
      for (let b = 0; b < size; b++) sum += (matrix[a * size + b] as number) * (v[b] as number);
      return sum;
    }),
  );
}

/** Gram-Schmidt; a direction that vanishes stays zero. */
function orthogonal(basis: Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const v of basis) {
    const free = v.slice();
    for (const other of done) {
      const along = free.reduce((sum, x, d) => sum + x * (other[d] as number), 0);
      for (let d = 0; d < free.length; d++) {
        free[d] = (free[d] as number) - along * (other[d] as number);
      }
    }
    const length = Math.hypot(...free);
    done.push(length > 1e-12 ? free.map((x) => x / length) : free.fill(0));
  }
  return done;
}
