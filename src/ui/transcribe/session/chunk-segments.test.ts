import { expect, test } from 'vitest';
import { createChunker } from './chunk-segments.ts';

const segments = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    return { id: `${i}`, recordingId: 'r', start: i, end: i + 1, text: ` ${i}`, speaker: null };
  });

test('an edit changes one part, whatever is inserted or removed', () => {
  const chunk = createChunker();
  const all = segments(1_000);
  const before = chunk(all);
  expect(before.length).toBe(20);
  const changed = (after: readonly unknown[]) => after.filter((c) => !before.includes(c as never));
  const edit = all.with(432, { ...all[432], text: ' new' } as (typeof all)[0]);
  expect(changed(chunk(edit))).toHaveLength(1);
  const inserted = all.toSpliced(432, 0, { ...all[431], id: 'new' } as (typeof all)[0]);
  expect(changed(chunk(inserted))).toHaveLength(1);
  const whole = chunk(inserted).flat();
  expect(whole).toEqual(inserted);
  // The first of a part, too: the part before includes the rest.
  expect(chunk(all.toSpliced(50, 1)).flat()).toEqual(all.toSpliced(50, 1));
});

test('parts that grow are divided', () => {
  const chunk = createChunker();
  chunk(segments(10));
  const chunks = chunk(segments(1_000));
  expect(Math.max(...chunks.map((c) => c.length))).toBeLessThanOrEqual(100);
  expect(chunks.flat()).toHaveLength(1_000);
});
