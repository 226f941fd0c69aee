import { EngineError } from '#engine/engine-error.ts';
import { type ExternalFile, externalFile } from './external-file.ts';
import type { GraphEdit, Weight } from './graph-edit.ts';
import { columnsAtOnce, Int8Kernel } from './int8-kernel.ts';
import { FLOAT, type GraphNode, type Place, UINT8 } from './onnx-messages.ts';

/** A weight in blocks of 4 or 8 bits, in the layout of MatMulNBits: a column's blocks in sequence. */
export interface Blocks {
  columns: number;
  rows: number;
  bits: 4 | 8;
  blockSize: number;
  codes: Uint8Array | Place;
  scales: Uint8Array | Place;
  /** The zero point of each block; null means the middle. */
  zeros: Uint8Array | Place | null;
}

/** A weight that is made when it is read: 8 bits, a row after the other, and a scale of each column. */
export interface Int8Weight extends Blocks {
  codesAt: number;
  scalesAt: number;
  end: number;
}

/** Fills an array with a part of a file that is stored next to a graph. */
export type ReadPlace = (place: Place, to: Uint8Array) => void;

const ALIGNED = 64;
/** @returns null for blocks of other kinds. @throws EngineError `load-failed` where lengths do not match. */
export function readBlocks(edit: GraphEdit, node: GraphNode): Blocks | null {
  const {
    K: rows = 0,
    N: columns = 0,
    bits = 4,
    block_size: blockSize = 0,
  } = edit.integersOf(node);
  const [codes, scales, zeros] = node.inputs.slice(1, 4).map((name) => edit.weight(name));
  const isRight =
    (bits === 4 || bits === 8) && blockSize >= 16 && blockSize % 16 === 0 && rows % blockSize === 0;
  if (!isRight || !isOf(codes, UINT8) || !isOf(scales, FLOAT)) return null;
  if (node.inputs[3] && !isOf(zeros, UINT8)) return null;
  const found = {
    columns,
    rows,
    bits,
    blockSize,
    codes: codes.numbers,
    scales: scales.numbers,
    zeros: zeros?.numbers ?? null,
  } satisfies Blocks;
  checkLengths(found, node.inputs[1] ?? '');
  return found;
}

/** Bytes missing at the end would otherwise be read as zeros, or be another weight's. */
function checkLengths(blocks: Blocks, name: string): void {
  const { columns, rows, bits, blockSize, codes, scales, zeros } = blocks;
  const isRight =
    rows > 0 &&
    columns > 0 &&
    codes.length === (columns * rows * bits) / 8 &&
    scales.length === 4 * columns * (rows / blockSize) &&
    (zeros === null || zeros.length === columns * zeroBytesOf(blocks));
  if (isRight) return;
  throw new EngineError('load-failed', `The weight ${name} is damaged: its length is wrong.`);
}

type Given = Weight & { numbers: Uint8Array | Place };

function isOf(weight: Weight | null | undefined, type: number): weight is Given {
  return weight?.type === type && weight.numbers !== null;
}

/** Offset of a weight in the generated file. */
export function layOut(blocks: Blocks, at: number): Int8Weight {
  const aligned = (place: number) => Math.ceil(place / ALIGNED) * ALIGNED;
  const codesAt = aligned(at);
  const scalesAt = aligned(codesAt + blocks.rows * blocks.columns);
  return { ...blocks, codesAt, scalesAt, end: scalesAt + 4 * blocks.columns };
}

/** The generated file: onnxruntime reads each weight by its offset, and only then is it converted. */
export function int8File(weights: readonly Int8Weight[], read: ReadPlace): ExternalFile {
  const scalesOf = new Map<Int8Weight, Float32Array<ArrayBuffer>>();
  const kernel = new Int8Kernel();
  return externalFile(weights.at(-1)?.end ?? 0, (from, to) => {
    const weight = weights.find((w) => w.codesAt === from || w.scalesAt === from);
    if (!weight) throw new RangeError('There is no weight at this offset.');
    if (from === weight.codesAt) {
      const codes = new Int8Array(to.buffer, to.byteOffset, to.length);
      scalesOf.set(weight, toInt8(weight, read, codes, kernel));
      return;
    }
    const scales = scalesOf.get(weight) ?? toInt8(weight, read, null, kernel);
    to.set(new Uint8Array(scales.buffer));
  });
}

/**
 * Requantizes a weight with one scale per column and returns the scales. `codes`: the output buffer; null
 * computes the scales alone.
 */
export function toInt8(
  weight: Blocks,
  read: ReadPlace,
  codes: Int8Array | null,
  kernel = new Int8Kernel(),
): Float32Array<ArrayBuffer> {
  const { rows, columns } = weight;
  const scales = new Float32Array(columns);
  const atOnce = columnsAtOnce(weight);
  const factors = new Float32Array(atOnce);
  kernel.open(weight);
  for (let first = 0; first < columns; first += atOnce) {
    const count = Math.min(atOnce, columns - first);
    readPart(weight, read, kernel.room, [first, count]);
    for (const [i, largest] of kernel.largest().subarray(0, count).entries()) {
      scales[first + i] = largest / 127;
      factors[i] = largest > 0 ? 127 / largest : 0;
    }
    if (!codes) continue;
    const made = kernel.pack(factors);
    for (let row = 0; row < rows; row++) {
      const from = row * atOnce;
      codes.set(made.subarray(from, from + count), row * columns + first);
    }
  }
  return scales;
}

/** Reads the blocks of some columns to where the kernel expects them. */
function readPart(
  weight: Blocks,
  read: ReadPlace,
  room: Int8Kernel['room'],
  [first, count]: readonly [first: number, count: number],
): void {
  const { rows, bits, blockSize } = weight;
  const blocks = rows / blockSize;
  const get = (numbers: Uint8Array | Place, bytes: number, to: Uint8Array) => {
    const [offset, length] = [first * bytes, count * bytes];
    if (numbers instanceof Uint8Array) to.set(numbers.subarray(offset, offset + length));
    else read({ ...numbers, offset: numbers.offset + offset, length }, to.subarray(0, length));
  };
  const { buffer, byteOffset, byteLength } = room.scales;
  get(weight.codes, (rows * bits) / 8, room.codes);
  get(weight.scales, 4 * blocks, new Uint8Array(buffer, byteOffset, byteLength));
  if (!weight.zeros) {
    room.zeros.fill(1 << (bits - 1));
    return;
  }
  const zeroBytes = zeroBytesOf(weight);
  const zeros = bits === 8 ? room.zeros : new Uint8Array(count * zeroBytes);
  get(weight.zeros, zeroBytes, zeros);
  if (bits === 8) return;
  for (let i = 0; i < count * blocks; i++) {
    const [column, block] = [Math.floor(i / blocks), i % blocks];
    const two = zeros[column * zeroBytes + (block >> 1)] as number;
    room.zeros[i] = block % 2 === 0 ? two & 15 : two >> 4;
  }
}

/** A column's zeros end with its last byte. */
function zeroBytesOf({ rows, blockSize, bits }: Blocks): number {
  return Math.ceil(((rows / blockSize) * bits) / 8);
}
