/** Zero crossings of the low-pass kernel on each side of its centre. */
const CROSSINGS = 16;
/** Kaiser window: about 80 dB of stop band. */
const BETA = 8;

export interface Resampler {
  /** Resampled samples that are complete so far; delay is made up for, so times stay true. */
  push(samples: Float32Array): Float32Array;
  /** The rest. In all, `round(n · to / from)` samples come out of n. */
  flush(): Float32Array;
}

/**
 * Band-limited conversion between two whole sample rates (Hz), chunk by chunk, by a polyphase
 * windowed sinc whose cut-off is below the lower of both Nyquist frequencies.
 * @see https://ccrma.stanford.edu/~jos/resample/
 */
export function createResampler(from: number, to: number): Resampler {
  if (from === to) return { push: (samples) => samples, flush: () => new Float32Array(0) };
  const common = gcd(from, to);
  const up = to / common;
  const down = from / common;
  const cutoff = Math.min(1, to / from) * 0.96;
  const half = Math.ceil(CROSSINGS / cutoff);
  // Made when they are needed: rates without a common divisor have thousands.
  const phases: Float32Array[] = [];
  let input = new Float32Array(half);
  let start = -half;
  let received = 0;
  let produced = 0;

  const produce = (until: number): Float32Array => {
    const out = new Float32Array(Math.max(0, until - produced));
    for (let i = 0; i < out.length; i++) {
      const position = (produced + i) * down;
      const whole = Math.floor(position / up);
      const phase = position % up;
      phases[phase] ??= kernel(phase / up, half, cutoff);
      const taps = phases[phase];
      const base = whole - half + 1 - start;
      let sum = 0;
      for (let k = 0; k < taps.length; k++) sum += (taps[k] as number) * (input[base + k] ?? 0);
      out[i] = sum;
    }
    produced = Math.max(produced, until);
    const used = Math.max(0, Math.floor((produced * down) / up) - half + 1 - start);
    input = input.slice(used);
    start += used;
    return out;
  };

  return {
    push(samples) {
      const joined = new Float32Array(input.length + samples.length);
      joined.set(input);
      joined.set(samples, input.length);
      input = joined;
      received += samples.length;
      return produce(Math.max(produced, Math.floor(((received - half) * up) / down)));
    },
    flush: () => produce(Math.round((received * up) / down)),
  };
}

/** Taps for inputs −half+1 … half around a point `offset` of a sample after its neighbour. */
function kernel(offset: number, half: number, cutoff: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * half }, (_, k) => {
    const x = k - half + 1 - offset;
    const window = bessel(BETA * Math.sqrt(Math.max(0, 1 - (x / half) ** 2))) / bessel(BETA);
    return cutoff * sinc(cutoff * x) * window;
  });
  // The gain at zero frequency is exactly one in every phase.
  const sum = taps.reduce((a, b) => a + b, 0);
  return taps.map((t) => t / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order zero. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
