import type { LocalVoice } from '#engine/tasks.ts';

export const EMBEDDING = 256;

export interface Sample {
  /** A unit vector in the direction of the embedding. */
  vector: Float32Array;
  embedding: Float32Array;
  seconds: number;
}

export function samplesOf(voices: readonly LocalVoice[]): Sample[] {
  return voices.flatMap(({ vector, start, end }) =>
    vector ? [{ vector: unit(vector), embedding: vector, seconds: end - start }] : [],
  );
}

export function meanOf(samples: readonly Pick<Sample, 'vector' | 'seconds'>[]): Float32Array {
  const sum = new Float32Array(EMBEDDING);
  for (const { vector, seconds } of samples) {
    for (let d = 0; d < EMBEDDING; d++) {
      sum[d] = (sum[d] as number) + seconds * (vector[d] as number);
    }
  }
  return unit(sum);
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0)) || 1;
  return vector.map((x) => x / length);
}
