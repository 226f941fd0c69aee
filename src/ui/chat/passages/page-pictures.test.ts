import { expect, test } from 'vitest';
import { boxesOf, placeWords } from './page-pictures.ts';

const word = (text: string, x: number) => ({ text, x, y: 10, width: 20, height: 5 });
const size = { width: 200, height: 100 };

test('words of a picture stand where the text has them, in shares of the picture', () => {
  const text = '| Milk | 2 |\nThe insurance pays.';
  const words = ['Milk', '2', 'The', 'insur-', 'ance', 'pays.'].map((w, i) => word(w, 20 * i));
  const placed = placeWords(text, 1_000, { words, ...size });
  const starts = Array.from({ length: placed.length / 6 }, (_, i) => placed[6 * i]);
  expect(starts).toEqual([1002, 1009, 1013, 1017, 1022, 1027]);
  const pays = 1_000 + text.indexOf('pays');
  const [box, ...others] = boxesOf({ words: placed }, pays, pays + 4);
  expect(others).toEqual([]);
  expect(box?.left).toBeCloseTo(0.5);
  expect(box?.top).toBeCloseTo(0.1);
  expect(box?.width).toBeCloseTo(0.1);
  expect(box?.height).toBeCloseTo(0.05);
  const insurance = 1_000 + text.indexOf('insurance');
  expect(boxesOf({ words: placed }, insurance, insurance + 9)).toHaveLength(2);
});

test('a word that the text writes otherwise is left out, and the next ones are found', () => {
  const words = ['Tota1', 'due'].map((w, i) => word(w, i));
  const placed = placeWords('Total due', 0, { words, ...size });
  expect(placed[0]).toBe(6);
  expect(placed).toHaveLength(6);
  expect(placeWords(`a ${'x'.repeat(100)} due`, 0, { words, ...size })).toHaveLength(0);
});
