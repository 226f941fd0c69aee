import { expect, test } from 'vitest';
import { inReadingOrder } from './reading-order.ts';
import realPages from './real-pages.json';

type Box = readonly number[];

const cell = ([left = 0, top = 0, right = 0, bottom = 0]: Box) => {
  return { text: '', left, top, right, bottom, content: null };
};
/** As a set: lines of one part are put into rows later. */
const sorted = (boxes: readonly Box[]) => boxes.map((box) => box.join(' ')).sort();

/** Boxes that alcove-ocr finds on scans in the test data of leptonica 1.82; their parts were compared with the pictures by eye. */
const pages = Object.values(realPages).map(({ what, unit, parts }) => [what, unit, parts] as const);

test.each(pages)(
  'finds the parts of a real page in the order in which they are read: %s',
  (_, unit, parts) => {
    const boxes: Box[] = parts.flat();
    // As lines are read: by their width.
    const cells = boxes.map(cell).sort((a, b) => a.right - a.left - (b.right - b.left));
    const found = inReadingOrder(cells, unit);
    expect(
      found.map((part) => sorted(part.map((c) => [c.left, c.top, c.right, c.bottom]))),
    ).toEqual(parts.map((part) => sorted(part)));
  },
);

test('returns each cell of a page of noise once', () => {
  const cells = Array.from({ length: 1_000 }, (_, i) => {
    const [x, y] = [(i * 7_919) % 2_000, (i * 104_729) % 2_400];
    return cell([x, y, x + 20 + (i % 90), y + 15 + (i % 20)]);
  });
  const found = inReadingOrder(cells, 25).flat();
  expect(new Set(found).size).toBe(1_000);
});
