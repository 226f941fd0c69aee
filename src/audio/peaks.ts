import { SAMPLE_RATE } from '#base/audio.ts';
import type { Piece } from './decoded.ts';

/** Peaks of one second of sound. */
const PEAKS_PER_SECOND = 25;

const WIDTH = SAMPLE_RATE / PEAKS_PER_SECOND;

export interface Peaks {
  /** Adds the next samples; returns the peaks that are complete, 0…255 for an amplitude of 0…1. */
  push(piece: Piece): Uint8Array;
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
    push(piece) {
      const out = new Uint8Array(Math.floor((held + piece.length) / WIDTH));
      let done = 0;
      if ('isSilent' in piece) {
        const all = held + piece.length;
        if (out.length > 0) out[0] = close();
        held = all % WIDTH;
        return out;
      }
      for (const sample of piece) {
        const level = Math.abs(sample);
        if (level > highest) highest = level;
        if (++held === WIDTH) out[done++] = close();
      }
      return out;
    },
    flush: () => (held > 0 ? Uint8Array.of(close()) : new Uint8Array(0)),
  };
}
