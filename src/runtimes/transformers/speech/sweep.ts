import { SAMPLE_RATE } from '#base/audio.ts';

/** A second of a tone that rises, at 16 kHz: something in every band. */
export function sweep(): Float32Array {
  return Float32Array.from(
    { length: SAMPLE_RATE },
    (_, i) => 0.3 * Math.sin(i * (0.02 + i * 8e-5)),
  );
}
