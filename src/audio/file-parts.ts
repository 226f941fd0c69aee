import { BlobReader, fourLetters } from './blob-reader.ts';
import { id3Length, isMpeg, mpegEnd } from './mpeg-part.ts';
import { type FilePart, oggParts } from './ogg-parts.ts';
import { isWave, wavePart } from './wave-part.ts';

/**
 * The files that a file holds one after another: programs join recordings by writing them behind each
 * other, and players read all of them. Of a part that is damaged the pages or samples that are there.
 * @throws AudioError for a WAV file whose codec is not read here.
 */
export async function* fileParts(file: Blob, signal?: AbortSignal): AsyncGenerator<FilePart> {
  const reader = new BlobReader(file, signal);
  for (let start = 0; start < reader.size; ) {
    const head = await reader.bytes(start, 16);
    if (fourLetters(head) === 'OggS') {
      start = yield* oggParts(file, reader, start);
      continue;
    }
    if (isWave(head)) {
      const { end, ...part } = await wavePart(file, reader, start);
      yield part;
      start = end;
      continue;
    }
    const end = await endOf(reader, start, head);
    yield { file: file.slice(start, end) };
    start = end;
  }
}

async function endOf(reader: BlobReader, start: number, head: Uint8Array): Promise<number> {
  const tag = id3Length(head);
  const first = tag > 0 ? await reader.bytes(start + tag, 16) : head;
  if (fourLetters(first) === 'fLaC') return flacEnd(reader, start);
  if (fourLetters(first, 4) === 'ftyp') return mp4End(reader, start);
  if (EBML.every((byte, i) => first[i] === byte)) return matroskaEnd(reader, start);
  if (isMpeg(first)) return mpegEnd(reader, start);
  return reader.size;
}

/** A FLAC file says nothing about its length in bytes: the next one begins with the same block. */
async function flacEnd(reader: BlobReader, start: number): Promise<number> {
  for (let from = start + 8; ; ) {
    const at = await reader.find([0x66, 0x4c, 0x61, 0x43], from);
    if (at === null) return reader.size;
    const [kind = 0, ...size] = await reader.bytes(at + 4, 4);
    if ((kind & 0x7f) === 0 && size.join() === '0,0,34') return at;
    from = at + 4;
  }
}

async function mp4End(reader: BlobReader, start: number): Promise<number> {
  let hasMovie = false;
  for (let at = start; at + 16 <= reader.size; ) {
    const view = await reader.view(at, 16);
    const type = fourLetters(await reader.bytes(at + 4, 4));
    if (type === 'ftyp' && hasMovie) return at;
    hasMovie ||= type === 'moov';
    const short = view.getUint32(0);
    const size = short === 1 ? Number(view.getBigUint64(8)) : short;
    if (size < 8) break;
    at += size;
  }
  return reader.size;
}

const EBML = [0x1a, 0x45, 0xdf, 0xa3];
/** Elements that recorders leave without a size: their content is walked. */
const OPEN = [0x18538067, 0x1f43b675];

/** @see https://www.rfc-editor.org/rfc/rfc8794 */
async function matroskaEnd(reader: BlobReader, start: number): Promise<number> {
  for (let at = start; at < reader.size; ) {
    const bytes = await reader.bytes(at, 12);
    const id = readVint(bytes, 0, false);
    const size = id && readVint(bytes, id.length, true);
    if (!id || !size) break;
    if (id.value === 0x1a45dfa3 && at > start) return at;
    at += id.length + size.length;
    if (size.isUnknown && !OPEN.includes(id.value)) break;
    if (!size.isUnknown) at += size.value;
  }
  return reader.size;
}

function readVint(bytes: Uint8Array, at: number, isSize: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return null;
  let value = isSize ? first & (0xff >> length) : first;
  let isUnknown = isSize && value === 0xff >> length;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { length, value, isUnknown };
}
