import { GgufError } from './gguf-error.ts';
import { type WeightType, weightType } from './weight-types.ts';

/** Bytes at any place: a file of the browser, of Node, or a part of the network. */
export interface ByteSource {
  size: number;
  /** Exactly `length` bytes from `at` on, both within the size. */
  read: (at: number, length: number) => Promise<Uint8Array>;
}

export type GgufValue = string | number | boolean | readonly (string | number | boolean)[];

export interface GgufTensor {
  name: string;
  /** The fastest one first: `[columns, rows]` of a matrix. */
  dimensions: readonly number[];
  type: WeightType;
  /** Place in the file. */
  at: number;
  bytes: number;
}

export interface Gguf {
  source: ByteSource;
  metadata: ReadonlyMap<string, GgufValue>;
  tensors: ReadonlyMap<string, GgufTensor>;
}

const MAGIC = 0x46554747;
/** Bounds that no real model comes near; a damaged file claims anything. */
const MAX_ENTRIES = 65_536;
const MAX_TENSORS = 65_536;
const MAX_STRING = 16_000_000;
/** Elements of all arrays together; the largest vocabularies have a quarter of a million tokens, and lists of as many. */
const MAX_ELEMENTS = 4_000_000;
const MAX_HEADER_BYTES = 100_000_000;
const MAX_KEY = 65_535;
const MAX_DIMENSIONS = 4;
const MAX_ALIGNMENT = 1 << 20;

/**
 * The header of a GGUF file: metadata and where each tensor is. No weight is read.
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 * @throws GgufError for a file that is damaged, of another kind, or beyond the limits.
 */
export async function readGguf(source: ByteSource): Promise<Gguf> {
  const header = new HeaderReader(source);
  if ((await header.uint32()) !== MAGIC) throw new GgufError('This is not a GGUF file.');
  const version = await header.uint32();
  if (version !== 2 && version !== 3) {
    throw new GgufError(`This GGUF file has version ${version}; versions 2 and 3 are read here.`);
  }
  const tensorCount = await header.count(MAX_TENSORS);
  const entryCount = await header.count(MAX_ENTRIES);
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < entryCount; i++) {
    const key = await header.text(MAX_KEY);
    metadata.set(key, await header.value(await header.uint32()));
  }
  const found: GgufTensor[] = [];
  for (let i = 0; i < tensorCount; i++) found.push(await readTensor(header));
  const alignment = metadata.get('general.alignment') ?? 32;
  if (!isWhole(alignment) || alignment < 1 || alignment > MAX_ALIGNMENT) throw damaged();
  const start = Math.ceil(header.at / alignment) * alignment;
  const tensors = new Map<string, GgufTensor>();
  for (const tensor of found) {
    const at = start + tensor.at;
    if (at + tensor.bytes > source.size) {
      throw new GgufError(
        'This GGUF file is cut off: its weights end before the file says. Download it again.',
      );
    }
    tensors.set(tensor.name, { ...tensor, at });
  }
  return { source, metadata, tensors };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const damaged = () => new GgufError('This GGUF file is damaged: its header cannot be read.');

async function readTensor(header: HeaderReader): Promise<GgufTensor> {
  const name = await header.text(MAX_KEY);
  const count = await header.uint32();
  if (count < 1 || count > MAX_DIMENSIONS) throw damaged();
  const dimensions: number[] = [];
  for (let i = 0; i < count; i++) dimensions.push(await header.count(Number.MAX_SAFE_INTEGER));
  const type = weightType(await header.uint32());
  const weights = dimensions.reduce((product, size) => product * size, 1);
  const isRight = weights > 0 && isWhole(weights) && (dimensions[0] ?? 0) % type.weights === 0;
  if (!isRight) throw damaged();
  const at = await header.count(Number.MAX_SAFE_INTEGER);
  return { name, dimensions, type, at, bytes: (weights / type.weights) * type.bytes };
}

const CHUNK = 1 << 20;

/** Reads values one after the other; bytes come in large pieces. */
class HeaderReader {
  at = 0;
  readonly #source: ByteSource;
  #bytes: Uint8Array = new Uint8Array();
  #start = 0;
  #elements = MAX_ELEMENTS;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  /** A view of the next bytes, which are read. @throws GgufError beyond the end of the file */
  async #take(length: number): Promise<DataView> {
    const end = this.at + length;
    if (end > this.#source.size || end > MAX_HEADER_BYTES) throw damaged();
    if (end > this.#start + this.#bytes.length) {
      const size = Math.min(Math.max(CHUNK, length), this.#source.size - this.at);
      this.#bytes = await this.#source.read(this.at, size);
      this.#start = this.at;
    }
    const { buffer, byteOffset } = this.#bytes;
    const view = new DataView(buffer, byteOffset + this.at - this.#start, length);
    this.at = end;
    return view;
  }

  async uint32(): Promise<number> {
    return (await this.#take(4)).getUint32(0, true);
  }

  /** A length. @throws GgufError above `max` */
  async count(max: number): Promise<number> {
    const value = Number((await this.#take(8)).getBigUint64(0, true));
    if (value > max) throw damaged();
    return value;
  }

  async text(max: number): Promise<string> {
    const view = await this.#take(await this.count(max));
    return UTF8.decode(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  }

  async value(type: number): Promise<GgufValue> {
    if (type === STRING) return this.text(MAX_STRING);
    if (type !== ARRAY) return this.#scalar(type);
    const inner = await this.uint32();
    const length = await this.count(this.#elements);
    this.#elements -= length;
    const values: (string | number | boolean)[] = [];
    for (let i = 0; i < length; i++) {
      values.push(inner === STRING ? await this.text(MAX_STRING) : await this.#scalar(inner));
    }
    return values;
  }

  async #scalar(type: number): Promise<number | boolean> {
    const kind = SCALARS[type];
    if (!kind) throw damaged();
    const [bytes, read] = kind;
    return read(await this.#take(bytes));
  }
}

// Tokens may begin with a byte order mark, which a decoder removes otherwise.
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
const STRING = 8;
const ARRAY = 9;

const SCALARS: Record<number, [bytes: number, read: (view: DataView) => number | boolean]> = {
  0: [1, (view) => view.getUint8(0)],
  1: [1, (view) => view.getInt8(0)],
  2: [2, (view) => view.getUint16(0, true)],
  3: [2, (view) => view.getInt16(0, true)],
  4: [4, (view) => view.getUint32(0, true)],
  5: [4, (view) => view.getInt32(0, true)],
  6: [4, (view) => view.getFloat32(0, true)],
  7: [1, (view) => view.getUint8(0) !== 0],
  10: [8, (view) => Number(view.getBigUint64(0, true))],
  11: [8, (view) => Number(view.getBigInt64(0, true))],
  12: [8, (view) => view.getFloat64(0, true)],
};
