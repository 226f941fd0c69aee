import { readFile } from 'node:fs/promises';
import { gunzipSync, inflateSync } from 'node:zlib';
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { beforeAll, expect, test } from 'vitest';
import type { ReadPage } from '#engine/ocr-task.ts';
import { findLines, smallestRectangle } from './find-lines.ts';
import { layOut } from './page-layout.ts';
import { drawLine, type Picture, type Quad, toPlanes } from './picture.ts';
import { decode, type OcrGraphs, readPage } from './read-page.ts';
import reference from './reference.json';

const FOLDER = 'public/models/alcove-ocr';

/** The networks that ship with the app, in Node. */
async function openGraphs(): Promise<OcrGraphs> {
  env.wasm.numThreads = 1;
  const open = async (name: string) =>
    InferenceSession.create(gunzipSync(await readFile(`${FOLDER}/onnx/${name}_quantized.onnx.gz`)));
  const [detect, direction, read] = [
    await open('detect'),
    await open('direction'),
    await open('read'),
  ];
  const run = (session: InferenceSession, data: Float32Array, dims: number[]) =>
    session.run({ x: new Tensor('float32', data, dims) });
  const only = (outputs: InferenceSession.OnnxValueMapType) =>
    (Object.values(outputs)[0] as Tensor).data as Float32Array;
  const { characters } = JSON.parse(await readFile(`${FOLDER}/config.json`, 'utf8'));
  return {
    characters,
    detect: async (data, width, height) => only(await run(detect, data, [1, 3, height, width])),
    direction: async (data, lines) => only(await run(direction, data, [lines, 3, 48, 192])),
    read: async (data, lines, width) => {
      const out = await run(read, data, [lines, 3, 48, width]);
      const [ids, probabilities] = [out['ids'] as Tensor, out['probabilities'] as Tensor];
      return {
        ids: ids.data as BigInt64Array,
        probabilities: probabilities.data as Float32Array,
        columns: ids.dims[1] ?? 0,
      };
    },
  };
}

/** A PNG of one byte of grey for each pixel. */
async function openPng(name: string): Promise<Picture> {
  const file = await readFile(`e2e/data/ocr/${name}.png`);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, end));
  }
  expect(file[24]).toBe(8);
  const raw = inflateSync(Buffer.concat(parts));
  const rows = unfilter(raw, width, height);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [at, grey] of rows.entries()) data.set([grey, grey, grey], at * 4);
  return { width, height, data };
}

