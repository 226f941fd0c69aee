import { type InputFormat, MPEG_TS, OGG } from 'mediabunny';
import { BlobReader, fourLetters } from './blob-reader.ts';
import { readPage } from './ogg-parts.ts';

/** Bytes of a file in which its pictures have to begin. */
const SEARCHED = 4 * 1024 * 1024;

/**
 * When the pictures of a file begin, in seconds by its own clock, for codecs that the demuxer leaves out: MPEG-1, MPEG-2,
 * MPEG-4 Part 2 and VC-1 in a transport stream, Theora in Ogg. Sound that starts later than they do is at a later time in a
 * player. @returns null where the file has none.
 */
export async function pictureStart(file: Blob, format: InputFormat): Promise<number | null> {
  const reader = new BlobReader(file.slice(0, SEARCHED));
  if (format === OGG) return theoraStart(reader);
  return format === MPEG_TS ? transportStart(reader) : null;
}

/** @see https://www.theora.org/doc/Theora.pdf §6.2 and appendix A.2.3 */
async function theoraStart(reader: BlobReader): Promise<number | null> {
  let video: { serial: number; framesPerSecond: number; shift: number } | null = null;
  for (let at = 0; ; ) {
    const page = await readPage(reader, at);
    if (!page) return null;
    const { body, serial, granule, sizes, isFirst } = page;
    if (isFirst && fourLetters(body, 1) === 'theo' && body.length >= 42) {
      const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
      const shift = (view.getUint16(40) >> 5) & 31;
      video = { serial, framesPerSecond: view.getUint32(22) / view.getUint32(26), shift };
    }
    if (video?.serial === serial && granule > 0) {
      // The number of a key frame and that of the frames behind it; the last one that ends in this page.
      const last = Math.floor(granule / 2 ** video.shift) + (granule % 2 ** video.shift);
      const ended = sizes.filter((size) => size < 255).length;
      const seconds = (last - ended) / video.framesPerSecond;
      return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
    }
    at += page.size;
  }
}

/** Kinds of video streams in a table of programs. @see ISO/IEC 13818-1, table 2-34 */
const VIDEO: readonly number[] = [0x01, 0x02, 0x10, 0xea];
const PACKET = 188;
/** Pictures are stored in another order than they are shown: the first one shown is among the first that are stored. */
const PICTURES = 16;
/** Ticks a second of a clock of 33 bits. */
const CLOCK = 90_000;

/** @see ISO/IEC 13818-1 §2.4 */
async function transportStart(reader: BlobReader): Promise<number | null> {
  const bytes = await reader.bytes(0, reader.size);
  const video = new Set<number>();
  let tables = new Set<number>();
  const times: number[] = [];
  for (const { pid, payload } of beginnings(bytes)) {
    const section = payload.subarray(1 + (payload[0] ?? 0));
    if (pid === 0) tables = new Set(programs(section));
    else if (tables.has(pid)) for (const found of videoStreams(section)) video.add(found);
    else if (video.has(pid)) times.push(...presentationTime(payload));
    if (times.length === PICTURES) break;
  }
  return times.length > 0 ? Math.min(...times) : null;
}

/** Packets that begin a table or picture: of 188 bytes, with four more before each one in the files of cameras and discs. */
function* beginnings(bytes: Uint8Array) {
  const isPacket = (at: number, step: number) => bytes[at] === 0x47 && bytes[at + step] === 0x47;
  const extra = isPacket(4, PACKET + 4) ? 4 : 0;
  for (let at = extra; at + PACKET <= bytes.length; at += PACKET + extra) {
    const [sync, high = 0, low = 0, control = 0, adaptation = 0] = bytes.subarray(at, at + 5);
    if (sync !== 0x47) return;
    if ((high & 0x40) === 0 || (control & 0x10) === 0) continue;
    const skipped = 4 + ((control & 0x20) !== 0 ? 1 + adaptation : 0);
    yield {
      pid: ((high & 0x1f) << 8) | low,
      payload: bytes.subarray(Math.min(at + skipped, at + PACKET), at + PACKET),
    };
  }
}

/** The packets in which tables of programs are. */
function* programs(section: Uint8Array): Generator<number> {
  for (let at = 8; at + 4 <= sectionEnd(section); at += 4) yield pidAt(section, at + 2);
}

function* videoStreams(section: Uint8Array): Generator<number> {
  const end = sectionEnd(section);
  for (let at = 12 + lengthAt(section, 10); at + 5 <= end; at += 5 + lengthAt(section, at + 3)) {
    if (VIDEO.includes(section[at] ?? 0)) yield pidAt(section, at + 1);
  }
}

const pidAt = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) & 0x1f) << 8) | (bytes[at + 1] ?? 0);
const lengthAt = (bytes: Uint8Array, at: number) =>
  (((bytes[at] ?? 0) & 0x0f) << 8) | (bytes[at + 1] ?? 0);
/** Where the entries of a table end: a checksum of four bytes follows. */
const sectionEnd = (section: Uint8Array) => Math.min(section.length, 3 + lengthAt(section, 1)) - 4;

/** The time of a picture, if its packet says one. */
function presentationTime(packet: Uint8Array): number[] {
  const [zero, , one, stream = 0, , , , flags = 0, , ...time] = packet.subarray(0, 14);
  const isPicture = zero === 0 && one === 1 && (stream & 0xf0) === 0xe0;
  if (!isPicture || (flags & 0x80) === 0 || time.length < 5) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = time;
  const ticks = ((a >> 1) & 7) * 2 ** 30 + (b << 22) + ((c >> 1) << 15) + (d << 7) + (e >> 1);
  return [ticks / CLOCK];
}
