// Figures of merit, as their fields define them.

/** Edits, in words, that turn one list into the other: the numerator of the word error rate. */
export function wordEdits(expected, transcribed) {
  return rowsOf(expected, transcribed).at(-1).at(-1);
}

/** Which words of a list are transcribed, and the number of words without a place in it. */
export function alignWords(expected, transcribed) {
  const rows = rowsOf(expected, transcribed);
  const isRight = expected.map(() => false);
  let inserted = 0;
  let [i, j] = [expected.length, transcribed.length];
  while (i > 0 || j > 0) {
    const here = rows[i][j];
    if (i > 0 && j > 0 && expected[i - 1] === transcribed[j - 1] && here === rows[i - 1][j - 1]) {
      isRight[i - 1] = true;
      [i, j] = [i - 1, j - 1];
    } else if (i > 0 && j > 0 && here === rows[i - 1][j - 1] + 1) [i, j] = [i - 1, j - 1];
    else if (j > 0 && here === rows[i][j - 1] + 1) {
      inserted++;
      j--;
    } else i--;
  }
  return { isRight, inserted };
}

/** Edits between the beginnings of two lists. */
function rowsOf(expected, transcribed) {
  const rows = [[0, ...transcribed.map((_, i) => i + 1)]];
  for (const [i, word] of expected.entries()) {
    const row = rows[i];
    const next = [i + 1];
    for (const [j, other] of transcribed.entries()) {
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (word === other ? 0 : 1)));
    }
    rows.push(next);
  }
  return rows;
}

/** The largest mean of a Poisson distribution that gives `count` or fewer with more than `1 - confidence`. */
export function poissonLimit(count, confidence) {
  const atMost = (mean) => {
    let term = Math.exp(-mean);
    let sum = term;
    for (let i = 1; i <= count; i++) {
      term *= mean / i;
      sum += term;
    }
    return sum;
  };
  let [low, high] = [0, 10 + 3 * count];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (atMost(middle) > 1 - confidence) low = middle;
    else high = middle;
  }
  return high;
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
