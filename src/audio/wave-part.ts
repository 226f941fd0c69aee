import { type BlobReader, fourLetters } from './blob-reader.ts';
import { AudioError } from './decoded.ts';

/** Format tags whose samples are read as they are: integers, floats, A-law and µ-law. */
const PLAIN = [1, 3, 6, 7];
/** Format tags whose data is an MPEG stream, which is a file of its own. */
const MPEG = [0x50, 0x55];
const EXTENSIBLE = 0xfffe;
/** Names of compressed samples. @see https://www.rfc-editor.org/rfc/rfc2361 */
const CODECS: Readonly<Record<number, string>> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  34: 'TrueSpeech',
  49: 'GSM 6.10',
  64: 'G.721',
  66: 'G.723.1',
  69: 'G.726',
  100: 'G.726',
  131: 'G.729',
  255: 'AAC',
  352: 'WMA',
  353: 'WMA',
};
/** Chunks that follow the samples. Anything else behind them is more samples. */
const KNOWN =
  /^(?:LIST|id3 |ID3 |bext|cue |fact|JUNK|junk|PEAK|smpl|iXML|plst|labl|note|PAD |FLLR|axml|cart|inst|_PMX|DISP|afsp|SAUR|LGWV|acid|strc|tlst|elm1|minf|umid|regn|ovwf)$/;
const MAX_U32 = 0xffffffff;

interface Chunk {
  /** Of its content. */
  at: number;
  size: number;
}

interface Wave {
  format: Chunk;
  data: Chunk;
  /** Whether a reader that trusts the sizes in the file finds the samples. */
  isSound: boolean;
  /** Where another file begins, or this one ends. */
  end: number;
}

export const isWave = (head: Uint8Array): boolean =>
  /^(?:RIFF|RF64)$/.test(fourLetters(head)) && fourLetters(head, 8) === 'WAVE';

/**
 * The WAV file at a place. Recorders that crash, or whose card is pulled, leave sizes of 0 or of the
 * first minute: the samples then go to the end of the file, and get a new header.
 */
export async function wavePart(
  file: Blob,
  reader: BlobReader,
  start: number,
): Promise<{ file: Blob; end: number }> {
  const wave = await readWave(reader, start);
  if (!wave) return { file: file.slice(start), end: reader.size };
  const { format, data, isSound, end } = wave;
  const samples = file.slice(data.at, data.at + data.size);
  const tag = await readTag(reader, format);
  if (MPEG.includes(tag)) return { file: samples, end };
  if (!PLAIN.includes(tag)) {
    const codec = CODECS[tag] ?? `WAV 0x${tag.toString(16)}`;
    throw new AudioError({ problem: 'unsupported_codec', codec });
  }
  if (isSound) return { file: file.slice(start, end), end };
  const description = file.slice(format.at, format.at + format.size);
  return { file: new Blob([header(format.size, data.size, description), samples]), end };
}

async function readTag(reader: BlobReader, { at, size }: Chunk): Promise<number> {
  const view = await reader.view(at, Math.min(size, 26));
  const tag = view.byteLength >= 2 ? view.getUint16(0, true) : 0;
  return tag === EXTENSIBLE && view.byteLength >= 26 ? view.getUint16(24, true) : tag;
}

/** The chunks of a WAV file up to its samples, by their codes. */
async function readChunks(reader: BlobReader, start: number): Promise<Map<string, Chunk>> {
  const chunks = new Map<string, Chunk>();
  for (let at = start + 12; at + 8 <= reader.size && !chunks.has('data'); ) {
    const id = fourLetters(await reader.bytes(at, 4));
    const size = (await reader.view(at + 4, 4)).getUint32(0, true);
    chunks.set(id, { at: at + 8, size });
    at += 8 + size + (size & 1);
  }
  return chunks;
}

/** Null where there are no samples. */
async function readWave(reader: BlobReader, start: number): Promise<Wave | null> {
  const chunks = await readChunks(reader, start);
  const [format, data] = [chunks.get('fmt '), chunks.get('data')];
  if (!format || !data) return null;
  // RF64 has its sizes in a chunk of their own.
  const isLarge = fourLetters(await reader.bytes(start, 4)) === 'RF64';
  const sizes = isLarge ? await reader.view(chunks.get('ds64')?.at ?? reader.size, 16) : null;
  const long = (at: number) =>
    sizes && sizes.byteLength === 16 ? Number(sizes.getBigUint64(at, true)) : 0;
  const riff = isLarge ? long(0) : (await reader.view(start + 4, 4)).getUint32(0, true);
  const claimed = isLarge ? long(8) : data.size;
  const { end, isWhole } = await endOfSamples(reader, data.at, claimed);
  const size = isWhole ? claimed : end - data.at;
  const isSound = isWhole && start + 8 + riff >= data.at + size;
  return { format, data: { at: data.at, size }, isSound, end };
}

/** Whether samples end where their size says, and where the file ends. */
async function endOfSamples(reader: BlobReader, from: number, size: number) {
  const toEnd = { end: reader.size, isWhole: false };
  let at = from + size + (size & 1);
  if (size === MAX_U32 || from + size > reader.size) return toEnd;
  while (at + 8 <= reader.size) {
    const head = await reader.bytes(at, 12);
    if (isWave(head)) return { end: at, isWhole: true };
    if (!KNOWN.test(fourLetters(head))) return toEnd;
    const length = (await reader.view(at + 4, 4)).getUint32(0, true);
    at += 8 + length + (length & 1);
  }
  return { end: reader.size, isWhole: true };
}

/** Everything of a WAV file before its samples. Sizes above 4 GB need RF64. @see EBU Tech 3306 */
function header(formatSize: number, dataSize: number, description: Blob): Blob {
  const padding = formatSize & 1;
  const size = 4 + 8 + formatSize + padding + 8 + dataSize;
  const isLarge = size > MAX_U32;
  const chunk = (id: string, length: number) => {
    const view = new DataView(new ArrayBuffer(8));
    for (const [i, letter] of [...id].entries()) view.setUint8(i, letter.charCodeAt(0));
    view.setUint32(4, length, true);
    return view.buffer;
  };
  const large = new DataView(new ArrayBuffer(28));
  large.setBigUint64(0, BigInt(size + 36), true);
  large.setBigUint64(8, BigInt(dataSize), true);
  return new Blob([
    isLarge ? chunk('RF64', MAX_U32) : chunk('RIFF', size),
    'WAVE',
    ...(isLarge ? [chunk('ds64', 28), large.buffer] : []),
    chunk('fmt ', formatSize),
    description,
    new Uint8Array(padding),
    chunk('data', isLarge ? MAX_U32 : dataSize),
  ]);
}
