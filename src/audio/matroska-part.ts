import type { BlobReader } from './blob-reader.ts';

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
/** Elements whose content is walked: recorders leave them without a size. */
const OPEN = [SEGMENT, CLUSTER];

interface Element {
  id: number;
  /** Where its size is written, and in how many bytes. */
  sizeAt: number;
  sizeBytes: number;
  /** Of its content. */
  from: number;
  /** Where it ends by its own size; null where it has none. */
  to: number | null;
}

export const isMatroska = (head: Uint8Array): boolean =>
  head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3;

/**
 * The WebM or Matroska file at a place. One that is cut off ends in a cluster of some seconds that a reader
 * passes over, since it is not whole: its size becomes the one of its whole blocks.
 * @see https://www.rfc-editor.org/rfc/rfc8794
 */
export async function matroskaPart(
  file: Blob,
  reader: BlobReader,
  start: number,
): Promise<{ file: Blob; end: number }> {
  for (let at: number | null = start; at !== null && at < reader.size; ) {
    const element = await readElement(reader, at);
    if (!element) break;
    if (element.id === EBML && at > start) return { file: file.slice(start, at), end: at };
    if (element.id === CLUSTER && isCut(element, reader)) {
      const end = reader.size;
      return { file: await withoutCut(file.slice(start), element, start, reader), end };
    }
    at = nextOf(element, reader);
  }
  return { file: file.slice(start), end: reader.size };
}

const isCut = ({ to }: Element, { size }: BlobReader) => to !== null && to > size;

/** Where the next element begins; null for one of unknown size whose content is not walked. */
function nextOf(element: Element, reader: BlobReader): number | null {
  const { id, from, to } = element;
  if (to === null) return OPEN.includes(id) ? from : null;
  return id === SEGMENT && isCut(element, reader) ? from : to;
}

async function withoutCut(
  file: Blob,
  { sizeAt, sizeBytes, from }: Element,
  start: number,
  reader: BlobReader,
): Promise<Blob> {
  let end = from;
  for (;;) {
    const block = await readElement(reader, end);
    if (!block || block.to === null || block.to > reader.size) break;
    end = block.to;
  }
  const size = new Uint8Array(sizeBytes);
  let rest = end - from;
  for (let i = sizeBytes - 1; i >= 0; i--) {
    size[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  size[0] = (size[0] ?? 0) | (0x80 >> (sizeBytes - 1));
  return new Blob([file.slice(0, sizeAt - start), size, file.slice(from - start, end - start)]);
}

async function readElement(reader: BlobReader, at: number): Promise<Element | null> {
  const bytes = await reader.bytes(at, 12);
  const id = readVint(bytes, 0, false);
  const size = id && readVint(bytes, id.length, true);
  if (!id || !size) return null;
  const sizeAt = at + id.length;
  const from = sizeAt + size.length;
  const to = size.isUnknown ? null : from + size.value;
  return { id: id.value, sizeAt, sizeBytes: size.length, from, to };
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
