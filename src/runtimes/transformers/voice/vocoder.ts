import { seeded } from '#base/numbers.ts';
import { createFft } from '#runtimes/transformers/speech/fft.ts';

/** Samples per second of the voice. */
export const VOICE_RATE = 24_000;
const SIZE = 1200;
const HOP = 300;
const BINS = SIZE / 2 + 1;
/** Frames that overlap in a sample. */
const OVERLAP = SIZE / HOP;
/** Hz: below it a frame has no voice; above it a harmonic is not made. */
const [MIN_PITCH, MAX_HARMONIC] = [40, 11_000];

/** Parts of a predicted frame, one after the other, of BINS numbers each. */
const [HARMONICS, TURNS, NOISE, REST, PHASE] = [0, BINS, 2 * BINS, 3 * BINS, 4 * BINS] as const;
const PARTS = 5;

/** What the network predicts for each frame of 12.5 ms. */
export interface VoiceSpectrum {
  /**
   * [frames, 5, bins]: log magnitude and phase (tanh, in half turns) that shape the harmonics; log magnitude of noise, and of what
   * has a phase of its own; that phase, in radians.
   */
  values: Float32Array;
  /** [frames], in Hz. */
  pitch: Float32Array;
}

/** Values of a function at even steps, between which it is read as straight: many times as fast as the function. */
function tabulate(of: (x: number) => number, from: number, to: number, steps: number) {
  return Float64Array.from({ length: (to - from) * steps + 2 }, (_, i) => of(from + i / steps));
}

const between = (table: Float64Array, at: number) => {
  const i = at | 0;
  const low = table[i] as number;
  return low + ((table[i + 1] as number) - low) * (at - i);
};

/** Log magnitudes: less than the first makes no sound, more than the last is not made. */
const [MIN_LOG, MAX_LOG, LOG_STEPS] = [-20, 7, 32];
const MAGNITUDES = tabulate(Math.exp, MIN_LOG, MAX_LOG, LOG_STEPS);
const magnitude = (log: number) =>
  between(MAGNITUDES, (Math.min(Math.max(log, MIN_LOG), MAX_LOG) - MIN_LOG) * LOG_STEPS);

/** Turns of π · tanh: beyond these arguments it hardly changes. */
const [MAX_TANH, TANH_STEPS] = [6, 64];
const HALF_TURNS = tabulate((x) => Math.tanh(x) / 2, -MAX_TANH, MAX_TANH, TANH_STEPS);
const halfTurns = (x: number) =>
  between(HALF_TURNS, (Math.min(Math.max(x, -MAX_TANH), MAX_TANH) + MAX_TANH) * TANH_STEPS);

/** A sine and a quarter of it again, so that the cosine is the same table. */
const CIRCLE = 1024;
const SINES = tabulate((turns) => Math.sin(2 * Math.PI * turns), 0, 1.25, CIRCLE);
/** The part of a turn, in steps of the table. */
const onCircle = (turns: number) => (turns - Math.floor(turns)) * CIRCLE;
const sine = (at: number) => between(SINES, at);
const cosine = (at: number) => between(SINES, at + CIRCLE / 4);

/** Normally distributed numbers, made ahead; read from a random place on at every other frame: the ear finds no period. */
const NORMALS = 1 << 16;
/** Made at the first sentence: other models share this file's worker. */
let normals: Float32Array | null = null;

/** The method of Box and Muller. */
function makeNormals(random: () => number): Float32Array {
  const table = new Float32Array(NORMALS);
  for (let i = 0; i < NORMALS; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    table[i] = radius * Math.cos(angle);
    table[i + 1] = radius * Math.sin(angle);
  }
  return table;
}

const WINDOW = Float64Array.from(
  { length: SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE),
);
/** The squares of all windows that overlap in a sample, for each place of a hop. */
const WEIGHTS = Float64Array.from({ length: HOP }, (_, i) => weightOf(i, 0, OVERLAP - 1));

/**
 * The samples of a predicted spectrum: a pulse train of the pitch, shaped; noise, shaped; and a part with a phase of its own,
 * in one inverse short-time transform, after Hibari. `random`: numbers in [0, 1) for the noise.
 */
export function toSamples({ values, pitch }: VoiceSpectrum, random: () => number): Float32Array {
  const frames = pitch.length;
  normals ??= makeNormals(seeded(1));
  const pulses = pulseTrain(pitch);
  const sum = new Float64Array((frames + OVERLAP - 1) * HOP);
  const fft = createFft(SIZE);
  const [re, im] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  const first = { re: new Float64Array(BINS), im: new Float64Array(BINS) };
  const second = { re: new Float64Array(BINS), im: new Float64Array(BINS) };
  // Two real frames are one complex one: half the transforms.
  for (let frame = 0; frame < frames; frame += 2) {
    const hasSecond = frame + 1 < frames;
    const noiseAt = Math.floor(random() * NORMALS);
    for (let i = 0; i < SIZE; i++) {
      // A unit cosine has the magnitude 1 in its bin.
      const window = (WINDOW[i] as number) / (SIZE / 4);
      re[i] = (pulses[frame * HOP + i] as number) * window;
      im[i] = hasSecond ? (pulses[(frame + 1) * HOP + i] as number) * window : 0;
    }
    fft.transform(re, im);
    splitPair(re, im, first, second);
    shape(values, frame, first, normals, noiseAt);
    if (hasSecond) shape(values, frame + 1, second, normals, noiseAt + 2 * BINS);
    else {
      second.re.fill(0);
      second.im.fill(0);
    }
    joinPair(first, second, re, im);
    fft.transform(re, im);
    for (let i = 0; i < SIZE; i++) {
      // The inverse by the forward transform: conjugated before and after.
      const window = (WINDOW[i] as number) / SIZE;
      sum[frame * HOP + i] = (sum[frame * HOP + i] as number) + (re[i] as number) * window;
      if (hasSecond) {
        const at = (frame + 1) * HOP + i;
        sum[at] = (sum[at] as number) - (im[i] as number) * window;
      }
    }
  }
  return normalised(sum, frames);
}

