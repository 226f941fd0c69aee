import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LIMITS } from '#documents/limits.ts';
import { readTiffPages, TiffError } from './tiff-pages.ts';
import { tiffToPdf } from './tiff-to-pdf.ts';

const open = async (name: string) => new Uint8Array(await readFile(`e2e/data/tiff/${name}.tif`));

/** Of each page of the PDF: width, height and number of pictures. */
async function pagesOf(pdf: Blob): Promise<number[][]> {
  const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  const pages = text.matchAll(/\/MediaBox \[0 0 (\S+) (\S+)\].*\/XObject << (.*?) >>/g);
  return [...pages].map(([, width, height, names]) => [
    Number(width),
    Number(height),
    names?.match(/\/P/g)?.length ?? 0,
  ]);
}

test('pages say how their pixels are stored', async () => {
  const pages = [...readTiffPages(await open('bilevel'))];
  expect(pages.map(({ compression, bits, parts }) => [compression, bits, parts.length])).toEqual([
    [4, 1, 9],
    [3, 1, 1],
    [3, 1, 1],
  ]);
  expect(pages.map(({ isReversed }) => isReversed)).toEqual([true, false, false]);
  expect(pages[2]?.aspect).toBeCloseTo(98 / 204);
  expect(pages[0]?.parts.at(-1)).toMatchObject({ y: 192, height: 18, width: 640 });
});

test('each page of a file of scans is a page of a PDF, with its pictures', async () => {
  // Strips that are not packed, or by rows alone, are one picture.
  expect(await pagesOf(tiffToPdf(await open('colours')))).toEqual([
    [640, 210, 210],
    [520, 190, 7],
    [620, 190, 1],
    [640, 210, 14],
    [640, 210, 3],
  ]);
});

test('a fax is as high as it was on paper', async () => {
  const [width = 0, height = 1] = (await pagesOf(tiffToPdf(await open('bilevel'))))[2] ?? [];
  expect(width / height).toBeCloseTo(520 / (95 * (204 / 98)), 2);
});

test('the table of a PDF says where each object begins', async () => {
  const text = Buffer.from(await tiffToPdf(await open('bilevel')).arrayBuffer()).toString('latin1');
  const table = text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]));
  const starts = [...table.matchAll(/^(\d{10}) 00000 n/gm)].map(([, start]) => Number(start));
  expect(starts.length).toBeGreaterThan(10);
  for (const [i, start] of starts.entries())
    expect(text.slice(start, start + 12)).toMatch(new RegExp(`^${i + 1} 0 obj`));
});

type Field = readonly [tag: number, value: number, count?: number];

/** A page of one strip, 8 × 1 pixels. */
function onePage(fields: readonly Field[], next = 0) {
  const plain: readonly Field[] = [
    [256, 8],
    [257, 1],
    [273, 8],
    [279, 1],
  ];
  const all = new Map([...plain, ...fields].map((field) => [field[0], field]));
  const bytes = new Uint8Array(9 + 2 + all.size * 12 + 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 9]);
  view.setUint16(9, all.size, true);
  for (const [i, [tag, value, count = 1]] of [...all.values()].entries()) {
    const at = 11 + 12 * i;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  }
  view.setUint32(bytes.length - 4, next, true);
  return bytes;
}

const whyNot = (bytes: Uint8Array<ArrayBuffer>) => {
  try {
    tiffToPdf(bytes);
    return null;
  } catch (error) {
    return error instanceof TiffError ? error.why : error;
  }
};

