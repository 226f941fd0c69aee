import { type BlobReader, fourLetters } from './blob-reader.ts';

/** A file of its own; `continues`: by the clock of the one before, from which something is missing. */
export interface FilePart {
  file: Blob;
  continues?: boolean;
}

const CAPTURE = [0x4f, 0x67, 0x67, 0x53];
/** Parts of one file: each costs a decoder. */
const MAX_CUTS = 1_000;
/** Slices of a file that are held apart; the pages of a long recording are a hundred thousand. */
const MAX_PIECES = 1_000;
/** Seconds of silence that are not decoded. */
const MIN_QUIET = 10;
/** Seconds that have to be missing. */
const MIN_GAP = 0.1;

interface Page {
  size: number;
  /** Whether it begins a stream. */
  isFirst: boolean;
  /** Whether it begins with the rest of a packet. */
  isContinued: boolean;
  /** Samples up to the end of its last packet; 0 for headers, −1 where none ends. */
  granule: number;
  serial: number;
  /** Sizes of its segments, and what they hold. */
  sizes: Uint8Array;
  body: Uint8Array;
}

/**
 * An Ogg file up to the page that begins another one. Pages that are cut or damaged are left out: the demuxer
 * would end there. It adds up samples, so that what follows missing sound is a part of its own with the headers
 * again; so is what follows long silence, which a small file may hold days of. @returns where it ends.
 * @see https://www.rfc-editor.org/rfc/rfc3533#section-6
 */
export async function* oggParts(
  file: Blob,
  reader: BlobReader,
  start: number,
): AsyncGenerator<FilePart, number> {
  const first = await readPage(reader, start);
  if (first && isFlac(first)) return yield* flacPart(file, reader, start, first);
  const writer = new PartWriter(file, start);
  let isHead = true;
  let at = start;
  while (at < reader.size) {
    const { page, next, found } = await pageAt(reader, at);
    if (page?.isFirst && !isHead) break;
    isHead &&= page?.isFirst === true;
    if (page) yield* writer.pass(page, at, next);
    // Half pages and other bytes are left out.
    if (next !== found) writer.leaveOut(next, found);
    at = found;
  }
  yield* writer.close(at);
  return at;
}

/** Marks FLAC in Ogg, before a header of its own and the beginning of a FLAC file. */
const isFlac = ({ body, isFirst }: Page) =>
  isFirst && body[0] === 0x7f && fourLetters(body, 1) === 'FLAC';
const FLAC_HEADER_BYTES = 9;

/** The pages of FLAC without their heads are a FLAC file. @see https://xiph.org/flac/ogg_mapping.html */
async function* flacPart(
  file: Blob,
  reader: BlobReader,
  start: number,
  { serial }: Page,
): AsyncGenerator<FilePart, number> {
  let joined = new Blob();
  let pieces: Blob[] = [];
  let isHead = true;
  let at = start;
  while (at < reader.size) {
    const { page, found } = await pageAt(reader, at);
    if (page?.isFirst && (!isHead || (at > start && page.serial === serial))) break;
    isHead &&= page?.isFirst === true;
    if (page?.serial === serial && page.body.length > 0) {
      const head = page.size - page.body.length + (at === start ? FLAC_HEADER_BYTES : 0);
      pieces.push(file.slice(at + head, at + page.size));
    }
    if (pieces.length === MAX_PIECES) {
      joined = new Blob([joined, ...pieces]);
      pieces = [];
    }
    at = found;
  }
  yield { file: new Blob([joined, ...pieces]) };
  return at;
}

/** Gathers the pages of a part, and begins another one where sound is missing or silence is long. */
class PartWriter {
  readonly #file: Blob;
  readonly #start: number;
  readonly #times = createTimes();
  readonly #quiet = createQuietFinder();
  #headers: Blob | null = null;
  #pages: Blob[] = [];
  #from: number;
  #cuts = 0;

  constructor(file: Blob, start: number) {
    this.#file = file;
    this.#start = start;
    this.#from = start;
  }

  *pass(page: Page, at: number, next: number): Generator<FilePart> {
    const { isMissing, seconds } = this.#times(page);
    if (page.granule > 0) this.#headers ??= this.#file.slice(this.#start, at);
    yield* this.#cutQuiet({ at, next, seconds, isQuiet: isQuiet(page) });
    if (isMissing && page.isContinued) yield* this.#cut(at, next, withoutRest(page));
    else if (isMissing) yield* this.#cut(at, at);
  }

  leaveOut(from: number, to: number): void {
    this.#take(from);
    this.#from = to;
  }

