import { BlobReader, fourLetters } from './blob-reader.ts';
import { isMatroska, matroskaPart } from './matroska-part.ts';
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
    if (isMatroska(head)) {
      const { end, ...part } = await matroskaPart(file, reader, start);
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
