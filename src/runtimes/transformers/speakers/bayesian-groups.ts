/** Rows of a voice differ by a variance of 1 in each number; voices differ from each other by `between`. */
export interface Differences {
  rows: readonly Float32Array[];
  between: Float32Array;
}

/** How much a piece of voice counts as evidence, and how much the prior that voices are like others. */
const EVIDENCE = 0.15;
const PRIOR = 0.45;
/** How sure the first groups are. */
const CERTAINTY = 7;
const ROUNDS = 20;
/** Gain of the bound below which more rounds change nothing. */
const CONVERGED = 1e-4;
/** A share that no longer counts, but has a logarithm. */
const NONE = 1e-8;

/**
 * Variational Bayes on a mixture of voices (VBx without its Markov chain: Landini et al., "Bayesian HMM clustering of
 * x-vector sequences", 2022). It begins with `groups`; groups that explain nothing which others do not, become empty.
 * `weights`: of each row. @returns the probability of each group for each row
 */
export function bayesianGroups(
  { rows, between }: Differences,
  groups: readonly number[],
  weights: readonly number[],
): Float64Array[] {
  const count = Math.max(...groups) + 1;
  const size = between.length;
  const scaled = rows.map((row) =>
    Float64Array.from(row, (x, d) => x * Math.sqrt(between[d] ?? 0)),
  );
  const other = 1 / (Math.exp(CERTAINTY) + count - 1);
  const shares = groups.map((group) => {
    const row = new Float64Array(count).fill(other);
    row[group] = other * Math.exp(CERTAINTY);
    return row;
  });
  let parts = new Float64Array(count).fill(1 / count);
  let before = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const voices = Array.from({ length: count }, (_, group) => {
      const own = shares.map((row, i) => (row[group] ?? 0) * (weights[i] ?? 0));
      return describeVoice(scaled, between, own);
    });
    let bound = voices.reduce((sum, { divergence }) => sum + PRIOR * divergence, 0);
    const total = new Float64Array(count);
    for (const [i, row] of scaled.entries()) {
      const logs = voices.map(
        ({ mean, spread }, group) =>
          EVIDENCE * (dot(row, mean, size) - spread) + Math.log((parts[group] ?? 0) + NONE),
      );
      const most = Math.max(...logs);
      const sum = most + Math.log(logs.reduce((all, log) => all + Math.exp(log - most), 0));
      const weight = weights[i] ?? 0;
      bound += weight * sum;
      const share = shares[i] as Float64Array;
      for (const [group, log] of logs.entries()) {
        share[group] = Math.exp(log - sum);
        total[group] = (total[group] ?? 0) + weight * (share[group] ?? 0);
      }
    }
    const all = total.reduce((a, b) => a + b, 0) || 1;
    parts = total.map((one) => one / all);
    if (bound - before < CONVERGED) break;
    before = bound;
  }
  return shares;
}

/** What the rows with these weights say of a voice: its mean, and half of what it is expected to differ from rows by itself. */
function describeVoice(
  rows: readonly Float64Array[],
  between: Float32Array,
  weights: readonly number[],
): { mean: Float64Array; spread: number; divergence: number } {
  const ratio = EVIDENCE / PRIOR;
  const total = weights.reduce((a, b) => a + b, 0);
  const mean = new Float64Array(between.length);
  for (const [i, row] of rows.entries()) {
    const weight = weights[i] ?? 0;
    if (weight < NONE) continue;
    for (let d = 0; d < mean.length; d++)
      mean[d] = (mean[d] as number) + weight * (row[d] as number);
  }
  let spread = 0;
  let divergence = 0;
  for (let d = 0; d < mean.length; d++) {
    const variance = 1 / (1 + ratio * total * (between[d] as number));
    const middle = ratio * variance * (mean[d] as number);
    mean[d] = middle;
    spread += 0.5 * (variance + middle ** 2) * (between[d] as number);
    divergence += 0.5 * (Math.log(variance) - variance - middle ** 2 + 1);
  }
  return { mean, spread, divergence };
}

function dot(a: Float64Array, b: Float64Array, size: number): number {
  let sum = 0;
  for (let d = 0; d < size; d++) sum += (a[d] as number) * (b[d] as number);
  return sum;
}
