import { LIMITS } from './limits.ts';

/** Bytes at the end of an archive that contain its last record: the record and its longest comment. */
const TAIL_BYTES = 65_557;
const END_RECORD = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/**
 * The unpacked bytes of the entries that fit a name, piece by piece, in their order.
 * Nothing an archive says of unpacked sizes is believed: the reader counts, and stops.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 * @throws Error when the file is not an archive.
 */
export async function openZipEntries(file: Blob, name: RegExp) {
  const entries = findEntries(await readDirectory(file), [name]);
  return Promise.all(entries.map((entry) => open(file, entry)));
}

/** The first entry that fits each of the names, in the same way; null where there is none. @throws DocumentError */
export async function openFirstEntries(file: Blob, names: readonly RegExp[]) {
  const entries = findEntries(await readDirectory(file), names);
  const found = names.map((name) => entries.find((entry) => name.test(entry.name)) ?? null);
  return Promise.all(found.map((entry) => entry && open(file, entry)));
}

interface Entry {
  name: string;
  method: number;
  packedBytes: number;
  offset: number;
}

async function open(file: Blob, entry: Entry): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const head = await viewOf(file, entry.offset, 30);
  if (head.getUint32(0, true) !== LOCAL_HEADER) throw damaged();
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = file.slice(start, start + entry.packedBytes).stream();
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw damaged();
  return packed.pipeThrough(new DecompressionStream('deflate-raw'));
}

const damaged = () => new Error('The archive is damaged.');

async function viewOf(file: Blob, start: number, length: number): Promise<DataView> {
  const bytes = await file.slice(start, start + length).arrayBuffer();
  if (bytes.byteLength < length) throw damaged();
  return new DataView(bytes);
}

async function readDirectory(file: Blob): Promise<DataView> {
  const length = Math.min(file.size, TAIL_BYTES);
  const tail = await viewOf(file, file.size - length, length);
  for (let at = length - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_RECORD) continue;
    const size = tail.getUint32(at + 12, true);
    const offset = tail.getUint32(at + 16, true);
    if (size > LIMITS.zipDirectoryBytes) throw damaged();
    return viewOf(file, offset, size);
  }
  throw damaged();
}

/** Entries that fit one of the names: an archive may have hundreds of thousands of others. */
function findEntries(directory: DataView, names: readonly RegExp[]): Entry[] {
  const found: Entry[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at + 46 <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== DIRECTORY_ENTRY) throw damaged();
    const nameLength = directory.getUint16(at + 28, true);
    const end = at + 46 + nameLength;
    if (end > directory.byteLength) throw damaged();
    const bytes = new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength);
    const name = decoder.decode(bytes);
    if (names.some((wanted) => wanted.test(name))) {
      found.push({
        name,
        method: directory.getUint16(at + 10, true),
        packedBytes: directory.getUint32(at + 20, true),
        offset: directory.getUint32(at + 42, true),
      });
    }
    at = end + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return found;
}
