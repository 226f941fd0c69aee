import { expect, test } from 'vitest';
import { describeColours } from './legend.ts';

const embedded = (values: readonly string[]) => ({
  name: '',
  texts: values.map((_, i) => `text ${i}`),
  columns: [{ name: 'c', values }],
});
const byColumn = (values: readonly string[]) =>
  describeColours({
    embedded: embedded(values),
    clusters: null,
    colouring: { column: 'c' },
    hits: null,
  });

test('groups have the names of their words, or of a text where no word stands out', () => {
  const clusters = {
    of: Int32Array.of(0, 0, 1),
    clusters: [
      { typical: [0], size: 2 },
      { typical: [2], size: 1 },
    ],
    words: [['rain', 'snow'], []],
    best: 2,
  };
  const named = (text: string) =>
    describeColours({
      embedded: { ...embedded(['', '', '']), texts: ['', '', text] },
      clusters,
      colouring: 'groups',
      hits: null,
    }).entries[1]?.name;
  expect(named('It was me, and then it was you.')).toBe('It was me');
  expect(named('What it is that we are at all here')).toBe('What it is that we are at…');
  expect(named('これは私です。あれはあなたです。')).toBe('これは私です');
  const { entries } = describeColours({
    embedded: embedded(['', '', '']),
    clusters,
    colouring: 'groups',
    hits: null,
  });
  expect(entries.map(({ name, count }) => [name, count])).toEqual([
    ['rain · snow', 2],
    ['text 2', 1],
  ]);
});

test('values of a column are counted, the most frequent first, rare ones together', () => {
  const values = [...'aab', ...Array.from({ length: 30 }, (_, i) => `rare ${i}`), ''];
  const { entries, of } = byColumn(values);
  expect(entries[0]).toMatchObject({ name: 'a', count: 2 });
  expect(entries.at(-1)?.name).toBe('Other values');
  expect(entries).toHaveLength(12);
  expect(entries.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
  expect([of[0], of[1]]).toEqual([0, 0]);
});

test('many different numbers become ranges; gaps belong to none', () => {
  const { entries, of, isScale } = byColumn([
    ...Array.from({ length: 80 }, (_, i) => String(i)),
    '',
  ]);
  expect(isScale).toBe(true);
  expect(entries.map(({ count }) => count)).toEqual([10, 10, 10, 10, 10, 10, 10, 10]);
  expect(of[80]).toBe(-1);
  expect(byColumn(['1', '2', '2']).isScale).toBe(false);
});

test('a search colours its hits and counts the rest', () => {
  const { entries, of } = describeColours({
    embedded: embedded(['', '', '']),
    clusters: null,
    colouring: 'score',
    hits: [
      { index: 2, score: 0.9 },
      { index: 0, score: 0.1 },
    ],
  });
  expect([...of]).toEqual([0, 1, 0]);
  expect(entries.map(({ count }) => count)).toEqual([2, 1]);
});
