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

/** What the network predicts for each frame of 12.5 ms; arrays of [bins, frames], but `pitch`: [frames], in Hz. */
export interface VoiceSpectrum {
  /** Log magnitude and phase (tanh, in half turns) that shape the harmonics. */
  harmonics: Float32Array;
  turns: Float32Array;
  /** Log magnitude of noise, and of what has a phase of its own. */
  noise: Float32Array;
  rest: Float32Array;
  phase: Float32Array;
  pitch: Float32Array;
}

const WINDOW = Float64Array.from(
  { length: SIZE },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE),
);

/**
 * The samples of a predicted spectrum: a pulse train of the pitch, shaped; noise, shaped; and a part with a phase of its own,
 * in one inverse short-time transform, after Hibari. `random`: numbers in [0, 1) for the noise.
 */
export function toSamples(spectrum: VoiceSpectrum, random: () => number): Float32Array {
  const frames = spectrum.pitch.length;
  const pulses = pulseTrain(spectrum.pitch);
  const padded = reflect(pulses, SIZE / 2);
  const sum = new Float64Array((frames + OVERLAP - 1) * HOP);
  const fft = createFft(SIZE);
  const [re, im] = [new Float64Array(SIZE), new Float64Array(SIZE)];
  const [firstRe, firstIm, secondRe, secondIm] = [0, 1, 2, 3].map(() => new Float64Array(BINS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const noise = createNoise(random);
  // Two real frames are one complex one: half the transforms.
  for (let frame = 0; frame < frames; frame += 2) {
    const hasSecond = frame + 1 < frames;
    noise.jump();
    for (let i = 0; i < SIZE; i++) {
      // A unit cosine has the magnitude 1 in its bin.
      const window = (WINDOW[i] as number) / (SIZE / 4);
      re[i] = (padded[frame * HOP + i] as number) * window;
      im[i] = hasSecond ? (padded[(frame + 1) * HOP + i] as number) * window : 0;
    }
    fft.transform(re, im);
    for (let bin = 0; bin < BINS; bin++) {
      const mirror = (SIZE - bin) % SIZE;
      const [a, b, c, d] = [re[bin], im[bin], re[mirror], im[mirror]] as [
        number,
        number,
        number,
        number,
      ];
      firstRe[bin] = (a + c) / 2;
      firstIm[bin] = (b - d) / 2;
      secondRe[bin] = (b + d) / 2;
      secondIm[bin] = (c - a) / 2;
    }
    shape(spectrum, frame, frames, firstRe, firstIm, noise.next);
    if (hasSecond) shape(spectrum, frame + 1, frames, secondRe, secondIm, noise.next);
    else {
      secondRe.fill(0);
      secondIm.fill(0);
    }
    joinPair(firstRe, firstIm, secondRe, secondIm, re, im);
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

/** Turns the transform of the pulses into that of speech, in place. */
function shape(
  { harmonics, turns, noise, rest, phase }: VoiceSpectrum,
  frame: number,
  frames: number,
  re: Float64Array,
  im: Float64Array,
  normal: () => number,
): void {
  for (let bin = 0; bin < BINS; bin++) {
    const at = bin * frames + frame;
    const [r, i] = [re[bin] as number, im[bin] as number];
    const gain = magnitude(harmonics[at] as number);
    const turn = Math.PI * Math.tanh(turns[at] as number);
    const [cos, sin] = [Math.cos(turn) * gain, Math.sin(turn) * gain];
    const hiss = magnitude(noise[at] as number);
    const own = magnitude(rest[at] as number);
    re[bin] = r * cos - i * sin + normal() * hiss + own * Math.cos(phase[at] as number);
    im[bin] = r * sin + i * cos + normal() * hiss + own * Math.sin(phase[at] as number);
  }
  // A real signal has real numbers at both ends.
  im[0] = 0;
  im[BINS - 1] = 0;
}

const magnitude = (log: number) => Math.exp(Math.min(log, 7));

/** Two half spectra as the conjugate of one whole spectrum, the second turned by a quarter. */
function joinPair(
  firstRe: Float64Array,
  firstIm: Float64Array,
  secondRe: Float64Array,
  secondIm: Float64Array,
  re: Float64Array,
  im: Float64Array,
): void {
  for (let bin = 0; bin < BINS; bin++) {
    const [a, b] = [firstRe[bin] as number, firstIm[bin] as number];
    const [c, d] = [secondRe[bin] as number, secondIm[bin] as number];
    re[bin] = a - d;
    im[bin] = -(b + c);
    if (bin === 0 || bin === BINS - 1) continue;
    re[SIZE - bin] = a + d;
    im[SIZE - bin] = b - c;
  }
}

/** Every harmonic below the limit at unit amplitude, by the closed form of their sum; zeros without voice. */
function pulseTrain(pitch: Float32Array): Float64Array {
  const frames = pitch.length;
  const samples = new Float64Array(frames * HOP);
  let turns = 0;
  for (let i = 0; i < samples.length; i++) {
    const hz = pitchAt(pitch, i);
    const bounded = Math.max(hz, MIN_PITCH);
    turns = (turns + bounded / VOICE_RATE) % 1;
    if (hz <= MIN_PITCH) continue;
    const angle = turns * 2 * Math.PI;
    const harmonics = Math.floor(MAX_HARMONIC / bounded) + 0.5;
    const half = 2 * Math.sin(angle / 2);
    samples[i] = (Math.abs(half) <= 2e-3 ? harmonics : Math.sin(harmonics * angle) / half) - 0.5;
  }
  return samples;
}

/** Between the middles of frames, linearly. */
function pitchAt(pitch: Float32Array, sample: number): number {
  const at = (sample + 0.5) / HOP - 0.5;
  const before = Math.floor(at);
  const part = at - before;
  const last = pitch.length - 1;
  const low = pitch[Math.max(0, Math.min(before, last))] as number;
  const high = pitch[Math.max(0, Math.min(before + 1, last))] as number;
  return low * (1 - part) + high * part;
}

function reflect(samples: Float64Array, by: number): Float64Array {
  const { length } = samples;
  const out = new Float64Array(length + 2 * by);
  out.set(samples, by);
  for (let i = 1; i <= by; i++) {
    out[by - i] = samples[Math.min(i, length - 1)] as number;
    out[by + length - 1 + i] = samples[Math.max(0, length - 1 - i)] as number;
  }
  return out;
}

/** The middle of the overlapping frames, less the windows' weight, which is smaller at both ends. */
function normalised(sum: Float64Array, frames: number): Float32Array {
  const out = new Float32Array(frames * HOP);
  const half = SIZE / 2;
  for (let i = 0; i < out.length; i++) {
    const block = Math.floor((half + i) / HOP);
    let weight = 0;
    for (let k = Math.max(0, block - frames + 1); k <= Math.min(OVERLAP - 1, block); k++) {
      weight += (WINDOW[k * HOP + ((half + i) % HOP)] as number) ** 2;
    }
    out[i] = (sum[half + i] as number) / Math.max(weight, 1e-11);
  }
  return out;
}

/** Normally distributed numbers made ahead: a power of two, so that a position wraps by its bits. */
const NORMALS = 1 << 16;

/** Numbers of a table of the method of Box and Muller, from a random place on at each frame: the ear finds no period. */
function createNoise(random: () => number): { next: () => number; jump: () => void } {
  const table = new Float32Array(NORMALS);
  for (let i = 0; i < NORMALS; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    table[i] = radius * Math.cos(angle);
    table[i + 1] = radius * Math.sin(angle);
  }
  let at = 0;
  return {
    next() {
      at = (at + 1) & (NORMALS - 1);
      return table[at] as number;
    },
    jump() {
      at = Math.floor(random() * NORMALS);
    },
  };
}
