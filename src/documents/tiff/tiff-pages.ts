import { LIMITS } from '#documents/limits.ts';

/** A page of a TIFF file: how its pixels are stored, and where. */
export interface TiffPage {
  width: number;
  height: number;
  /** Of each sample. */
  bits: number;
  samples: number;
  compression: number;
  /** What samples mean: 0 and 1 grey, 2 RGB, 3 a table of colours, 5 CMYK, 6 YCbCr. */
  photometric: number;
  /** Whether the first pixel of a byte is in its lowest bit. */
  isReversed: boolean;
  /** Clockwise, to be turned by: 0, 90, 180 or 270. */
  turn: number;
  /** Width of a pixel by its height. */
  aspect: number;
  predictor: number;
  /** Options of Group 3 fax. */
  fax: number;
  /** Red, then green, then blue, 16 bits each. */
  colours: readonly number[];
  /** Bytes that all JPEG pictures of the page begin with. */
  tables: Uint8Array<ArrayBuffer> | null;
  /** Strips from top to bottom, or tiles by row. */
  parts: TiffPart[];
}

/** A rectangle of a page, and its bytes in the file. */
export interface TiffPart {
  x: number;
  y: number;
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A file that is not read: damaged, of a form that only other programs have, or over a limit. */
export class TiffError extends Error {
  override readonly name = 'TiffError';
  readonly why: 'damaged' | 'unknown' | 'pages' | 'pixels' | 'bytes';

  constructor(message: string, why: TiffError['why'] = 'damaged') {
    super(message);
    this.why = why;
  }
}

const MAX_TAGS = 200;
/** A page of 30,000 rows may have a part for each. */
const MAX_PARTS = 65_536;
/** Of all pages: each part becomes objects and operators of the PDF. */
const MAX_ALL_PARTS = 200_000;
/** Values of a table of colours for eight bits, and bytes of JPEG tables, which have some hundreds. */
const MAX_COLOURS = 3 * 256;
const MAX_TABLES = 65_536;

/** Bytes of one value, by the number of its type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const SHORT = 3;
const LONG = 4;
const RATIONAL = 5;

/** Numbers of tags. */
const TAG = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rows: 278,
  stripBytes: 279,
  xResolution: 282,
  yResolution: 283,
  planes: 284,
  fax: 292,
  predictor: 317,
  colours: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  tables: 347,
} as const;

/**
 * The pages of a TIFF file one after the other, without previews and masks. Nothing is decoded.
 * @throws TiffError
 */
export function* readTiffPages(file: Uint8Array<ArrayBuffer>): Generator<TiffPage, void> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const little = file[0] === 0x49;
  // 43 is the form for files over 4 GB.
  if (numberAt(view, SHORT, 2, little) !== 42) throw new TiffError('It is not TIFF.', 'unknown');
  const left: Left = { bytes: file.length, parts: MAX_ALL_PARTS };
  const seen = new Set<number>();
  let pages = 0;
  // A list that leads back into itself ends there.
  for (let at = numberAt(view, LONG, 4, little); at !== 0 && !seen.has(at); ) {
    seen.add(at);
    const { tags, next } = readTags(view, at, little);
    const isPage = (tags.one(TAG.kind, 0) & 5) === 0;
    if (isPage) pages += 1;
    // Each page may have a preview.
    if (pages > LIMITS.tiffPages || seen.size > 2 * LIMITS.tiffPages)
      throw new TiffError('It has too many pages.', 'pages');
    if (isPage) yield readPage(tags, file, left);
    at = next;
  }
  if (pages === 0) throw new TiffError('It has no page.');
}

/** What the pages that follow may still have. Parts that share bytes would make a large PDF of a small file. */
interface Left {
  bytes: number;
  parts: number;
}

type Tags = ReturnType<typeof readTags>['tags'];

function readTags(view: DataView, at: number, little: boolean) {
  const count = numberAt(view, SHORT, at, little);
  if (count > MAX_TAGS) throw new TiffError('A page has too many fields.');
  const entries = new Map<number, { type: number; count: number; at: number }>();
  for (let i = 0; i < count; i++) {
    const entry = at + 2 + 12 * i;
    const type = numberAt(view, SHORT, entry + 2, little);
    const values = numberAt(view, LONG, entry + 4, little);
    const isInside = values * (SIZES[type] ?? 0) <= 4;
    const place = isInside ? entry + 8 : numberAt(view, LONG, entry + 8, little);
    entries.set(numberAt(view, SHORT, entry, little), { type, count: values, at: place });
  }
  /** The first values of a field, at most `max`. */
  const some = (tag: number, max: number): number[] => {
    const entry = entries.get(tag);
    if (!entry) return [];
    const size = SIZES[entry.type] ?? 0;
    if (size === 0) throw new TiffError('A field has no known type.');
    return Array.from({ length: Math.min(entry.count, max) }, (_, i) =>
      numberAt(view, entry.type, entry.at + i * size, little),
    );
  };
  const tags = { some, one: (tag: number, otherwise: number) => some(tag, 1)[0] ?? otherwise };
  return { tags, next: numberAt(view, LONG, at + 2 + 12 * count, little) };
}

