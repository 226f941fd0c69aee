import { SAMPLE_RATE } from '#base/audio.ts';
import { createFft } from '#runtimes/transformers/speech/fft.ts';

const FRAME = 400;
const HOP = 160;
const FFT = 512;
const HALF = FFT / 2;
const PRE_EMPHASIS = 0.97;
/** Samples as 16-bit integers, as Kaldi reads them. */
const SCALE = 32_768;
/** Smallest positive step of float32 at 1: no logarithm is taken below it. */
const FLOOR = 2 ** -23;
export const BANDS = 80;
const LOWEST_HZ = 20;

const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);

/** Triangles on the mel scale: the first bin of each, and its weights. */
const BAND_WEIGHTS = Array.from({ length: BANDS }, (_, band) => {
  const step = (mel(SAMPLE_RATE / 2) - mel(LOWEST_HZ)) / (BANDS + 1);
  const left = mel(LOWEST_HZ) + band * step;
  const weights: number[] = [];
  let first = 0;
  for (let bin = 0; bin < HALF; bin++) {
    const at = (mel((bin * SAMPLE_RATE) / FFT) - left) / step;
    if (at <= 0 || at >= 2) continue;
    if (weights.length === 0) first = bin;
    weights.push(at <= 1 ? at : 2 - at);
  }
  return { first, weights: Float64Array.from(weights) };
});

const WINDOW = Float64Array.from(
  { length: FRAME },
  (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)),
);
const TURN_COS = Float64Array.from({ length: HALF }, (_, k) => Math.cos((2 * Math.PI * k) / FFT));
const TURN_SIN = Float64Array.from({ length: HALF }, (_, k) => Math.sin((2 * Math.PI * k) / FFT));

/** How many frames of 25 ms every 10 ms the samples hold; none reaches beyond them. */
export function countFrames(samples: number): number {
  return samples < FRAME ? 0 : 1 + Math.floor((samples - FRAME) / HOP);
}

/**
 * Kaldi's log-mel energies with a Hamming window, less the mean of each band, as WeSpeaker's encoders
 * expect them: [frames × 80].
 * @see https://kaldi-asr.org/doc/feat.html
 */
export function fbank(samples: Float32Array): Float32Array {
  const frames = countFrames(samples.length);
  const out = new Float32Array(frames * BANDS);
  const fft = createFft(HALF);
  const real = new Float64Array(HALF);
  const imaginary = new Float64Array(HALF);
  const power = new Float64Array(HALF);
  for (let frame = 0; frame < frames; frame++) {
    fillFrame(samples, frame * HOP, real, imaginary);
    fft.transform(real, imaginary);
    readPower(real, imaginary, power);
    for (const [band, { first, weights }] of BAND_WEIGHTS.entries()) {
      let sum = 0;
      for (let k = 0; k < weights.length; k++) {
        sum += (weights[k] as number) * (power[first + k] as number);
      }
      out[frame * BANDS + band] = Math.log(Math.max(sum, FLOOR));
    }
  }
  centre(out, frames);
  return out;
}

/** Writes even samples as real parts and odd ones as imaginary parts: half the length transforms them all. */
function fillFrame(
  samples: Float32Array,
  start: number,
  real: Float64Array,
  imaginary: Float64Array,
): void {
  let mean = 0;
  for (let i = 0; i < FRAME; i++) mean += samples[start + i] as number;
  mean /= FRAME;
  real.fill(0);
  imaginary.fill(0);
  let before = (samples[start] as number) - mean;
  for (let i = 0; i < FRAME; i++) {
    const value = (samples[start + i] as number) - mean;
    const emphasised = (value - PRE_EMPHASIS * before) * SCALE * (WINDOW[i] as number);
    before = value;
    if (i % 2 === 0) real[i / 2] = emphasised;
    else imaginary[(i - 1) / 2] = emphasised;
  }
}

function readPower(real: Float64Array, imaginary: Float64Array, power: Float64Array): void {
  for (let k = 0; k < HALF; k++) {
    const other = (HALF - k) % HALF;
    const [ar, ai] = [real[k] as number, imaginary[k] as number];
    const [br, bi] = [real[other] as number, imaginary[other] as number];
    const [evenR, evenI] = [(ar + br) / 2, (ai - bi) / 2];
    const [oddR, oddI] = [(ai + bi) / 2, (br - ar) / 2];
    const [c, s] = [TURN_COS[k] as number, TURN_SIN[k] as number];
    const r = evenR + c * oddR + s * oddI;
    const i = evenI + c * oddI - s * oddR;
    power[k] = r * r + i * i;
  }
}

function centre(out: Float32Array, frames: number): void {
  for (let band = 0; band < BANDS; band++) {
    let mean = 0;
    for (let i = band; i < out.length; i += BANDS) mean += out[i] as number;
    mean /= Math.max(1, frames);
    for (let i = band; i < out.length; i += BANDS) out[i] = (out[i] as number) - mean;
  }
}
