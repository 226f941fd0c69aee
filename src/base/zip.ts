// Archives, read by range: only their directory and the wanted entries.
// @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

/** What archives are read from: a blob, or a file of a disk. */
export interface FileBytes {
  readonly size: number;
  slice(start?: number, end?: number): FileBytes;
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

/** Bytes at the end of an archive that contain its last record: the record and its longest comment. */
const TAIL_BYTES = 65_557;
const END_RECORD = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
/** Of archives above 4 GB: where their last record is, and what stands for a number that has no room. */
const WIDE_LOCATOR = 0x07064b50;
const WIDE_END_RECORD = 0x06064b50;
const WIDE_FIELD = 1;
const ELSEWHERE = 0xffffffff;
/** Of a directory: it names hundreds of thousands of entries then. */
const MAX_DIRECTORY_BYTES = 16_000_000;

/**
 * The entries of an archive whose names fit one of the patterns.
 * @throws Error when the file is not an archive, or a damaged one
 */
export async function listZipEntries(file: FileBytes, names: readonly RegExp[] = [/./]) {
  return findEntries(await readDirectory(file), names);
}

/** An entry of an archive, as its directory lists it. */
export interface ZipEntry {
  name: string;
  /** 0: stored, 8: deflated. */
  method: number;
  packedBytes: number;
  offset: number;
}

/**
 * The unpacked bytes of an entry, piece by piece. Nothing an archive says of unpacked sizes is believed: readers count.
 * @throws Error for a damaged archive
 */
export async function openZipEntry(
  file: FileBytes,
  entry: ZipEntry,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const packed = (await packedBytesOf(file, entry)).stream();
  if (entry.method === 0) return packed;
  if (entry.method !== 8) throw damaged();
  return packed.pipeThrough(new DecompressionStream('deflate-raw'));
}

/** The bytes of an entry as the archive stores them; of one that is stored unpacked, the bytes themselves. Fewer where the file ends before. */
export async function packedBytesOf(file: FileBytes, entry: ZipEntry): Promise<FileBytes> {
  const head = await viewOf(file, entry.offset, 30);
  if (head.getUint32(0, true) !== LOCAL_HEADER) throw damaged();
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  return file.slice(start, start + entry.packedBytes);
}

const damaged = () => new Error('The archive is damaged.');

async function viewOf(file: FileBytes, start: number, length: number): Promise<DataView> {
  const bytes = await file.slice(start, start + length).arrayBuffer();
  if (bytes.byteLength < length) throw damaged();
  return new DataView(bytes);
}

async function readDirectory(file: FileBytes): Promise<DataView> {
  const length = Math.min(file.size, TAIL_BYTES);
  const tail = await viewOf(file, file.size - length, length);
  for (let at = length - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END_RECORD) continue;
    let size = tail.getUint32(at + 12, true);
    let offset = tail.getUint32(at + 16, true);
    if (offset === ELSEWHERE || size === ELSEWHERE) {
      [size, offset] = await readWideEnd(file, tail, at - 20);
    }
    if (size > MAX_DIRECTORY_BYTES) throw damaged();
    return viewOf(file, offset, size);
  }
  throw damaged();
}

/** Size and place of the directory of an archive above 4 GB; `at`: of the locator of its last record. */
async function readWideEnd(file: FileBytes, tail: DataView, at: number): Promise<[number, number]> {
  if (at < 0 || tail.getUint32(at, true) !== WIDE_LOCATOR) throw damaged();
  const end = await viewOf(file, wide(tail, at + 8), 56);
  if (end.getUint32(0, true) !== WIDE_END_RECORD) throw damaged();
  return [wide(end, 40), wide(end, 48)];
}

function wide(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw damaged();
  return value;
}

/** The packed size and the place of an entry, from its extra field where they have no room in it. */
function readPlace(directory: DataView, at: number, nameLength: number) {
  let packedBytes = directory.getUint32(at + 20, true);
  let offset = directory.getUint32(at + 42, true);
  if (packedBytes !== ELSEWHERE && offset !== ELSEWHERE) return { packedBytes, offset };
  const start = at + 46 + nameLength;
  const end = Math.min(directory.byteLength, start + directory.getUint16(at + 30, true));
  for (let field = start; field + 4 <= end; ) {
    const length = directory.getUint16(field + 2, true);
    if (directory.getUint16(field, true) === WIDE_FIELD && field + 4 + length <= end) {
      let value = field + 4;
      const next = (isThere: boolean): number | null => {
        if (!isThere || value + 8 > field + 4 + length) return null;
        value += 8;
        return wide(directory, value - 8);
      };
      // In this order, and each only where it has no room in the entry.
      next(directory.getUint32(at + 24, true) === ELSEWHERE);
      packedBytes = next(packedBytes === ELSEWHERE) ?? packedBytes;
      offset = next(offset === ELSEWHERE) ?? offset;
      break;
    }
    field += 4 + length;
  }
  return { packedBytes, offset };
}

/** Entries that fit one of the names: an archive may have hundreds of thousands of others. */
function findEntries(directory: DataView, names: readonly RegExp[]): ZipEntry[] {
  const found: ZipEntry[] = [];
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
        ...readPlace(directory, at, nameLength),
      });
    }
    at = end + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return found;
}
