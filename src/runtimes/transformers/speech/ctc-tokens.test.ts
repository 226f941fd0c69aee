import { expect, test } from 'vitest';
import { joinTokens, tokensOf } from './ctc-tokens.ts';

const BLANK = 3;
/** Logits in which one token is likeliest in each frame. */
const frames = (...ids: number[]) =>
  new Float32Array(ids.flatMap((id) => [0, 1, 2, 3].map((k) => (k === id ? 2 : -1))));

test('a token that lasts is written once, and twice with a blank between', () => {
  expect(tokensOf(frames(3, 1, 1, 1, 3, 1, 2, 2, 3, 3), 4, BLANK)).toEqual([
    { id: 1, from: 1, to: 4 },
    { id: 1, from: 5, to: 6 },
    { id: 2, from: 6, to: 8 },
  ]);
  expect(tokensOf(frames(3, 3), 4, BLANK)).toEqual([]);
  expect(tokensOf(new Float32Array(0), 0, BLANK)).toEqual([]);
});

test('a word after a pause begins a segment; a syllable never does', () => {
  const tokens = [
    { id: 1, from: 0, to: 2 },
    { id: 2, from: 30, to: 31 },
    { id: 1, from: 33, to: 34 },
    { id: 1, from: 60, to: 61 },
  ];
  const segments = joinTokens(tokens, new Set([1]), 0.08);
  expect(segments.map((s) => s.map((t) => t.from))).toEqual([[0, 30, 33], [60]]);
});