/** Half a spectrum of a real signal: real and imaginary parts of each bin. */
interface HalfSpectrum {
  re: Float64Array;
  im: Float64Array;
}

/** The spectra of two real signals from that of a complex one. */
function splitPair(
  re: Float64Array,
  im: Float64Array,
  first: HalfSpectrum,
  second: HalfSpectrum,
): void {
  for (let bin = 0; bin < BINS; bin++) {
    const mirror = bin === 0 ? 0 : SIZE - bin;
    const [a, b] = [re[bin] as number, im[bin] as number];
    const [c, d] = [re[mirror] as number, im[mirror] as number];
    first.re[bin] = (a + c) / 2;
    first.im[bin] = (b - d) / 2;
    second.re[bin] = (b + d) / 2;
    second.im[bin] = (c - a) / 2;
  }
}

/** Turns the transform of the pulses into that of speech, in place. */
function shape(
  values: Float32Array,
  frame: number,
  { re, im }: HalfSpectrum,
  noise: Float32Array,
  noiseAt: number,
): void {
  const start = frame * PARTS * BINS;
  for (let bin = 0; bin < BINS; bin++) {
    const at = start + bin;
    const [r, i] = [re[bin] as number, im[bin] as number];
    const gain = magnitude(values[at + HARMONICS] as number);
    const turn = onCircle(halfTurns(values[at + TURNS] as number));
    const [cos, sin] = [cosine(turn) * gain, sine(turn) * gain];
    const hiss = magnitude(values[at + NOISE] as number);
    const own = magnitude(values[at + REST] as number);
    const phase = onCircle((values[at + PHASE] as number) / (2 * Math.PI));
    const n = (noiseAt + 2 * bin) & (NORMALS - 1);
    re[bin] = r * cos - i * sin + (noise[n] as number) * hiss + own * cosine(phase);
    im[bin] = r * sin + i * cos + (noise[n ^ 1] as number) * hiss + own * sine(phase);
  }
  // A real signal has real numbers at both ends.
  im[0] = 0;
  im[BINS - 1] = 0;
}

/** Two half spectra as the conjugate of one whole spectrum, the second turned by a quarter. */
function joinPair(
  first: HalfSpectrum,
  second: HalfSpectrum,
  re: Float64Array,
  im: Float64Array,
): void {
  for (let bin = 0; bin < BINS; bin++) {
    const [a, b] = [first.re[bin] as number, first.im[bin] as number];
    const [c, d] = [second.re[bin] as number, second.im[bin] as number];
    re[bin] = a - d;
    im[bin] = -(b + c);
    if (bin === 0 || bin === BINS - 1) continue;
    re[SIZE - bin] = a + d;
    im[SIZE - bin] = b - c;
  }
}

/**
 * Every harmonic below the limit at unit amplitude, by the closed form of their sum; zeros without voice. Between the middles of
 * frames the pitch is straight. Half a window more stands before and behind, as in a mirror.
 */
function pulseTrain(pitch: Float32Array): Float64Array {
  const last = pitch.length - 1;
  const length = pitch.length * HOP;
  const padded = new Float64Array(length + SIZE);
  const samples = padded.subarray(SIZE / 2, SIZE / 2 + length);
  let turns = 0;
  for (let frame = -1; frame <= last; frame++) {
    const low = pitch[Math.max(0, frame)] as number;
    const step = ((pitch[Math.min(frame + 1, last)] as number) - low) / HOP;
    const middle = (frame + 0.5) * HOP;
    const end = Math.min(middle + HOP, length);
    for (let i = Math.max(0, middle); i < end; i++) {
      const hz = low + step * (i + 0.5 - middle);
      const bounded = Math.max(hz, MIN_PITCH);
      turns += bounded / VOICE_RATE;
      turns -= Math.floor(turns);
      if (hz <= MIN_PITCH) continue;
      const harmonics = Math.floor(MAX_HARMONIC / bounded) + 0.5;
      const half = 2 * sine((turns / 2) * CIRCLE);
      const isPeak = Math.abs(half) <= 2e-3;
      samples[i] = (isPeak ? harmonics : sine(onCircle(harmonics * turns)) / half) - 0.5;
    }
  }
  for (let i = 1; i <= SIZE / 2; i++) {
    padded[SIZE / 2 - i] = samples[Math.min(i, length - 1)] as number;
    padded[SIZE / 2 + length - 1 + i] = samples[Math.max(0, length - 1 - i)] as number;
  }
  return padded;
}

/** The middle of the overlapping frames, less the windows' weight, which is smaller at both ends. */
function normalised(sum: Float64Array, frames: number): Float32Array {
  const out = new Float32Array(frames * HOP);
  const half = SIZE / 2;
  for (let start = 0; start < out.length; start += HOP) {
    const block = (half + start) / HOP;
    const [low, high] = [Math.max(0, block - frames + 1), Math.min(OVERLAP - 1, block)];
    const isWhole = low === 0 && high === OVERLAP - 1;
    for (let i = 0; i < HOP; i++) {
      const weight = isWhole ? (WEIGHTS[i] as number) : weightOf(i, low, high);
      out[start + i] = (sum[half + start + i] as number) / Math.max(weight, 1e-11);
    }
  }
  return out;
}

function weightOf(at: number, low: number, high: number): number {
  let weight = 0;
  for (let k = low; k <= high; k++) weight += (WINDOW[k * HOP + at] as number) ** 2;
  return weight;
}
