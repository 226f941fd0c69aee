// Figures of merit, as their fields define them.

/** Edits, in words, that turn one list into the other: the numerator of the word error rate. */
export function wordEdits(expected, transcribed) {
  let row = [0, ...transcribed.map((_, i) => i + 1)];
  for (const [i, word] of expected.entries()) {
    const next = [i + 1];
    for (const [j, other] of transcribed.entries()) {
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (word === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1);
}

/** Spearman's rank correlation of two lists of equal length. */
export function spearman(a, b) {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (x.length - 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (const [i, value] of x.entries()) {
    xy += (value - mean) * (y[i] - mean);
    xx += (value - mean) ** 2;
    yy += (y[i] - mean) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

/** Ranks from 0; equal values share the mean of theirs. */
function ranks(values) {
  const order = values.map((value, i) => [value, i]).sort((a, b) => a[0] - b[0]);
  const out = [];
  for (let i = 0; i < order.length; ) {
    let j = i;
    while (j < order.length && order[j][0] === order[i][0]) j++;
    for (let k = i; k < j; k++) out[order[k][1]] = (i + j - 1) / 2;
    i = j;
  }
  return out;
}
