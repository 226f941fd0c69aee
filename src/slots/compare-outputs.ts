/** Cosine below which two devices do not compute the same: half precision stays above it. */
const ALIKE = 0.995;
/** How far below its greatest number, in shares of their range, a device may see the other's greatest. */
const NEAR = 0.05;

/**
 * How the outputs of two devices differ; null when they agree.
 * @param found rows of numbers of one device: logits, vectors, states
 * @param expected the same rows of the device that is trusted
 */
export function describeDifference(
  found: readonly Float32Array[],
  expected: readonly Float32Array[],
): string | null {
  if (found.length !== expected.length) return 'their count differs.';
  for (const [i, row] of expected.entries()) {
    const other = found[i] as Float32Array;
    if (other.length !== row.length) return 'their count differs.';
    if (row.length === 1) {
      if (!isNear(other[0] as number, row[0] as number)) return 'their values differ.';
      continue;
    }
    const cosine = cosineOf(other, row);
    if (!(cosine >= ALIKE)) return `their cosine is ${cosine.toFixed(3)}.`;
    if (!agreesOnGreatest(other, row)) return 'the most likely token differs.';
  }
  return null;
}

/** Whether two single numbers agree: they have no direction to be compared. */
const isNear = (found: number, expected: number) =>
  Math.abs(found - expected) <= NEAR * Math.max(1, Math.abs(expected));

/** The lowest cosine of two lists of rows of numbers; null where no row has several numbers. */
export function lowestCosine(
  found: readonly Float32Array[],
  expected: readonly Float32Array[],
): number | null {
  const cosines = expected.flatMap((row, i) =>
    row.length === 1 ? [] : cosineOf(found[i] ?? new Float32Array(), row),
  );
  return cosines.length === 0 ? null : Math.min(...cosines);
}

/** Numbers of a row that are stored, to be compared on another day. */
const STORED = 64;
/** More outputs than any probe has. */
const STORED_ROWS = 24;

/** Some numbers of each row, evenly spaced: the same places of every row of one length. 0 for those that are not finite. */
export function digestOf(rows: readonly Float32Array[]): Float32Array[] {
  return rows.slice(0, STORED_ROWS).map((row) => {
    const count = Math.min(STORED, row.length);
    return Float32Array.from({ length: count }, (_, i) =>
      finite(row[Math.floor((i * row.length) / count)]),
    );
  });
}

const finite = (value = 0) => (Number.isFinite(value) ? value : 0);

/**
 * Of the numbers less their mean: all logits have much in common. Numbers that are not finite are left out; 0 where
 * those left have no direction.
 */
function cosineOf(a: Float32Array, b: Float32Array): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [dot, squareA, squareB] = [0, 0, 0];
  for (const [i, value] of a.entries()) {
    const other = b[i] as number;
    if (!Number.isFinite(value) || !Number.isFinite(other)) continue;
    const [x, y] = [value - meanA, other - meanB];
    dot += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  return finite(dot / Math.sqrt(squareA * squareB));
}

function meanOf(values: Float32Array): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/** Whether the trusted device's largest values are also the largest, or nearly, on the other device. */
function agreesOnGreatest(found: Float32Array, expected: Float32Array): boolean {
  let [greatest, max, min] = [0, -Infinity, Infinity];
  for (const [i, value] of found.entries()) {
    if ((expected[i] as number) > (expected[greatest] as number)) greatest = i;
    if (!Number.isFinite(value)) continue;
    max = Math.max(max, value);
    min = Math.min(min, value);
  }
  return (found[greatest] as number) >= max - NEAR * (max - min);
}
