import { SAMPLE_RATE } from '#base/audio.ts';
import { EngineError } from '#engine/engine-error.ts';

/**
 * Looks at what a model gave when it was first tried: half-precision graphs overflow on some graphics
 * GPUs, and faulty drivers give nothing at all.
 * @throws EngineError `not-compatible` for NaN, or outputs that are all the same.
 */
export function checkNumbers(values: Float32Array): void {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    // Some graphs rule tokens out by themselves.
    if (value === -Infinity) continue;
    if (!Number.isFinite(value)) {
      throw new EngineError('not-compatible', 'The model gives no sound numbers there.');
    }
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min === max)
    throw new EngineError(
      'not-compatible',
      'The model returns the same output for every input there.',
    );
}

/** A second of a tone that rises, at 16 kHz: something in every band. */
export function sweep(): Float32Array {
  return Float32Array.from(
    { length: SAMPLE_RATE },
    (_, i) => 0.3 * Math.sin(i * (0.02 + i * 8e-5)),
  );
}
