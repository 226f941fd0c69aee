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
