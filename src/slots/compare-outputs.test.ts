import { expect, test } from 'vitest';
import { modelProbe } from '#storage/rows/model-rows.ts';
import { describeDifference, digestOf, lowestCosine } from './compare-outputs.ts';

const row = (...values: number[]) => Float32Array.from(values);

test('outputs without a direction have the cosine 0, and their check can be stored', () => {
  const [found, expected] = [[row(Number.NaN, Number.NaN)], [row(1, 2)]];
  expect(lowestCosine(found, expected)).toBe(0);
  expect(lowestCosine([row(3, 3)], expected)).toBe(0);
  expect(describeDifference(found, expected)).toBe('their cosine is 0.000.');
  const [digest] = digestOf([row(-Infinity, 1, Number.NaN)]);
  expect([...(digest ?? [])]).toEqual([0, 1, 0]);
});

test('the verdict of a check is read even where its cosine is not a number', () => {
  const check = {
    at: 1,
    device: 'webgpu',
    against: 'processor',
    outputs: 2,
    cosine: Number.NaN,
    difference: 'their cosine is NaN.',
    speeds: { wasm: Number.POSITIVE_INFINITY, webgpu: 1 },
  };
  const stored = { model: 'a', under: '', abilities: {}, unfit: 'x', check };
  const read = modelProbe.safeParse(stored);
  expect(read.data?.check).toEqual({ ...check, cosine: null, speeds: null });
});

test('rows of one number are compared by their difference', () => {
  expect(describeDifference([row(0.31)], [row(0.3)])).toBe(null);
  expect(describeDifference([row(-8.2)], [row(-8)])).toBe(null);
  expect(describeDifference([row(0.9)], [row(0.3)])).toBe('their values differ.');
  expect(describeDifference([row(Number.NaN)], [row(0.3)])).toBe('their values differ.');
  expect(lowestCosine([row(0.3)], [row(0.3)])).toBe(null);
});
