import { type BlobReader, fourLetters } from './blob-reader.ts';

interface Frame {
  bytes: number;
  /** What a decoder is set up for: files of the same kind have the same. */
  kind: string;
  /** Where an encoder's own header would stand in it. */
  tagAt: number;
}

const RATES = [44_100, 48_000, 32_000];
/** Kilobits a second by version 1 and layer, then of versions 2 and 2.5. */
const KBITS: Readonly<Record<string, readonly number[]>> = {
  '11': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '12': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '13': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '21': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '22': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Frames in a row that have to agree before a file counts as changed: a damaged one may look like anything. */
const CONFIRMED = 3;

/** The length of an ID3v2 tag, 0 where there is none. */
export function id3Length(head: Uint8Array): number {
  if (head.length < 10 || !/^ID3/.test(fourLetters(head))) return 0;
  const size = head.subarray(6, 10).reduce((sum, byte) => (sum << 7) | (byte & 0x7f), 0);
  return 10 + size;
}

export const isMpeg = (head: Uint8Array): boolean => readFrame(head) !== null;

/**
 * Where an MP3 or AAC stream ends because another file was joined to it: at frames of another kind, at
 * tags in the middle, or at an encoder's header. A decoder is set up once for a stream.
 */
export async function mpegEnd(reader: BlobReader, start: number): Promise<number> {
  let kind: string | null = null;
  let frames = 0;
  for (let at = start + id3Length(await reader.bytes(start, 10)); at < reader.size; ) {
    const bytes = await reader.bytes(at, 48);
    const frame = readFrame(bytes);
    const isOther = frame !== null && frame.kind !== kind && (await isConfirmed(reader, at, frame));
    // The first frame of a file may be an encoder's header itself.
    const isHeader = frames > 0 && frame?.kind === kind && isEncoderHeader(bytes, frame);
    if (kind !== null && (isOther || isHeader || id3Length(bytes) > 0)) return at;
    if (isOther) kind = frame.kind;
    const isNext = frame !== null && frame.kind === kind;
    if (isNext) frames++;
    // Bytes that are no frame of this stream: continue where one could begin.
    at = isNext ? at + frame.bytes : ((await reader.find([0xff], at + 1)) ?? reader.size);
  }
  return reader.size;
}

async function isConfirmed(reader: BlobReader, start: number, first: Frame): Promise<boolean> {
  let at = start + first.bytes;
  for (let count = 1; count < CONFIRMED && at + 4 <= reader.size; count++) {
    const frame = readFrame(await reader.bytes(at, 48));
    if (frame?.kind !== first.kind) return false;
    at += frame.bytes;
  }
  return true;
}

const isEncoderHeader = (bytes: Uint8Array, { tagAt }: Frame) =>
  /^(?:Xing|Info)$/.test(fourLetters(bytes, tagAt));

function readFrame(bytes: Uint8Array): Frame | null {
  const [a = 0, b = 0] = bytes;
  if (a !== 0xff || (b & 0xe0) !== 0xe0) return null;
  return (b & 0x06) === 0 ? readAdts(bytes) : readMpeg(bytes);
}

/** @see ISO/IEC 13818-7, adts_fixed_header: 12 bits of sync */
function readAdts([, b = 0, c = 0, d = 0, e = 0, f = 0]: Uint8Array): Frame | null {
  const size = ((d & 3) << 11) | (e << 3) | (f >> 5);
  if ((b & 0xf0) !== 0xf0 || ((c >> 2) & 15) > 12 || size < 7) return null;
  return { bytes: size, kind: `aac ${c & 0xfd} ${d >> 6}`, tagAt: 0 };
}

/** What the rates of versions 2.5, 2 and 1 are divided by. */
const DIVISORS = [4, Infinity, 2, 1];

/** @see http://www.mp3-tech.org/programmer/frame_header.html */
function readMpeg([, b = 0, c = 0, d = 0]: Uint8Array): Frame | null {
  const layer = 4 - ((b >> 1) & 3);
  const version = (b >> 3) & 3;
  const isFirst = version === 3;
  const table = isFirst ? `1${layer}` : `2${Math.min(layer, 2)}`;
  const kbits = KBITS[table]?.[(c >> 4) - 1];
  const rate = (RATES[(c >> 2) & 3] ?? 0) / (DIVISORS[version] ?? 1);
  if (!kbits || rate === 0) return null;
  const padding = (c >> 1) & 1;
  const isMono = d >> 6 === 3;
  const samples = layer === 3 && !isFirst ? 72 : 144;
  const bytes =
    layer === 1
      ? (Math.floor((12_000 * kbits) / rate) + padding) * 4
      : Math.floor((samples * 1_000 * kbits) / rate) + padding;
  const [mono, stereo] = isFirst ? [21, 36] : [13, 21];
  return {
    bytes,
    kind: `mpeg ${version} ${layer} ${rate} ${isMono}`,
    tagAt: isMono ? mono : stereo,
  };
}
