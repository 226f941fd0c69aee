import { expect, test } from 'vitest';
import { cutSpeechWindows, type SpeechWindow } from './speech-windows.ts';

const RATE = 16_000;

/** Loud from `a` to `b` seconds, silent elsewhere. */
function track(seconds: number, loud: [number, number][]): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, i) =>
    loud.some(([a, b]) => i >= a * RATE && i < b * RATE) ? 0.3 * Math.sin(i / 5) : 0,
  );
}

async function cut(samples: Float32Array, chunk = 4321): Promise<SpeechWindow[]> {
  async function* pieces() {
    for (let at = 0; at < samples.length; at += chunk) yield samples.subarray(at, at + chunk);
  }
  const windows: SpeechWindow[] = [];
  for await (const window of cutSpeechWindows(pieces())) windows.push(window);
  return windows;
}

test('a short recording is one window without the silence before it', async () => {
  const [window, ...more] = await cut(track(5, [[2, 4]]));
  expect(more).toEqual([]);
  expect(window?.startSeconds).toBeCloseTo(1.8, 1);
});

test('a long one is cut in a pause, with nothing lost and nothing twice', async () => {
  const windows = await cut(
    track(70, [
      [0, 25],
      [26, 52],
      [53, 70],
    ]),
  );
  expect(windows.map((w) => Math.round(w.startSeconds))).toEqual([0, 26, 53]);
  expect(windows.every((w) => w.samples.length <= 30 * RATE)).toBe(true);
  const loud = windows.reduce((sum, w) => sum + w.samples.filter((x) => x !== 0).length, 0);
  expect(Math.abs(loud - 68 * RATE)).toBeLessThan(100);
});

test('silence gives no window', async () => {
  expect(await cut(new Float32Array(100 * RATE))).toEqual([]);
  expect(await cut(new Float32Array(0))).toEqual([]);
});

test('speech without any pause is cut at 30 seconds at the latest', async () => {
  const windows = await cut(track(65, [[0, 65]]));
  expect(windows.reduce((sum, w) => sum + w.samples.length, 0)).toBe(65 * RATE);
  expect(windows.every((w) => w.samples.length <= 30 * RATE)).toBe(true);
});