test.each([
  ['a plain page', onePage([]), null],
  ['pages in a circle', onePage([], 9), null],
  ['another file', new Uint8Array(200), 'unknown'],
  [
    '30,000 × 30,000 pixels',
    onePage([
      [256, 30_000],
      [257, 30_000],
    ]),
    'pixels',
  ],
  ['a strip outside the file', onePage([[273, 4_000_000_000]]), 'damaged'],
  [
    'tiles of one pixel',
    onePage([
      [256, 9_000],
      [257, 9_000],
      [322, 1],
      [323, 1],
    ]),
    'damaged',
  ],
  ['strips without rows', onePage([[278, 0]]), 'damaged'],
  ['an unknown compression', onePage([[259, 34_925]]), 'unknown'],
  ['colours of 16 bits', onePage([[258, 16]]), 'unknown'],
  [
    'nine samples',
    onePage([
      [277, 9],
      [262, 2],
      [258, 8],
    ]),
    'unknown',
  ],
  ['no table of colours', onePage([[262, 3]]), 'damaged'],
])('%s', (_, bytes, why) => {
  expect(whyNot(bytes)).toBe(why);
});

/** The same page again and again, each after the one before. */
function chain(page: Uint8Array<ArrayBuffer>, count: number) {
  const step = page.length - 9;
  const bytes = new Uint8Array(9 + step * count);
  bytes.set(page);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) {
    const at = 9 + i * step;
    bytes.set(page.subarray(9), at);
    if (i < count - 1) view.setUint32(at + step - 4, at + step, true);
  }
  return bytes;
}

test('more pages than are read are refused', () => {
  expect(whyNot(chain(onePage([]), LIMITS.tiffPages))).toBeNull();
  expect(whyNot(chain(onePage([]), LIMITS.tiffPages + 1))).toBe('pages');
  // Previews are no pages, and cost as much.
  const preview = onePage([[254, 1]]);
  expect(whyNot(chain(preview, 2 * LIMITS.tiffPages + 1))).toBe('pages');
});

test('of a field with many values only those that are needed are read', () => {
  expect(whyNot(onePage([[256, 0, 4_000_000_000]]))).toBeNull();
});

/** A page of `strips` × 8 pixels, whose strips all are the same `size` bytes. */
function sharing(strips: number, size: number, compression: number) {
  const start = 400;
  const head = onePage([
    [257, strips],
    [278, 1],
    [259, compression],
    [273, start, strips],
    [279, start + 4 * strips, strips],
  ]);
  const data = start + 8 * strips;
  const bytes = new Uint8Array(data + size);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < strips; i++) {
    view.setUint32(start + 4 * i, data, true);
    view.setUint32(start + 4 * (strips + i), size, true);
  }
  return bytes;
}

test('no large PDF comes from a small file', () => {
  // Strips that are not packed end with their pixels.
  expect(tiffToPdf(sharing(1_000, 500_000, 1)).size).toBeLessThan(3_000);
  expect(whyNot(sharing(40_000, 500_000, 1))).toBeNull();
  for (const compression of [5, 7, 8, 32_773])
    expect(whyNot(sharing(40_000, 500_000, compression))).toBe('damaged');
});

test('the parts of all pages are bounded', () => {
  const empty = 2_000;
  const page = onePage([
    [256, 65_536],
    [322, 1],
    [323, 1],
    [324, empty, 65_536],
    [325, empty, 65_536],
  ]);
  const bytes = new Uint8Array(empty + 4 * 65_536);
  bytes.set(chain(page, 3));
  expect(whyNot(bytes)).toBeNull();
  bytes.set(chain(page, 4));
  expect(whyNot(bytes)).toBe('damaged');
});

test('files that are cut off or changed at random are read or refused, in little time', async () => {
  const whole = await open('bilevel');
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const began = performance.now();
  for (let i = 0; i < 600; i++) {
    const bytes = i % 3 === 0 ? whole.slice(0, random(whole.length)) : whole.slice();
    for (let n = random(8); n > 0 && bytes.length > 0; n--)
      bytes[random(bytes.length)] = random(256);
    expect([null, 'damaged', 'unknown', 'pixels']).toContain(whyNot(bytes));
  }
  expect(performance.now() - began).toBeLessThan(20_000);
});