function unfilter(raw: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(width * height);
  // Before the first pixel and the first row is nothing.
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (rows[y * width + x] ?? 0));
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (width + 1)] ?? 0;
    for (let x = 0; x < width; x++) {
      const [left, up, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      rows[y * width + x] = (raw[y * (width + 1) + 1 + x] ?? 0) + (guesses[filter] ?? 0);
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

let graphs: OcrGraphs;
beforeAll(async () => {
  graphs = await openGraphs();
}, 120_000);

const now = () => Promise.resolve();
const pages = new Map<string, Promise<ReadPage>>();

/** Each page is read once. */
function read(name: string): Promise<ReadPage> {
  const page = pages.get(name) ?? openPng(name).then((picture) => readPage(picture, graphs, now));
  pages.set(name, page);
  return page;
}
const LINES = 120_000;

/** The package takes some lines of a page that is upside down for upright ones, and reads noise. */
const { turned: _, ...upright } = reference;

test.each(Object.entries(upright))(
  'reads the lines of a page as the package does: %s',
  async (name, lines) => {
    const page = await read(name);
    const expected = lines.flatMap(({ text }) => text.split(' ').filter(Boolean));
    expect(page.words.map(({ text }) => text).sort()).toEqual(expected.sort());
    expect(page.unread).toBe(0);
    expect(page.confidence).toBeGreaterThan(0.9);
  },
  LINES,
);

test(
  'finds lines where the package does',
  async () => {
    const picture = await openPng('lease');
    const [width, height] = [1280, 416];
    const data = await graphs.detect(toPlanes(picture, width, height), width, height);
    const quads = findLines({ data, width, height }, picture.width, picture.height);
    expect(quads.length).toBe(reference.lease.length);
    const byTop = [...quads].sort(([[, a]], [[, b]]) => a - b);
    for (const [i, quad] of byTop.entries()) {
      const far = reference.lease[i]?.box.map(([x = 0, y = 0], corner) =>
        Math.hypot(x - (quad[corner]?.[0] ?? 0), y - (quad[corner]?.[1] ?? 0)),
      );
      expect(Math.max(...(far ?? [Infinity]))).toBeLessThan(6);
    }
  },
  LINES,
);

test(
  'reads columns one after the other, tables by row, and turned pages as they are meant',
  async () => {
    const textOf = async (name: string) => (await read(name)).text;
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
    expect(flat(await textOf('columns'))).toMatch(/paid by the tenant\. Either party may end/);
    expect(await textOf('receipt')).toBe(
      '| Item | Qty | Price |\n| --- | --- | --- |\n| Oat milk | 2 | 3.98 |\n| Rye bread | 1 | 2.45 |\n|  | Total | 6.43 |',
    );
    expect(await textOf('turned')).toMatch(
      /^The Tenant may keep one cat[\s\S]*Übergabe: 28\.02\.2027, § ?4\.$/,
    );
  },
  LINES,
);

test(
  'a page in a script that the network does not know is not read as one that looks like it',
  async () => {
    const { text, unread } = await read('russian');
    expect(text).toBe('');
    expect(unread).toBe(3);
  },
  LINES,
);

test(
  'stops between two steps when the page is no longer wanted',
  async () => {
    let steps = 0;
    const stop = () => {
      steps++;
      return steps > 1 ? Promise.reject(new Error('enough')) : Promise.resolve();
    };
    await expect(readPage(await openPng('lease'), graphs, stop)).rejects.toThrow('enough');
    expect(steps).toBe(2);
  },
  LINES,
);

test('a word has its place on a turned line and the probability of its characters', () => {
  const characters = ['a', 'b', ' '];
  const quad: Quad = [
    [0, 0],
    [100, 100],
    [93, 107],
    [-7, 107],
  ];
  const ids = [1, 1, 0, 1, 3, 2, 0, 0, 0, 0];
  const probabilities = [0.9, 0.8, 1, 0.7, 1, 0.5, 1, 1, 1, 1];
  const { text, words } = decode({ ids, probabilities, columns: 10 }, 0, quad, 0.6, characters);
  expect(text).toBe('aa b');
  expect(words.map(({ confidence }) => confidence)).toEqual([expect.closeTo(0.8), 0.5]);
  const [first, second] = words;
  expect(first?.x).toBeLessThan(second?.x ?? 0);
  expect(first?.y).toBeLessThan(second?.y ?? 0);
});

test('the smallest rectangle of points is turned as they are', () => {
  const found = smallestRectangle([
    [0, 0],
    [40, 30],
    [34, 38],
    [-6, 8],
    [17, 19],
  ]);
  expect([found?.width, found?.height].sort((a = 0, b = 0) => a - b)).toEqual([
    expect.closeTo(10),
    expect.closeTo(50),
  ]);
  expect(smallestRectangle([])).toBeNull();
});

test('a line is straightened whatever its size is', () => {
  const data = new Uint8ClampedArray(200 * 200 * 4).fill(255);
  for (let y = 100; y < 200; y++)
    for (let x = 0; x < 200; x++) data.set([0, 0, 0], (y * 200 + x) * 4);
  const quad: Quad = [
    [0, 0],
    [200, 0],
    [200, 200],
    [0, 200],
  ];
  const planes = new Float32Array(3 * 48 * 64);
  drawLine({ width: 200, height: 200, data }, quad, 48, planes, 64);
  expect(planes[2 * 64 + 10]).toBeCloseTo(1);
  expect(planes[45 * 64 + 10]).toBeCloseTo(-1);
  // Pixels right of the line stay empty.
  expect(planes[2 * 64 + 60]).toBe(0);
});

const cell = (text: string, left: number, top: number, width: number) => ({
  text,
  left,
  right: left + width,
  top,
  bottom: top + 20,
  content: text,
});

test('a title and a foot across two columns are read before and after them', () => {
  const column = (name: string, left: number) =>
    [0, 1, 2, 3].map((i) => cell(`${name}${i}`, left, 60 + 26 * i, 280));
  const foot = cell('Foot', 100, 200, 420);
  const { text, cells } = layOut([
    foot,
    ...column('right', 340),
    ...column('left', 20),
    cell('Title', 120, 10, 400),
  ]);
  const order = 'Title left0 left1 left2 left3 right0 right1 right2 right3 Foot';
  expect(text.replaceAll(/\s+/g, ' ')).toBe(order);
  expect(cells.map(({ content }) => content).join(' ')).toBe(order);
});

test('parts of one line are joined, and far apart paragraphs are two', () => {
  const { text } = layOut([
    cell('world', 110, 1, 90),
    cell('Hello', 10, 0, 90),
    cell('again', 10, 26, 90),
    cell('later', 10, 120, 90),
  ]);
  expect(text).toBe('Hello world\nagain\n\nlater');
});

test('a page without text has none', () => {
  expect(layOut([])).toEqual({ text: '', cells: [] });
});