/** @throws TiffError outside the file */
function numberAt(view: DataView, type: number, at: number, little: boolean): number {
  const size = SIZES[type] ?? 0;
  if (at + size > view.byteLength) throw new TiffError('It is cut off.');
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, little);
  const number = view.getUint32(at, little);
  return type === RATIONAL ? number / (view.getUint32(at + 4, little) || 1) : number;
}

function readPage(tags: Tags, file: Uint8Array<ArrayBuffer>, left: Left): TiffPage {
  const [width, height] = [tags.one(TAG.width, 0), tags.one(TAG.height, 0)];
  if (width === 0 || height === 0) throw new TiffError('A page has no size.');
  if (width * height > LIMITS.picturePixels) throw new TiffError('It is too large.', 'pixels');
  const samples = tags.one(TAG.samples, 1);
  // Planes apart are how satellites store pictures, not scanners.
  if (samples > 1 && tags.one(TAG.planes, 1) !== 1)
    throw new TiffError('Its colours are apart.', 'unknown');
  const resolution = [tags.one(TAG.xResolution, 1), tags.one(TAG.yResolution, 1)] as const;
  const aspect = resolution[1] / resolution[0];
  const [bits, compression] = [tags.one(TAG.bits, 1), tags.one(TAG.compression, 1)];
  return {
    width,
    height,
    bits,
    samples,
    compression,
    photometric: tags.one(TAG.photometric, 0),
    isReversed: tags.one(TAG.fillOrder, 1) === 2,
    turn: TURNS[tags.one(TAG.orientation, 1)] ?? 0,
    aspect: aspect >= 0.25 && aspect <= 4 ? aspect : 1,
    predictor: tags.one(TAG.predictor, 1),
    fax: tags.one(TAG.fax, 0),
    colours: tags.some(TAG.colours, MAX_COLOURS),
    tables: Uint8Array.from(tags.some(TAG.tables, MAX_TABLES)),
    // Strips that are not packed have no more bytes than their pixels need.
    parts: readParts(
      tags,
      file,
      { width, height, bits: compression === 1 ? bits * samples : null },
      left,
    ),
  };
}

/** By the number of the orientation; pictures of mirrors are read as they are. */
const TURNS: readonly number[] = [0, 0, 0, 180, 180, 90, 90, 270, 270];

/** `bits`: of a pixel, where all have as many. Takes what it uses off `left`. */
function readParts(
  tags: Tags,
  file: Uint8Array<ArrayBuffer>,
  page: { width: number; height: number; bits: number | null },
  left: Left,
): TiffPart[] {
  const isTiled = tags.one(TAG.tileWidth, 0) > 0;
  const width = isTiled ? tags.one(TAG.tileWidth, 0) : page.width;
  const rows = isTiled ? tags.one(TAG.tileHeight, 0) : tags.one(TAG.rows, page.height);
  const across = Math.ceil(page.width / width);
  const count = across * Math.ceil(page.height / Math.max(1, rows));
  if (rows === 0 || count > MAX_PARTS || width * Math.min(rows, page.height) > LIMITS.picturePixels)
    throw new TiffError('Its parts have no sensible size.');
  left.parts -= count;
  if (left.parts < 0) throw new TiffError('Its pages have too many parts.');
  const offsets = tags.some(isTiled ? TAG.tileOffsets : TAG.stripOffsets, count);
  const sizes = tags.some(isTiled ? TAG.tileBytes : TAG.stripBytes, count);
  if (offsets.length < count) throw new TiffError('Parts of a page are missing.');
  return offsets.map((start, i) => {
    const y = Math.floor(i / across) * rows;
    const height = isTiled ? rows : Math.min(rows, page.height - y);
    const most = page.bits === null ? file.length : height * Math.ceil((width * page.bits) / 8);
    // Old programs leave out the size of an only strip.
    const bytes = Math.min(sizes[i] ?? file.length - start, most);
    if (start + bytes > file.length) throw new TiffError('It is cut off.');
    left.bytes -= bytes;
    if (left.bytes < 0) throw new TiffError('Its parts share their bytes.');
    return {
      x: (i % across) * width,
      y,
      width,
      height,
      bytes: file.subarray(start, start + bytes),
    };
  });
}
