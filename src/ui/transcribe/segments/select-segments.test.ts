import { expect, test } from 'vitest';
import type { StoredSegment } from '#storage/transcript-records.ts';
import { type Selection, selectSegment, selectToEnd } from './select-segments.ts';

const segments = ['a', 'b', 'c', 'd', 'e'].map((id, start) => ({ id, start }) as StoredSegment);
const selection = (from: string, ...ids: string[]): Selection => ({ ids: new Set(ids), from });

test('a segment is added, and removed when it is chosen again', () => {
  const two = selectSegment(selection('a', 'a'), segments, 'd', false);
  expect(two).toEqual(selection('d', 'a', 'd'));
  expect(selectSegment(two, segments, 'a', false)).toEqual(selection('a', 'd'));
});

test('a range goes from the segment chosen last, in both directions, and replaces nothing', () => {
  const down = selectSegment(selection('b', 'b'), segments, 'd', true);
  expect(down).toEqual(selection('d', 'b', 'c', 'd'));
  expect(selectSegment(down, segments, 'a', true)).toEqual(selection('a', 'a', 'b', 'c', 'd'));
  // The segment that it began at was joined to another.
  expect(selectSegment(selection('gone'), segments, 'b', true)).toEqual(selection('b', 'a', 'b'));
});

test('the rest is selected from the first selected segment on', () => {
  const rest = selectToEnd(selection('d', 'd', 'c'), segments);
  expect(rest.ids).toEqual(new Set(['c', 'd', 'e']));
  expect(selectToEnd(selection('a'), segments).ids).toEqual(new Set());
});
