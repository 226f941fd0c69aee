/** An entry that is written: stored, not deflated. */
export interface NewEntry {
  name: string;
  bytes: number;
  /** CRC-32 of its bytes. */
  crc: number;
}

interface WrittenEntry extends NewEntry {
  offset: number;
  encoded: Uint8Array;
}

const STORED = 0;
/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
const VERSION = 45;
const ELSEWHERE = 0xffffffff;
/** 1980-01-01, the earliest day that an archive knows. */
const DAY = 0x21;

/**
 * Writes an archive piece by piece: `head` before the bytes of each entry, and `end` after all. Of any size: numbers
 * beyond 4 GB are in the fields of Zip64.
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export class ZipWriter {
  readonly #entries: WrittenEntry[] = [];
  #at = 0;

  /** The header of an entry. Its bytes follow it. */
  head(entry: NewEntry): Uint8Array<ArrayBuffer> {
    const encoded = new TextEncoder().encode(entry.name);
    this.#entries.push({ ...entry, offset: this.#at, encoded });
    const wide = entry.bytes >= ELSEWHERE ? wideField([entry.bytes, entry.bytes]) : NOTHING;
    const head = new Fields(30 + encoded.length + wide.length);
    head.u32(0x04034b50).u16(VERSION).u16(UTF8_NAMES).u16(STORED).u16(0).u16(DAY);
    head.u32(entry.crc).u32(narrow(entry.bytes)).u32(narrow(entry.bytes));
    head.u16(encoded.length).u16(wide.length).raw(encoded).raw(wide);
    this.#at += head.bytes.length + entry.bytes;
    return head.bytes;
  }

  /** The directory with the last record. `comment`: of the archive, ASCII. */
  end(comment = ''): Uint8Array<ArrayBuffer>[] {
    const start = this.#at;
    const listed = this.#entries.map((entry) => this.#listed(entry));
    const size = listed.reduce((sum, { length }) => sum + length, 0);
    const count = this.#entries.length;
    const isWide = start + size >= ELSEWHERE || count >= 0xffff;
    const text = new TextEncoder().encode(comment);
    const last = new Fields(22 + text.length);
    last
      .u32(0x06054b50)
      .u16(0)
      .u16(0)
      .u16(isWide ? 0xffff : count)
      .u16(isWide ? 0xffff : count);
    last
      .u32(isWide ? ELSEWHERE : size)
      .u32(isWide ? ELSEWHERE : start)
      .u16(text.length)
      .raw(text);
    return [...listed, ...(isWide ? [wideEnd(count, size, start)] : []), last.bytes];
  }

  #listed({ bytes, crc, offset, encoded }: WrittenEntry): Uint8Array<ArrayBuffer> {
    const beyond = [
      ...(bytes >= ELSEWHERE ? [bytes, bytes] : []),
      ...(offset >= ELSEWHERE ? [offset] : []),
    ];
    const wide = beyond.length > 0 ? wideField(beyond) : NOTHING;
    const entry = new Fields(46 + encoded.length + wide.length);
    entry.u32(0x02014b50).u16(VERSION).u16(VERSION).u16(UTF8_NAMES).u16(STORED).u16(0).u16(DAY);
    entry.u32(crc).u32(narrow(bytes)).u32(narrow(bytes)).u16(encoded.length).u16(wide.length);
    entry.u16(0).u16(0).u16(0).u32(0).u32(narrow(offset)).raw(encoded).raw(wide);
    return entry.bytes;
  }
}

const NOTHING = new Uint8Array();
const narrow = (value: number) => Math.min(value, ELSEWHERE);

function wideField(values: readonly number[]): Uint8Array {
  const field = new Fields(4 + 8 * values.length).u16(1).u16(8 * values.length);
  for (const value of values) field.u64(value);
  return field.bytes;
}

/** The last record of Zip64, and its place. */
function wideEnd(count: number, size: number, start: number): Uint8Array<ArrayBuffer> {
  const end = new Fields(76);
  end.u32(0x06064b50).u64(44).u16(VERSION).u16(VERSION).u32(0).u32(0);
  end.u64(count).u64(count).u64(size).u64(start);
  return end
    .u32(0x07064b50)
    .u32(0)
    .u64(start + size)
    .u32(1).bytes;
}

/** Little-endian numbers, one after the other. */
class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    this.#at += 4;
    return this;
  }

  u64(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }
}
