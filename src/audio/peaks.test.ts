import { expect, test } from 'vitest';
import { createPeaks } from './peaks.ts';

test('one peak of every 640 samples, however they are cut', () => {
  const samples = Float32Array.from({ length: 2000 }, (_, i) => (i === 700 ? -0.5 : i / 20_000));
  const whole = createPeaks();
  const first = [...whole.push(samples), ...whole.flush()];
  const parts = createPeaks();
  const second = [0, 1, 2, 3, 4].flatMap((i) => [
    ...parts.push(samples.subarray(i * 450, i * 450 + 450)),
  ]);
  expect(first).toEqual([8, 128, 24, 25]);
  expect([...second, ...parts.flush()]).toEqual(first);
});

test('nothing in, nothing out; too loud is full', () => {
  const peaks = createPeaks();
  expect(peaks.push(new Float32Array(0))).toHaveLength(0);
  expect(peaks.flush()).toHaveLength(0);
  expect([...peaks.push(new Float32Array(640).fill(3))]).toEqual([255]);
});
