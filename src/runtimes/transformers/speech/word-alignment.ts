/** Where a path through a matrix came from: both before, the row before, the column before. */
const BOTH = 0;
const ROW = 1;
const COLUMN = 2;

/**
 * Dynamic time warping: the cheapest path through a matrix, as the column in which it enters each row.
 */
export function rowStarts(cost: readonly Float32Array[]): number[] {
  const columns = cost[0]?.length ?? 0;
  const width = columns + 1;
  const trace = cheapestSteps(cost, width);
  const starts = new Array<number>(cost.length).fill(0);
  let [i, j] = [cost.length, columns];
  while (i > 0 && j > 0) {
    starts[i - 1] = j - 1;
    const step = trace[i * width + j];
    if (step !== COLUMN) i--;
    if (step !== ROW) j--;
  }
  return starts;
}

function cheapestSteps(cost: readonly Float32Array[], width: number): Uint8Array {
  const trace = new Uint8Array((cost.length + 1) * width);
  let before = new Float32Array(width).fill(Infinity);
  before[0] = 0;
  for (const [i, row] of cost.entries()) {
    const now = new Float32Array(width).fill(Infinity);
    for (let j = 1; j < width; j++) {
      const [both, above, left] = [before[j - 1], before[j], now[j - 1]] as [
        number,
        number,
        number,
      ];
      let min = left;
      let step = COLUMN;
      if (both < above && both < left) [min, step] = [both, BOTH];
      else if (above < both && above < left) [min, step] = [above, ROW];
      now[j] = min + (row[j - 1] as number);
      trace[(i + 1) * width + j] = step;
    }
    before = now;
  }
  return trace;
}

/** A head of the decoder whose attention shows which sound a token is. */
export type Head = readonly [layer: number, head: number];
/** Attention of one head: a row for each token, over frames. */
export type HeadAttention = readonly Float32Array[];

/** Frames on both sides that a value is smoothed over. */
const SMOOTHED = 3;

/**
 * How little each token has to do with each frame: normalised over tokens, smoothed over frames, and
 * averaged over heads. `frames`: those with sound.
 */
export function alignmentCost(heads: readonly HeadAttention[], frames: number): Float32Array[] {
  const tokens = heads[0]?.length ?? 0;
  const cost = Array.from({ length: tokens }, () => new Float32Array(frames));
  for (const head of heads) {
    const weights = head.map((row) => withinSound(row, frames));
    normalise(weights, frames);
    for (const [i, row] of weights.entries()) {
      const smooth = medianFilter(row, SMOOTHED);
      const sum = cost[i] as Float32Array;
      for (let f = 0; f < frames; f++) sum[f] = (sum[f] as number) - (smooth[f] as number);
    }
  }
  for (const row of cost) {
    for (let f = 0; f < frames; f++) row[f] = (row[f] as number) / heads.length;
  }
  return cost;
}

/** Removes attention to the padding after the sound. */
function withinSound(row: Float32Array, frames: number): Float32Array {
  const part = row.slice(0, frames);
  const sum = part.reduce((a, b) => a + b, 0) || 1;
  return part.map((p) => p / sum);
}

/** Zero mean and unit deviation of each frame over all tokens. */
function normalise(weights: readonly Float32Array[], frames: number): void {
  for (let f = 0; f < frames; f++) {
    let sum = 0;
    let squares = 0;
    for (const row of weights) {
      sum += row[f] as number;
      squares += (row[f] as number) ** 2;
    }
    const mean = sum / weights.length;
    const deviation = Math.sqrt(Math.max(0, squares / weights.length - mean * mean)) || 1;
    for (const row of weights) row[f] = ((row[f] as number) - mean) / deviation;
  }
}

function medianFilter(row: Float32Array, side: number): Float32Array {
  const last = row.length - 1;
  const window = new Float32Array(2 * side + 1);
  return row.map((_, i) => {
    for (let k = -side; k <= side; k++) {
      // Mirrored at both ends.
      const at = last - Math.abs(last - Math.abs(i + k));
      window[k + side] = row[Math.max(0, at)] as number;
    }
    return window.sort()[side] as number;
  });
}
