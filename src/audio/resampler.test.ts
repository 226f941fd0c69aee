import { expect, test } from 'vitest';
import { createResampler } from './resampler.ts';

function resample(samples: Float32Array, from: number, to: number, chunk = 777): Float32Array {
  const resampler = createResampler(from, to);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += chunk)
    parts.push(resampler.push(samples.subarray(at, at + chunk)));
  parts.push(resampler.flush());
  return Float32Array.from(parts.flatMap((p) => [...p]));
}

const sine = (hertz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) =>
    Math.sin((2 * Math.PI * hertz * i) / rate),
  );

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

test.each([8000, 11_025, 22_050, 44_100, 48_000, 96_000])(
  'preserves length, time and loudness from %i Hz',
  (rate) => {
    const out = resample(sine(440, rate, 1), rate, 16_000);
    expect(out.length).toBe(16_000);
    const middle = out.subarray(2000, 14_000);
    const expected = sine(440, 16_000, 1).subarray(2000, 14_000);
    expect(rms(middle.map((x, i) => x - (expected[i] ?? 0)))).toBeLessThan(0.002);
  },
);

test('lets no tone of 11 kHz into samples of 16 kHz', () => {
  expect(rms(resample(sine(11_000, 48_000, 1), 48_000, 16_000).subarray(500, 15_500))).toBeLessThan(
    0.001,
  );
});

test('gives the same samples however they are cut', () => {
  const source = sine(1000, 44_100, 1);
  expect(resample(source, 44_100, 16_000, 100)).toEqual(resample(source, 44_100, 16_000, 50_000));
});

test('nothing in, nothing out', () => {
  expect(resample(new Float32Array(0), 44_100, 16_000)).toHaveLength(0);
});
