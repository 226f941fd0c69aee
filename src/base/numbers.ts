/** Numbers in [0, 1), the same for the same seed: a linear congruential generator with the constants of Numerical Recipes. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Dot product; the cosine similarity of vectors of length 1. @throws RangeError where their sizes differ. */
export function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`Vectors of ${a.length} and ${b.length} numbers`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
