import { expect, test } from 'vitest';
import { setPauses } from './set-pauses.ts';

const RATE = 24_000;
const silence = (seconds: number, level = 0) =>
  Array.from({ length: seconds * RATE }, (_, i) => (i % 2 ? level : -level));
const tone = (seconds: number, level = 0.3) =>
  Array.from({ length: seconds * RATE }, (_, i) => level * Math.sin(i / 20));
const pauses = { before: 0.1, after: 0.3 };

test('long silences at both ends become the pauses that are wanted, and times move along', () => {
  const given = Float32Array.from([...silence(0.28), ...tone(1), ...silence(0.5)]);
  const { samples, earlier } = setPauses(given, RATE, pauses);
  // Soft beginnings and ends have 30 ms each.
  expect(samples.length / RATE).toBeCloseTo(0.1 + 0.03 + 1 + 0.03 + 0.3, 2);
  expect(earlier).toBeCloseTo(0.28 - 0.03 - 0.1, 2);
  const begins = samples.findIndex((x) => Math.abs(x) > 0.1) / RATE;
  expect(begins).toBeCloseTo(0.28 - earlier, 2);
});

test('short silences are filled up: everything then comes later', () => {
  const { samples, earlier } = setPauses(Float32Array.from(tone(0.5)), RATE, pauses);
  expect(samples.length / RATE).toBeCloseTo(0.9, 2);
  expect(earlier).toBeCloseTo(-0.1, 2);
});

test('a soft sound at the end stays, noise below it does not', () => {
  // An f is some 40 dB below a vowel; what networks call silence is below 60.
  const soft = [...silence(0.2, 2e-4), ...tone(0.6), ...tone(0.2, 0.004), ...silence(0.6, 2e-4)];
  const { samples } = setPauses(Float32Array.from(soft), RATE, { before: 0, after: 0 });
  expect(samples.length / RATE).toBeCloseTo(0.03 + 0.8 + 0.03, 2);
});

test('a cut makes no step, and silence alone is unchanged', () => {
  const noisy = Float32Array.from([...silence(0.3, 1e-3), ...tone(0.4), ...silence(0.3, 1e-3)]);
  const { samples } = setPauses(noisy, RATE, { before: 0, after: 0 });
  expect([samples[0], samples.at(-1)].map((x) => Math.abs(x ?? 1))).toEqual([0, 0]);
  for (const empty of [new Float32Array(0), new Float32Array(2_400)]) {
    expect(setPauses(empty, RATE, pauses)).toEqual({ samples: empty, earlier: 0 });
  }
});
