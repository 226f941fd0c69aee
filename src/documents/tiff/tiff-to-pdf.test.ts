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
  const pages = readTiffPages(await open('bilevel'));
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

/** A page of one strip, 8 × 1 pixels. */
function onePage(fields: readonly (readonly [tag: number, value: number])[], next = 0) {
  const all = new Map([[256, 8], [257, 1], [273, 8], [279, 1], ...fields]);
  const bytes = new Uint8Array(9 + 2 + all.size * 12 + 4);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 9]);
  view.setUint16(9, all.size, true);
  for (const [i, [tag, value]] of [...all].entries()) {
    const at = 11 + 12 * i;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, 4, true);
    view.setUint32(at + 4, 1, true);
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

test('more pages than are read are refused', () => {
  const page = onePage([]);
  const bytes = new Uint8Array(9 + (page.length - 9) * (LIMITS.tiffPages + 1));
  bytes.set(page);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i <= LIMITS.tiffPages; i++) {
    const at = 9 + i * (page.length - 9);
    bytes.set(page.subarray(9), at);
    view.setUint32(at + page.length - 13, at + page.length - 9, true);
  }
  expect(whyNot(bytes)).toBe('pages');
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
