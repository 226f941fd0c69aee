/** Samples per second of the mono audio that every speech model takes. */
export const SAMPLE_RATE = 16_000;

/** Pieces of sound as one. */
export function joinSamples(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
