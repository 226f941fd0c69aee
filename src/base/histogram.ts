/** Steps of a factor of ten: neighbouring bins differ by 12 %, so a quantile is at most 6 % off. */
const STEPS = 20;

/** How many values fell into each bin, by the bin's number: sums of days can be added up, medians cannot. */
export type Histogram = Readonly<Record<string, number>>;

/** A histogram of one value; empty for one that is not above zero. */
export function histogramOf(value: number): Histogram {
  return value > 0 && Number.isFinite(value)
    ? { [String(Math.round(Math.log10(value) * STEPS))]: 1 }
    : {};
}

export function addHistograms(a: Histogram, b: Histogram): Histogram {
  const sum: Record<string, number> = { ...a };
  for (const [bin, count] of Object.entries(b)) sum[bin] = (sum[bin] ?? 0) + count;
  return sum;
}

/** The value that a share (0…1) of all values does not exceed, within 6 %; null where there are none. */
export function quantileOf(histogram: Histogram, share: number): number | null {
  const bins = Object.entries(histogram)
    .map(([bin, count]) => [Number(bin), count] as const)
    .sort(([a], [b]) => a - b);
  const total = bins.reduce((sum, [, count]) => sum + count, 0);
  let left = Math.max(1, Math.ceil(share * total));
  for (const [bin, count] of bins) {
    left -= count;
    if (left <= 0) return 10 ** (bin / STEPS);
  }
  return null;
}
