/** Dot product; the cosine similarity of vectors of length 1. @throws RangeError where their sizes differ. */
export function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`Vectors of ${a.length} and ${b.length} numbers`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
