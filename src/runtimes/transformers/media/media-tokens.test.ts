import { expect, test } from 'vitest';
import { MediaTokens } from './media-tokens.ts';

test('ids are negative and unique, and lead to their vectors', () => {
  const tokens = new MediaTokens();
  const first = tokens.add({ vectors: Float32Array.of(1, 2, 3, 4), size: 2 });
  const second = tokens.add({ vectors: Float32Array.of(5, 6), size: 2 });
  expect([...first, ...second]).toEqual([-1, -2, -3]);
  expect([...tokens.vector(-2)]).toEqual([3, 4]);
  tokens.drop(first);
  expect(() => tokens.vector(-1)).toThrow(RangeError);
  expect(tokens.add({ vectors: Float32Array.of(7, 8), size: 2 })).toEqual([-4]);
});

test('text and sound have consecutive positions', () => {
  const tokens = new MediaTokens();
  const sound = tokens.add({ vectors: new Float32Array(3), size: 1 });
  const { time, line, column } = tokens.places([5, ...sound, 6]);
  expect(time).toEqual([0, 1, 2, 3, 4]);
  expect([line, column]).toEqual([time, time]);
});

test('a picture’s positions are lines and columns, and the text after it starts beyond its longest side', () => {
  const tokens = new MediaTokens();
  const picture = tokens.add({ vectors: new Float32Array(6), size: 1, grid: [1, 2, 3] });
  const { time, line, column } = tokens.places([5, 5, ...picture, 6, 7]);
  expect(time).toEqual([0, 1, 2, 2, 2, 2, 2, 2, 5, 6]);
  expect(line).toEqual([0, 1, 2, 2, 2, 3, 3, 3, 5, 6]);
  expect(column).toEqual([0, 1, 2, 3, 4, 2, 3, 4, 5, 6]);
});
