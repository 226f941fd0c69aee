import { WhisperFeatureExtractor } from '@huggingface/transformers';
import { expect, test } from 'vitest';
import { createFft } from './fft.ts';
import { createLogMel } from './log-mel.ts';

test.each([4, 5, 20, 100, 400])('the transform of %i values is the sum it stands for', (n) => {
  const real = Float64Array.from({ length: n }, (_, i) => Math.sin(i * i + 1));
  const imaginary = Float64Array.from({ length: n }, (_, i) => Math.cos(3 * i));
  const expected = Array.from({ length: n }, (_, k) => {
    let [re, im] = [0, 0];
    for (let t = 0; t < n; t++) {
      const angle = (-2 * Math.PI * k * t) / n;
      re += (real[t] ?? 0) * Math.cos(angle) - (imaginary[t] ?? 0) * Math.sin(angle);
      im += (real[t] ?? 0) * Math.sin(angle) + (imaginary[t] ?? 0) * Math.cos(angle);
    }
    return [re, im];
  });
  createFft(n).transform(real, imaginary);
  for (const [k, [re = 0, im = 0]] of expected.entries()) {
    expect(real[k]).toBeCloseTo(re, 8);
    expect(imaginary[k]).toBeCloseTo(im, 8);
  }
});

test('other lengths are refused', () => {
  expect(() => createFft(30)).toThrow(RangeError);
});

const extractor = new WhisperFeatureExtractor({
  feature_size: 80,
  sampling_rate: 16_000,
  hop_length: 160,
  chunk_length: 30,
  n_fft: 400,
  n_samples: 480_000,
  nb_max_frames: 3_000,
});
const filters: number[][] = extractor.config.mel_filters;

/** The definition, slowly: log10 of the bands' power in one frame, before the range is cut. */
function slowFrame(samples: Float32Array, frame: number): number[] {
  const windowed = Array.from({ length: 400 }, (_, i) => {
    const at = frame * 160 - 200 + i;
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 400);
    return (samples[at < 0 ? -at : at] ?? 0) * hann;
  });
  const power = Array.from({ length: 201 }, (_, k) => {
    let [re, im] = [0, 0];
    for (const [t, x] of windowed.entries()) {
      re += x * Math.cos((-2 * Math.PI * k * t) / 400);
      im += x * Math.sin((-2 * Math.PI * k * t) / 400);
    }
    return re * re + im * im;
  });
  return filters.map((band) => {
    const sum = band.reduce((all, weight, k) => all + weight * (power[k] ?? 0), 0);
    return Math.log10(Math.max(1e-10, sum));
  });
}

test.each([100, 8_000, 50_123])(
  'the energies of %i samples are as Whisper defines them',
  (length) => {
    const samples = Float32Array.from(
      { length },
      (_, i) => 0.4 * Math.sin(i * 0.07 * (1 + i / 90_000)) + 0.05 * Math.sin(i * i),
    );
    const mine = createLogMel(filters)(samples, 3_000);
    expect(mine).toHaveLength(80 * 3_000);
    const frames = [0, 1, 2, 7, 40, 41, 49, 50, 51, 300, 312, 313, 314, 315, 2_999];
    const slow = frames.map((frame) => slowFrame(samples, frame));
    const loudest = mine.reduce((a, b) => Math.max(a, b)) * 4 - 4;
    for (const [i, frame] of frames.entries()) {
      for (const [band, level] of (slow[i] ?? []).entries()) {
        const expected = (Math.max(level, loudest - 8) + 4) / 4;
        expect(mine[band * 3_000 + frame]).toBeCloseTo(expected, 4);
      }
    }
  },
);

test('silence is one level everywhere', () => {
  const mine = createLogMel(filters)(new Float32Array(0), 3_000);
  expect(new Set(mine)).toEqual(new Set([-1.5]));
});
