import { EngineError } from '#engine/engine-error.ts';

/**
 * Looks at what a model gave when it was first tried: half-precision graphs overflow on some graphics
 * GPUs, and faulty drivers give nothing at all.
 * @throws EngineError `not-compatible` for NaN, or outputs that are all the same.
 */
export function checkNumbers(values: Float32Array): void {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    // Some graphs rule tokens out by themselves.
    if (value === -Infinity) continue;
    if (!Number.isFinite(value)) {
      throw new EngineError('not-compatible', 'The model gives no sound numbers there.');
    }
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (least === most)
    throw new EngineError(
      'not-compatible',
      'The model returns the same output for every input there.',
    );
}
