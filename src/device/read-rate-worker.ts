/// <reference lib="webworker" />
// Measures memory bandwidth for a given time, because generating one token reads all weights once.

/** Larger than the caches of the processors that browsers run on. */
const data = new Float64Array(4 * 2 ** 20);

function readOnce(): number {
  // Four independent sums: a single one would wait for each addition.
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < data.length; i += 4) {
    a += data[i] as number;
    b += data[i + 1] as number;
    c += data[i + 2] as number;
    d += data[i + 3] as number;
  }
  return a + b + c + d;
}

self.onmessage = ({ data: ms }: MessageEvent<number>) => {
  const start = performance.now();
  let rounds = 0;
  let sum = 0;
  for (; performance.now() < start + ms; rounds++) sum += readOnce();
  const seconds = (performance.now() - start) / 1000;
  // The sum is used, so that the loop is not left out.
  self.postMessage(Number.isNaN(sum) ? 0 : (rounds * data.byteLength) / seconds);
};
// Memory that was never written is one page of zeros, and read from the cache.
data.fill(1);
readOnce();
