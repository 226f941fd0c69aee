import { fromBase64, toBase64 } from '#base/bytes.ts';
import { BackupError, INLINE_BYTES } from './format.ts';

/** Levels and values of one row that are written: a row in quarantine can refer to itself. */
const MAX_DEPTH = 32;
const MAX_VALUES = 4_000_000;

/** Writes binary data apart from its row. @returns the number to find it by. */
export type WritePart = (data: Blob) => Promise<number>;
/** The data of a part that came before. `inMemory`: as bytes; else as a blob on disk. */
export interface ReadParts {
  bytes(part: number): Promise<Uint8Array<ArrayBuffer>>;
  blob(part: number, type: string): Promise<Blob>;
}

/** A row as JSON can say it: binary data as base64, or where it is large, as a reference to parts. */
export async function packRow(row: unknown, writePart: WritePart): Promise<unknown> {
  let values = 0;
  const put = async (data: Blob) =>
    data.size <= INLINE_BYTES
      ? toBase64(new Uint8Array(await data.arrayBuffer()))
      : writePart(data);

  async function packView(value: ArrayBufferView): Promise<unknown> {
    // What the database stores is never shared with another thread.
    const data = await put(new Blob([value as Uint8Array<ArrayBuffer>]));
    return value instanceof Float32Array ? { $floats: data } : { $bytes: data };
  }

  async function packItems(items: readonly unknown[], depth: number): Promise<unknown> {
    // Thousands of texts need no promise each.
    if (items.every((item) => typeof item === 'string')) return items;
    const packed: unknown[] = [];
    for (const item of items) packed.push(await pack(item, depth));
    return packed;
  }

  async function packFields(fields: object, depth: number): Promise<unknown> {
    const packed: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(fields)) packed.push([key, await pack(inner, depth)]);
    return Object.fromEntries(packed);
  }

  async function pack(value: unknown, depth: number): Promise<unknown> {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH || values++ > MAX_VALUES) return null;
    if (value instanceof Blob) return { $blob: await put(value), type: value.type };
    if (ArrayBuffer.isView(value)) return packView(value);
    return Array.isArray(value) ? packItems(value, depth + 1) : packFields(value, depth + 1);
  }
  return pack(row, 0);
}

interface Packed {
  $blob?: unknown;
  $floats?: unknown;
  $bytes?: unknown;
  type?: unknown;
}

/** The row that was packed. @throws BackupError when a part is missing or damaged. */
export async function unpackRow(row: object, parts: ReadParts): Promise<Record<string, unknown>> {
  const unpacked: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    // Never a prototype: it is only data.
    if (key === '__proto__') continue;
    unpacked[key] = isPacked(value) ? await unpack(value, parts) : value;
  }
  return unpacked;
}

const isPacked = (value: unknown): value is Packed =>
  typeof value === 'object' &&
  value !== null &&
  ('$blob' in value || '$floats' in value || '$bytes' in value);

async function unpack(value: Packed, parts: ReadParts): Promise<unknown> {
  const type = typeof value.type === 'string' ? value.type : '';
  const data = value.$blob ?? value.$floats ?? value.$bytes;
  if (typeof data === 'number' && value.$blob !== undefined) return parts.blob(data, type);
  const bytes = typeof data === 'number' ? await parts.bytes(data) : decode(data);
  if (value.$blob !== undefined) return new Blob([bytes], { type });
  if (value.$floats === undefined) return bytes;
  if (bytes.length % 4 !== 0) throw new BackupError('The file is damaged: a vector is cut off.');
  return new Float32Array(bytes.buffer);
}

function decode(data: unknown): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(String(data));
  } catch {
    throw new BackupError('The file is damaged: some data in it is not base64.');
  }
}
