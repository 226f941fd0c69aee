import { expect, test } from 'vitest';
import { addHistograms, type Histogram, histogramOf, quantileOf } from './histogram.ts';

const ofAll = (values: readonly number[]) =>
  values.reduce<Histogram>((sum, value) => addHistograms(sum, histogramOf(value)), {});

test('quantiles of a histogram are within 6 % of the exact ones', () => {
  const values = Array.from({ length: 1_000 }, (_, i) => 0.01 * 1.01 ** i);
  const histogram = ofAll(values);
  for (const share of [0.05, 0.5, 0.95, 1]) {
    const exact = values[Math.ceil(share * values.length) - 1] ?? 0;
    expect(Math.abs((quantileOf(histogram, share) ?? 0) / exact - 1)).toBeLessThan(0.06);
  }
});

test('histograms of days add up to the histogram of all of them', () => {
  const days = [[0.1, 0.2, 5], [0.2], [], [40, 0.1]];
  expect(days.map(ofAll).reduce(addHistograms)).toEqual(ofAll(days.flat()));
});

test('values that no bin can hold are left out', () => {
  expect(ofAll([0, -1, Number.NaN, Number.POSITIVE_INFINITY])).toEqual({});
  expect(quantileOf({}, 0.5)).toBeNull();
});
