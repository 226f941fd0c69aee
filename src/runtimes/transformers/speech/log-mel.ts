import { createFft } from './fft.ts';

const FFT = 400;
const HOP = 160;
const BINS = FFT / 2 + 1;
/** Below this a band holds nothing. */
const FLOOR = 1e-10;
/** Decades below the loudest band at which values are clamped. */
const RANGE = 8;

/** A triangle of frequencies: its weights from its first bin on. */
interface Band {
  first: number;
  weights: Float32Array;
}

/** Input of Whisper: the log-mel spectrogram, [bands × frames], of a window padded with silence. */
export type LogMel = (samples: Float32Array, frames: number) => Float32Array;

/**
 * Whisper's front end: log-mel energies of frames of 25 ms every 10 ms. `filters` are the bands as
 * the model's feature extractor has them, each of 201 weights. Frames behind the sound cost nothing.
 * @see https://github.com/openai/whisper/blob/main/whisper/audio.py (log_mel_spectrogram)
 */
export function createLogMel(filters: readonly ArrayLike<number>[]): LogMel {
  const bands = filters.map(toBand);
  const fft = createFft(FFT);
  const window = Float64Array.from(
    { length: FFT },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT),
  );
  const real = new Float64Array(FFT);
  const imaginary = new Float64Array(FFT);
  const power = new Float64Array(BINS);

  return (samples, frames) => {
    const out = new Float32Array(bands.length * frames).fill(Math.log10(FLOOR));
    // The first and last half frame see the sound mirrored.
    const at = (i: number) => samples[i < 0 ? -i : i] ?? 0;
    const filled = Math.min(frames, Math.ceil((samples.length + FFT / 2) / HOP) + 1);
    let loudest = Math.log10(FLOOR);
    const write = (frame: number, sign: 1 | -1) => {
      if (frame >= filled) return;
      readPower(real, imaginary, sign, power);
      for (const [band, { first, weights }] of bands.entries()) {
        let sum = 0;
        for (let k = 0; k < weights.length; k++) {
          sum += (weights[k] as number) * (power[first + k] as number);
        }
        const level = Math.log10(Math.max(FLOOR, sum));
        out[band * frames + frame] = level;
        if (level > loudest) loudest = level;
      }
    };
    for (let frame = 0; frame < filled; frame += 2) {
      const a = frame * HOP - FFT / 2;
      for (let i = 0; i < FFT; i++) {
        real[i] = at(a + i) * (window[i] as number);
        imaginary[i] = at(a + HOP + i) * (window[i] as number);
      }
      fft.transform(real, imaginary);
      write(frame, 1);
      write(frame + 1, -1);
    }
    const min = loudest - RANGE;
    for (let i = 0; i < out.length; i++) out[i] = (Math.max(out[i] as number, min) + 4) / 4;
    return out;
  };
}

/** Two real frames went in as one complex one: their spectra are its even and its odd part. */
function readPower(
  real: Float64Array,
  imaginary: Float64Array,
  sign: 1 | -1,
  power: Float64Array,
): void {
  for (let k = 0; k < BINS; k++) {
    const other = (FFT - k) % FFT;
    const r = (real[k] as number) + sign * (real[other] as number);
    const i = (imaginary[k] as number) - sign * (imaginary[other] as number);
    power[k] = (r * r + i * i) / 4;
  }
}

function toBand(filter: ArrayLike<number>): Band {
  const all = Array.from(filter);
  const first = Math.max(
    0,
    all.findIndex((w) => w !== 0),
  );
  const last = all.findLastIndex((w) => w !== 0);
  return { first, weights: Float32Array.from(all.slice(first, last + 1)) };
}