  *close(end: number): Generator<FilePart> {
    yield* this.#cutQuiet(null);
    this.#take(end);
    yield { file: new Blob(this.#pages), continues: this.#cuts > 0 };
  }

  *#cutQuiet(page: Passed | null): Generator<FilePart> {
    const run = this.#quiet(page);
    if (run) yield* this.#cut(run.from, run.to);
  }

  /** Ends the part at one place and begins the next at another one. */
  *#cut(end: number, begin: number, ...before: Blob[]): Generator<FilePart> {
    if (!this.#headers || this.#cuts >= MAX_CUTS) return;
    this.#take(end);
    yield { file: new Blob(this.#pages), continues: this.#cuts++ > 0 };
    this.#pages = [this.#headers, ...before];
    this.#from = begin;
  }

  #take(end: number): void {
    if (end > this.#from) this.#pages.push(this.#file.slice(this.#from, end));
  }
}

/** Whether the packets of a page are too small to hold sound. */
const isQuiet = ({ sizes, body, granule }: Page) => granule > 0 && body.length <= 3 * sizes.length;

/** A page in the order of the file; seconds by its granule. */
interface Passed {
  at: number;
  next: number;
  seconds: number;
  isQuiet: boolean;
}

/** Finds long silence behind which sound follows, or the end: all of it but its first and last page. */
function createQuietFinder(): (page: Passed | null) => { from: number; to: number } | null {
  let first: Passed | null = null;
  let last: Passed | null = null;
  return (page) => {
    const isLong = first && last && last.seconds - first.seconds > MIN_QUIET;
    const run = isLong && !page?.isQuiet ? { from: first?.next ?? 0, to: last?.at ?? 0 } : null;
    first = page?.isQuiet ? (first ?? page) : null;
    last = page?.isQuiet ? page : null;
    return run;
  };
}

/** The page at a place, unless it is cut; where it ends, and where the next one begins. */
async function pageAt(reader: BlobReader, at: number) {
  const page = await readPage(reader, at);
  const next = at + (page?.size ?? 0);
  const isFollowed =
    page && (next === reader.size || fourLetters(await reader.bytes(next, 4)) === 'OggS');
  const found = isFollowed ? next : ((await reader.find(CAPTURE, at + 1)) ?? reader.size);
  return page && next <= found ? { page, next, found } : { page: null, next: at, found };
}

/** @returns null where no page begins */
export async function readPage(reader: BlobReader, at: number): Promise<Page | null> {
  const head = await reader.bytes(at, 27 + 255);
  const count = head[26];
  if (count === undefined || fourLetters(head) !== 'OggS') return null;
  const sizes = head.slice(27, 27 + count);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const flags = view.getUint8(5);
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const page = {
    size: 27 + count + length,
    isFirst: (flags & 2) !== 0,
    isContinued: (flags & 1) !== 0,
    granule: Number(view.getBigInt64(6, true)),
    serial: view.getUint32(14, true),
    sizes,
  };
  return { ...page, body: await reader.bytes(at + 27 + count, length) };
}

/** A page without the end of a packet whose beginning is missing. */
function withoutRest({ sizes, body, granule, serial }: Page): Blob {
  const rest = sizes.findIndex((size) => size < 255) + 1 || sizes.length;
  const skipped = sizes.subarray(0, rest).reduce((sum, size) => sum + size, 0);
  const head = new DataView(new ArrayBuffer(27));
  for (const [i, byte] of CAPTURE.entries()) head.setUint8(i, byte);
  head.setBigInt64(6, BigInt(granule), true);
  head.setUint32(14, serial, true);
  head.setUint8(26, sizes.length - rest);
  return new Blob([head.buffer, sizes.slice(rest), body.slice(skipped)]);
}

/** How long packets last, in the units of a stream's granules. */
interface Clock {
  rate: number;
  lengthOf: (packet: Uint8Array) => number;
}

/** A stream of a file: how far it got, and the length of a packet that a page left unfinished. */
interface Stream {
  clock: Clock;
  reached: number | null;
  open: number;
}

/** Finds when a page ends, and whether sound is missing before it: its time is later than its packets are long. */
function createTimes(): (page: Page) => { isMissing: boolean; seconds: number } {
  const streams = new Map<number, Stream>();
  return (page) => {
    const clock = page.isFirst ? clockOf(page.body) : null;
    if (clock) streams.set(page.serial, { clock, reached: null, open: 0 });
    const stream = streams.get(page.serial);
    if (!stream || page.granule === 0) return { isMissing: false, seconds: 0 };
    const length = lengthOf(page, stream);
    const before = stream.reached;
    const { rate } = stream.clock;
    if (page.granule < 0) return { isMissing: false, seconds: (before ?? 0) / rate };
    stream.reached = page.granule;
    const missing = before === null ? 0 : page.granule - before - length;
    return { isMissing: missing > MIN_GAP * rate, seconds: page.granule / rate };
  };
}

/** The length of the packets that end in a page. */
function lengthOf({ isContinued, sizes, body }: Page, stream: Stream): number {
  let length = 0;
  let at = 0;
  let isInside = isContinued;
  for (const size of sizes) {
    if (!isInside) stream.open = stream.clock.lengthOf(body.subarray(at, at + 2));
    isInside = size === 255;
    if (!isInside) length += stream.open;
    at += size;
  }
  return length;
}

/** The clock of a stream by its first packet; null for codecs that are not read here. */
function clockOf(packet: Uint8Array): Clock | null {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  if (fourLetters(packet) === 'Opus') return { rate: 48_000, lengthOf: opusLength };
  if (fourLetters(packet, 1) !== 'vorb' || packet.length < 29) return null;
  // At most half of a long block, which most blocks are.
  const length = 2 ** (view.getUint8(28) >> 4) / 2;
  return { rate: view.getUint32(12, true), lengthOf: () => length };
}

/** @see https://www.rfc-editor.org/rfc/rfc6716#section-3.1 */
function opusLength([toc = 0, count = 0]: Uint8Array): number {
  const config = toc >> 3;
  const [silk, hybrid, celt] = [
    [480, 960, 1_920, 2_880],
    [480, 960, 480, 960],
    [120, 240, 480, 960],
  ];
  const kind = [silk, silk, silk, hybrid, celt, celt, celt, celt][config >> 2];
  const frame = kind?.[config & 3] ?? 0;
  const code = toc & 3;
  return frame * ([1, 2, 2][code] ?? count & 63);
}
