import { expect, test } from 'vitest';
import { readWindow } from './window-segments.ts';

/** Text below 100, times from 100 on. */
const tokens = { firstTime: 100 };
const T = (seconds: number) => 100 + Math.round(seconds / 0.02);
const read = (written: number[], seconds = 30, isLast = false) =>
  readWindow(written, tokens, seconds, isLast);
const spans = (written: number[], seconds = 30, isLast = false) =>
  read(written, seconds, isLast).segments.map(({ start, end }) => [start, end]);

test('segments have the times around their text, and their tokens', () => {
  const written = [T(1), 1, 2, T(2), T(3), 3, T(4)];
  const { segments } = read(written);
  expect(segments).toEqual([
    { ids: [T(1), 1, 2, T(2)], start: 1, end: 2 },
    { ids: [T(3), 3, T(4)], start: 3, end: 4 },
  ]);
});

test('a segment that is not closed is left to the next window', () => {
  const written = [T(0), 1, T(22), T(22), 2, 3];
  expect(spans(written)).toEqual([[0, 22]]);
  expect(read(written).transcribedSeconds).toBe(22);
  expect(read(written, 30, true).transcribedSeconds).toBe(22);
});

test('sound behind the last segment is transcribed again, unless the recording ends soon', () => {
  const written = [T(0), 1, T(25)];
  expect(read(written).transcribedSeconds).toBe(25);
  expect(read(written, 30, true).transcribedSeconds).toBe(25);
  expect(read(written, 26.9).transcribedSeconds).toBe(25);
  expect(read(written, 26.9, true).transcribedSeconds).toBe(26.9);
});

test('a rest too short to be a window of its own stays', () => {
  expect(read([T(0), 1, T(29.4)]).transcribedSeconds).toBe(30);
  expect(spans([T(0), 1, T(29.4), T(29.4), 2])).toEqual([
    [0, 29.4],
    [29.4, 30],
  ]);
});

test('text that is never closed fills the window', () => {
  expect(spans([T(2), 1, 2])).toEqual([[2, 30]]);
  expect(read([T(2), 1, 2]).transcribedSeconds).toBe(30);
});

test('no text passes over the window', () => {
  expect(read([])).toEqual({ segments: [], transcribedSeconds: 30 });
  expect(read([T(0), T(3)])).toEqual({ segments: [], transcribedSeconds: 30 });
});

test('times behind the window are brought to its end', () => {
  expect(spans([T(0), 1, T(9)], 5)).toEqual([[0, 5]]);
});

test('words at the end of the window, where no sound is left, are dropped', () => {
  expect(spans([T(0), 1, T(4), T(5), 2, T(5.2)], 5)).toEqual([[0, 4]]);
  expect(spans([T(0), 1, T(4), T(5), 2], 5)).toEqual([[0, 4]]);
});
