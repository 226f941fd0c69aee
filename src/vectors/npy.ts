/** Why the vectors of a file cannot be read. */
export type VectorFault =
  | 'not-npy'
  | 'npy-header'
  | 'npy-cut'
  | 'npy-shape'
  | 'npy-empty'
  | 'npy-records'
  | 'npy-type';

/** A file that holds no vectors this app reads. */
export class VectorFileError extends Error {
  override readonly name = 'VectorFileError';
  readonly fault: VectorFault;
  /** The type of number that is not read, as the file names it. */
  readonly type: string;

  constructor(fault: VectorFault, type = '') {
    super(`${fault} ${type}`.trim());
    this.fault = fault;
    this.type = type;
  }
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** The header ends at a multiple of this. */
const ALIGN = 64;

/** [count × size] float32 as numpy's file format, version 1.0. @see https://numpy.org/neps/nep-0001-npy-format.html */
export function writeNpy(data: Float32Array, size: number): Uint8Array<ArrayBuffer> {
  const shape = `(${data.length / size}, ${size})`;
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shape}, }`;
  const before = MAGIC.length + 4;
  const padding = (ALIGN - ((before + dict.length + 1) % ALIGN)) % ALIGN;
  const header = `${dict}${' '.repeat(padding)}\n`;
  const bytes = new Uint8Array(before + header.length + data.byteLength);
  bytes.set([...MAGIC, 1, 0, header.length & 255, header.length >> 8]);
  bytes.set(new TextEncoder().encode(header), before);
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), before + header.length);
  return bytes;
}

/** Bytes of a header that are read. The format allows 4 GB, numpy reads 10,000. */
const MAX_HEADER = 65_536;

type ReadNumber = (view: DataView, at: number, isLittle: boolean) => number;

/** Bytes of a number, and how it is read, by numpy's name of its type. */
const NUMBERS: Readonly<Record<string, readonly [bytes: number, read: ReadNumber]>> = {
  f2: [2, (view, at, isLittle) => fromHalf(view.getUint16(at, isLittle))],
  f4: [4, (view, at, isLittle) => view.getFloat32(at, isLittle)],
  f8: [8, (view, at, isLittle) => view.getFloat64(at, isLittle)],
  i1: [1, (view, at) => view.getInt8(at)],
  u1: [1, (view, at) => view.getUint8(at)],
  i2: [2, (view, at, isLittle) => view.getInt16(at, isLittle)],
  u2: [2, (view, at, isLittle) => view.getUint16(at, isLittle)],
  i4: [4, (view, at, isLittle) => view.getInt32(at, isLittle)],
  u4: [4, (view, at, isLittle) => view.getUint32(at, isLittle)],
};

/** A number of 16 bits. @see https://en.wikipedia.org/wiki/Half-precision_floating-point_format */
function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * Reads a two-dimensional array of floats or of integers up to 32 bits, in either order of bytes, by rows or by
 * columns. @throws VectorFileError
 */
export function readNpy(bytes: Uint8Array<ArrayBuffer>): { data: Float32Array; size: number } {
  if (bytes.length < 12 || !MAGIC.every((byte, i) => bytes[i] === byte)) {
    throw new VectorFileError('not-npy');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOld = bytes[6] === 1;
  const length = isOld ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER) throw new VectorFileError('npy-header');
  const start = (isOld ? 10 : 12) + length;
  const header = new TextDecoder('latin1').decode(bytes.subarray(isOld ? 10 : 12, start));
  const { numbers, isLittle, isByColumns, rows, columns } = parseHeader(header);
  const [width, read] = numbers;
  // Before anything is allocated: a header may claim any size.
  if (bytes.length < start + rows * columns * width) {
    throw new VectorFileError('npy-cut');
  }
  const data = new Float32Array(rows * columns);
  for (let i = 0; i < data.length; i++) {
    const place = isByColumns ? (i % columns) * rows + Math.floor(i / columns) : i;
    data[i] = read(view, start + place * width, isLittle);
  }
  return { data, size: columns };
}

function parseHeader(header: string) {
  const [, order = '', type = ''] = /'descr':\s*'([<>|=]?)([^']+)'/.exec(header) ?? [];
  const shape = /'shape':\s*\(\s*(\d+)\s*,\s*(\d+)\s*,?\s*\)/.exec(header);
  if (!shape) throw new VectorFileError('npy-shape');
  const [rows, columns] = [Number(shape[1]), Number(shape[2])];
  if (rows === 0 || columns === 0) throw new VectorFileError('npy-empty');
  if (type === '') throw new VectorFileError('npy-records');
  const numbers = Object.hasOwn(NUMBERS, type) ? NUMBERS[type] : undefined;
  if (!numbers) throw new VectorFileError('npy-type', `${order}${type}`);
  const isByColumns = /'fortran_order':\s*True/.test(header);
  return { numbers, isLittle: order !== '>', isByColumns, rows, columns };
}
