/** A file that holds no vectors this app reads. */
export class VectorFileError extends Error {
  override readonly name = 'VectorFileError';
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

/** Reads a two-dimensional array of 32- or 64-bit floats. @throws VectorFileError */
export function readNpy(bytes: Uint8Array<ArrayBuffer>): { data: Float32Array; size: number } {
  if (bytes.length < 12 || !MAGIC.every((byte, i) => bytes[i] === byte)) {
    throw new VectorFileError('The file is no NPY array.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOld = bytes[6] === 1;
  const length = isOld ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER) throw new VectorFileError('The header of the NPY array is damaged.');
  const start = (isOld ? 10 : 12) + length;
  const header = new TextDecoder('latin1').decode(bytes.subarray(isOld ? 10 : 12, start));
  const { type, rows, columns } = parseHeader(header);
  const width = type === '<f8' ? 8 : 4;
  // Before anything is allocated: a header may claim any size.
  if (bytes.length < start + rows * columns * width) {
    throw new VectorFileError('The file ends before its last row.');
  }
  const data = new Float32Array(rows * columns);
  for (let i = 0; i < data.length; i++) {
    const at = start + i * width;
    data[i] = width === 8 ? view.getFloat64(at, true) : view.getFloat32(at, true);
  }
  return { data, size: columns };
}

function parseHeader(header: string): { type: string; rows: number; columns: number } {
  const [, type = ''] = /'descr':\s*'([^']+)'/.exec(header) ?? [];
  const shape = /'shape':\s*\(\s*(\d+)\s*,\s*(\d+)\s*,?\s*\)/.exec(header);
  if (!shape) throw new VectorFileError('The array must have two dimensions: texts by numbers.');
  if (/'fortran_order':\s*True/.test(header)) {
    throw new VectorFileError(
      'The array is stored by columns; save it with numpy.ascontiguousarray.',
    );
  }
  const [rows, columns] = [Number(shape[1]), Number(shape[2])];
  if (rows === 0 || columns === 0) throw new VectorFileError('The array is empty.');
  if (type === '') throw new VectorFileError('Arrays of records are not read.');
  if (type !== '<f8' && type !== '<f4') {
    throw new VectorFileError(`Numbers of type ${type} are not read.`);
  }
  return { type, rows, columns };
}
