/// <reference lib="webworker" />
// Computes for a given time and reports the amount of work done.

const SIZE = 48;
const a = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (i % 7) - 3);
const b = Float32Array.from({ length: SIZE * SIZE }, (_, i) => (i % 5) - 2);
const c = new Float32Array(SIZE * SIZE);

function multiply(): void {
  for (let row = 0; row < SIZE; row++) {
    for (let column = 0; column < SIZE; column++) {
      let sum = 0;
      for (let i = 0; i < SIZE; i++) {
        sum += (a[row * SIZE + i] as number) * (b[i * SIZE + column] as number);
      }
      c[row * SIZE + column] = sum;
    }
  }
}

function workFor(ms: number): number {
  const end = performance.now() + ms;
  let rounds = 0;
  for (; performance.now() < end; rounds++) multiply();
  return rounds;
}

self.onmessage = ({ data: ms }: MessageEvent<number>) => self.postMessage(workFor(ms));
// The first rounds run before the code is optimised.
workFor(5);
self.postMessage('ready');
