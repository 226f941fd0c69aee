import { expect, test } from 'vitest';
import { type SpeechWindow, SpeechWindows, type WindowOptions } from './speech-windows.ts';

const RATE = 16_000;

/** Loud from `a` to `b` seconds, `floor` elsewhere. */
function track(seconds: number, loud: [number, number][], floor = 0): Float32Array {
  const samples = new Float32Array(seconds * RATE);
  if (floor > 0)
    samples.forEach((_, i) => {
      samples[i] = floor * Math.sin(i * i * 0.37);
    });
  for (const [a, b] of loud)
    for (let i = a * RATE; i < b * RATE; i++) samples[i] = 0.3 * Math.sin(i / 5);
  return samples;
}

const CUTTING: WindowOptions = { fromSeconds: 0, searchSeconds: 12 };

/** All windows; `transcribed` is how far each is transcribed, its whole length when absent. */
async function cut(
  samples: Float32Array,
  {
    chunk = 4321,
    transcribed = (seconds: number) => seconds,
    ...options
  }: Partial<WindowOptions> & { chunk?: number; transcribed?: (seconds: number) => number } = {},
): Promise<SpeechWindow[]> {
  async function* pieces() {
    for (let at = 0; at < samples.length; at += chunk) yield samples.subarray(at, at + chunk);
  }
  const all = new SpeechWindows(pieces(), { ...CUTTING, ...options });
  const windows: SpeechWindow[] = [];
  for (;;) {
    const window = await all.next();
    if (!window) break;
    windows.push(window);
    all.advance(transcribed(window.samples.length / RATE));
  }
  await all.close();
  return windows;
}

const lengthOf = ({ samples }: SpeechWindow) => samples.length / RATE;

const loudSamples = (windows: SpeechWindow[]) =>
  windows.reduce((sum, w) => sum + w.samples.filter((x) => x !== 0).length, 0);

test('a short recording is one window without the silence before it', async () => {
  const [window, ...more] = await cut(track(5, [[2, 4]]));
  expect(more).toEqual([]);
  expect(window?.startSeconds).toBeCloseTo(1.8, 1);
  expect(window?.endOf(Infinity)).toBeCloseTo(4.4, 1);
  expect(window?.isLast).toBe(true);
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
  expect(Math.abs(loudSamples(windows) - 68 * RATE)).toBeLessThan(100);
});

test.each([0, 0.01])('long pauses are left out, with %d of noise in them too', async (floor) => {
  const spoken: [number, number][] = Array.from({ length: 12 }, (_, i) => [10 * i + 4, 10 * i + 6]);
  const windows = await cut(track(120, spoken, floor));
  const seconds = windows.reduce((sum, w) => sum + w.samples.length, 0) / RATE;
  expect(seconds).toBeGreaterThan(24);
  expect(seconds).toBeLessThan(36);
});

test("times in a window are the recording's, also behind a pause that was left out", async () => {
  const [window] = await cut(
    track(60, [
      [5, 6],
      [40, 41],
      [55, 56],
    ]),
  );
  const samples = window?.samples ?? new Float32Array(0);
  // Where sound starts again after silence in the window, and when that was.
  const starts = [...samples.keys()]
    .filter((i) => samples[i] !== 0 && samples.subarray(Math.max(0, i - 800), i).every((x) => !x))
    .map((i) => window?.toRecording(i / RATE) ?? 0);
  expect(starts.map((s) => Math.round(s * 100) / 100)).toEqual([5, 40, 55]);
});

test('the same samples give the same windows however they are cut', async () => {
  const samples = track(90, [
    [1, 20],
    [30, 47],
    [60, 89],
  ]);
  const plain = (windows: SpeechWindow[]) =>
    windows.map((w) => [w.startSeconds, w.endOf(Infinity), w.samples.length]);
  expect(plain(await cut(samples, { chunk: 100 }))).toEqual(
    plain(await cut(samples, { chunk: 500_000 })),
  );
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

test('the next window starts where the one before was transcribed to', async () => {
  const windows = await cut(track(70, [[0, 70]]), {
    transcribed: (seconds) => Math.min(20, seconds),
  });
  expect(windows.map((w) => w.startSeconds)).toEqual([0, 20, 40, 60]);
  expect(windows.map((w) => w.isLast)).toEqual([false, false, true, true]);
});

test('a recogniser that seeks gets windows of nearly 30 s', async () => {
  const spoken = track(90, [
    [0, 20],
    [21, 90],
  ]);
  const [window] = await cut(spoken, { searchSeconds: 4 });
  expect(window && lengthOf(window)).toBeGreaterThan(26);
});

test('resumes at a time with the windows that would have followed', async () => {
  const spoken = track(100, [
    [2, 33],
    [36, 61],
    [66, 99],
  ]);
  const transcribed = (seconds: number) => Math.min(seconds, 25.5);
  const whole = await cut(spoken, { transcribed });
  const [first, ...later] = whole;
  const resumed = await cut(spoken, { transcribed, fromSeconds: first?.endOf(25.5) ?? 0 });
  const starts = (windows: SpeechWindow[]) => windows.map((w) => w.startSeconds);
  expect(starts(resumed)).toEqual(starts(later));
  expect(resumed.map(lengthOf)).toEqual(later.map(lengthOf));
});

test('a place before a pause ends there, the next window starts behind it', async () => {
  const windows = await cut(
    track(40, [
      [0, 10],
      [30, 40],
    ]),
    { transcribed: (seconds) => Math.min(seconds, 10.4) },
  );
  expect(windows[0]?.endOf(10.4)).toBeCloseTo(10.4, 3);
  expect(windows[1]?.startSeconds).toBeCloseTo(29.8, 1);
});

/** Words of one second at a level, with pauses between them. */
const spokenAt = (level: number) =>
  track(20, [
    [2, 3],
    [4, 6],
    [8, 10],
  ]).map((sample) => (sample * level) / 0.3);

test.each([0.01, 0.001, 0.0003])(
  'a quiet talker, at %d of full scale, is no silence',
  async (level) => {
    const windows = await cut(spokenAt(level));
    expect(loudSamples(windows)).toBeGreaterThan(4.9 * RATE);
  },
);

test('the steady noise of a device is silence', async () => {
  expect(await cut(track(60, [], 2e-4))).toEqual([]);
});
