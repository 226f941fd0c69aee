import { DocumentError } from './document-error.ts';
import { LIMITS } from './limits.ts';

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

/** The entries of an archive by their names, under one limit of unpacked bytes for all that are read. */
export class ZipPackage {
  readonly #file: File;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #max: number;
  #left: number;

  private constructor(file: File, entries: readonly Entry[], max: number) {
    this.#file = file;
    this.#max = max;
    this.#left = max;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** @throws Error when the file is not an archive. */
  static async open(file: File, max: number = LIMITS.markupCharacters): Promise<ZipPackage> {
    return new ZipPackage(file, findEntries(await readDirectory(file), [/./]), max);
  }

  names(pattern: RegExp): string[] {
    return [...this.#entries.keys()].filter((name) => pattern.test(name));
  }

  /** The text of an entry; empty where there is none. @throws DocumentError beyond the limit */
  async text(name: string | undefined): Promise<string> {
    const bytes = await this.bytes(name);
    if (!bytes) return '';
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
    return new TextDecoder(isWide ? 'utf-16' : 'utf-8').decode(bytes);
  }

  /** The bytes of an entry; null where there is none. @throws DocumentError beyond the limit */
  async bytes(name: string | undefined): Promise<Uint8Array<ArrayBuffer> | null> {
    const entry = this.#entries.get(name ?? '');
    if (!entry) return null;
    const reader = (await open(this.#file, entry)).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      this.#left -= value.length;
      if (this.#left < 0) {
        reader.cancel().catch(() => {});
        const facts = { name: this.#file.name, max: this.#max };
        throw new DocumentError('unpacks', facts);
      }
      parts.push(value);
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }
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
    let size = tail.getUint32(at + 12, true);
    let offset = tail.getUint32(at + 16, true);
    if (offset === ELSEWHERE || size === ELSEWHERE) {
      [size, offset] = await readWideEnd(file, tail, at - 20);
    }
    if (size > LIMITS.zipDirectoryBytes) throw damaged();
    return viewOf(file, offset, size);
  }
  throw damaged();
}

/** Size and place of the directory of an archive above 4 GB; `at`: of the locator of its last record. */
async function readWideEnd(file: Blob, tail: DataView, at: number): Promise<[number, number]> {
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
        ...readPlace(directory, at, nameLength),
      });
    }
    at = end + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return found;
}
