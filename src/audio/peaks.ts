import { SAMPLE_RATE } from '#base/audio.ts';

/** Peaks of one second of sound. */
const PEAKS_PER_SECOND = 25;

const WIDTH = SAMPLE_RATE / PEAKS_PER_SECOND;

export interface Peaks {
  /** Adds the next samples; returns the peaks that are complete, 0…255 for an amplitude of 0…1. */
  push(samples: Float32Array): Uint8Array;
  /** The last peak, of fewer samples, if any. */
  flush(): Uint8Array;
}

/** The loudest amplitude of every 40 ms of a stream, for drawing a waveform. */
export function createPeaks(): Peaks {
  let highest = 0;
  let held = 0;
  const close = () => {
    const peak = Math.min(255, Math.round(highest * 255));
    highest = 0;
    held = 0;
    return peak;
  };
  return {
    push(samples) {
      const out = new Uint8Array(Math.floor((held + samples.length) / WIDTH));
      let done = 0;
      for (const sample of samples) {
        const level = Math.abs(sample);
        if (level > highest) highest = level;
        if (++held === WIDTH) out[done++] = close();
      }
      return out;
    },
    flush: () => (held > 0 ? Uint8Array.of(close()) : new Uint8Array(0)),
  };
}
