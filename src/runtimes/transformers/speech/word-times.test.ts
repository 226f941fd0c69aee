import { expect, test } from 'vitest';
import { alignmentCost, rowStarts } from './word-alignment.ts';
import { placeWords, splitWords, timeWords } from './word-times.ts';

test('the cheapest path through time says when each row starts', () => {
  const cost = [
    [0, 0, 9, 9, 9, 9],
    [9, 9, 0, 9, 9, 9],
    [9, 9, 9, 0, 0, 0],
  ].map((row) => Float32Array.from(row));
  expect(rowStarts(cost)).toEqual([0, 2, 3]);
});

test('attention to the padding and of single frames does not count', () => {
  const frames = 40;
  const look = (from: number, to: number) =>
    Float32Array.from({ length: 60 }, (_, f) => {
      if (f > 50) return 0.05;
      return f >= from && f < to ? 0.1 : 0.001;
    });
  const head = [look(0, 10), look(10, 25), look(25, 40)];
  (head[0] as Float32Array)[33] = 0.3;
  expect(rowStarts(alignmentCost([head], frames))).toEqual([0, 10, 25]);
});

const TEXT = [' Hel', 'lo', ',', ' wor', 'ld', '.'];
const decode = (ids: readonly number[]) => ids.map((id) => TEXT[id]).join('');

test('tokens make words at spaces; punctuation stands alone at first', () => {
  expect(splitWords([0, 1, 2, 3, 4, 5], decode, 'en')).toEqual([
    { text: ' Hello', tokens: 2 },
    { text: ',', tokens: 1 },
    { text: ' world', tokens: 2 },
    { text: '.', tokens: 1 },
  ]);
  const halves = ['\uFFFD', '\uFFFD', '音'];
  const whole = (ids: readonly number[]) => (ids.length > 1 ? '音' : (halves[ids[0] ?? 0] ?? ''));
  expect(splitWords([0, 1, 2], whole, 'ja').map((w) => w.tokens)).toEqual([2, 1]);
});

test('words get times, and their punctuation joins them', () => {
  const words = splitWords([0, 1, 2, 3, 4, 5], decode, 'en');
  const timed = timeWords(words, [10, 20, 30, 40, 50, 60, 70], [1, 0.5, 1, 0.8, 0.8, 1]);
  expect(timed.map(({ text, start, end }) => [text, start, end])).toEqual([
    [' Hello,', 0.2, 0.6],
    [' world.', 0.8, 1.2],
  ]);
  expect(timed[0]?.probability).toBeCloseTo(0.75);
});

test('words go to the segments of their tokens, whose edges follow them', () => {
  const words = [' one', ' two', ' three'].map((text, i) => ({
    text,
    tokens: 1,
    start: i,
    end: i + 0.4,
    probability: 1,
  }));
  const placed = placeWords(words, [
    { tokens: 2, start: 0.1, end: 1.9 },
    { tokens: 1, start: 1.9, end: 2.6 },
  ]);
  expect(placed.map((s) => s.words.map((w) => w.text))).toEqual([[' one', ' two'], [' three']]);
  expect(placed.map(({ start, end }) => [start, end])).toEqual([
    [0, 1.4],
    [2, 2.4],
  ]);
});
