import { EngineError } from '#engine/engine-error.ts';
import { type ExternalFile, externalFile } from './external-file.ts';
import type { GraphEdit, Weight } from './graph-edit.ts';
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

/** Arrays that are used for one weight after another: left to be collected, they would take as much memory as the weights. */
class Rooms {
  readonly #rooms = new Map<string, Uint8Array<ArrayBuffer>>();

  /** What it holds at first is of an earlier use. */
  take(name: string, length: number): Uint8Array<ArrayBuffer> {
    let room = this.#rooms.get(name);
    if (!room || room.length < length) {
      room = new Uint8Array(length);
      this.#rooms.set(name, room);
    }
    return room.subarray(0, length);
  }
}

/** The floats of a room, which begins where its buffer does. */
function floatsOf({ buffer, length }: Uint8Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  return new Float32Array(buffer, 0, length / 4);
}

const ALIGNED = 64;
/** Columns per transposed block: one row of them fills a cache line. */
const TILE = 64;
/** Rows per transposed block, so that both sides stay in the processor's cache. */
const SQUARE = 32;
/** Bytes of codes. */
const READ_AT_ONCE = 1 << 22;

/** @returns null for blocks of other kinds. @throws EngineError `load-failed` where lengths do not match. */
export function readBlocks(edit: GraphEdit, node: GraphNode): Blocks | null {
  const {
    K: rows = 0,
    N: columns = 0,
    bits = 4,
    block_size: blockSize = 0,
  } = edit.integersOf(node);
  const [codes, scales, zeros] = node.inputs.slice(1, 4).map((name) => edit.weight(name));
  const isRight = (bits === 4 || bits === 8) && blockSize >= 16 && rows % blockSize === 0;
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
  const rooms = new Rooms();
  return externalFile(weights.at(-1)?.end ?? 0, (from, to) => {
    const weight = weights.find((w) => w.codesAt === from || w.scalesAt === from);
    if (!weight) throw new RangeError('There is no weight at this offset.');
    if (from === weight.codesAt) {
      const codes = new Int8Array(to.buffer, to.byteOffset, to.length);
      scalesOf.set(weight, toInt8(weight, read, codes, rooms));
      return;
    }
    const scales = scalesOf.get(weight) ?? toInt8(weight, read, null, rooms);
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
  rooms = new Rooms(),
): Float32Array<ArrayBuffer> {
  const { rows, columns } = weight;
  const scales = new Float32Array(columns);
  const floats = floatsOf(rooms.take('floats', 4 * TILE * rows));
  const inverse = new Float32Array(TILE);
  for (const { first, count, ...part } of partsOf(weight, read, rooms)) {
    toFloats(weight, part, floats);
    for (let i = 0; i < count; i++) {
      const largest = largestOf(floats, i * rows, rows);
      scales[first + i] = largest / 127;
      inverse[i] = largest > 0 ? 127 / largest : 0;
    }
    if (codes) transpose({ floats, inverse, first, count }, weight, codes);
  }
  return scales;
}

/** Rounds columns of floats into rows of codes. */
function transpose(
  {
    floats,
    inverse,
    first,
    count,
  }: Record<'floats' | 'inverse', Float32Array> & Record<'first' | 'count', number>,
  { rows, columns }: Blocks,
  codes: Int8Array,
): void {
  for (let row = 0; row < rows; row += SQUARE) {
    const until = Math.min(rows, row + SQUARE);
    for (let i = 0; i < count; i++) {
      const factor = inverse[i] as number;
      const at = i * rows;
      for (let k = row, to = row * columns + first + i; k < until; k++, to += columns) {
        // Above zero, where rounding needs no branch.
        codes[to] = (((floats[at + k] as number) * factor + 128.5) | 0) - 128;
      }
    }
  }
}

function largestOf(floats: Float32Array, from: number, count: number): number {
  let largest = 0;
  for (let i = from; i < from + count; i++) {
    const value = Math.abs(floats[i] as number);
    if (value > largest) largest = value;
  }
  return largest;
}

/** The blocks of some columns. */
interface Part {
  codes: Uint8Array;
  scales: Float32Array;
  zeros: Uint8Array | null;
}

/** A weight in parts of TILE columns; read in larger ones. */
function* partsOf(
  weight: Blocks,
  read: ReadPlace,
  rooms: Rooms,
): Generator<Part & { first: number; count: number }> {
  const { rows, columns, bits, blockSize } = weight;
  const blocks = rows / blockSize;
  const [codeBytes, zeroBytes] = [(rows * bits) / 8, zeroBytesOf(weight)];
  const atOnce = TILE * Math.max(1, Math.floor(READ_AT_ONCE / (codeBytes * TILE)));
  for (let from = 0; from < columns; from += atOnce) {
    const many = Math.min(atOnce, columns - from);
    const get = (name: string, numbers: Uint8Array | Place, bytes: number) => {
      const [offset, length] = [from * bytes, many * bytes];
      const room = rooms.take(name, length);
      if (numbers instanceof Uint8Array) room.set(numbers.subarray(offset, offset + length));
      else read({ ...numbers, offset: numbers.offset + offset, length }, room);
      return room;
    };
    const codes = get('codes', weight.codes, codeBytes);
    const scales = floatsOf(get('scales', weight.scales, 4 * blocks));
    const zeros = weight.zeros && get('zeros', weight.zeros, zeroBytes);
    for (let at = 0; at < many; at += TILE) {
      const count = Math.min(TILE, many - at);
      const cut = <T extends Uint8Array | Float32Array>(numbers: T, each: number) =>
        numbers.subarray(at * each, (at + count) * each) as T;
      yield {
        first: from + at,
        count,
        codes: cut(codes, codeBytes),
        scales: cut(scales, blocks),
        zeros: zeros && cut(zeros, zeroBytes),
      };
    }
  }
}

/** Columns in floats, in sequence. */
function toFloats(weight: Blocks, { codes, scales, zeros }: Part, to: Float32Array): void {
  const { rows, bits, blockSize } = weight;
  const blocks = rows / blockSize;
  const zeroBytes = zeroBytesOf(weight);
  const blockBytes = (blockSize * bits) / 8;
  for (let i = 0; i < scales.length; i++) {
    const scale = scales[i] as number;
    const [column, block] = [Math.floor(i / blocks), i % blocks];
    const zero = zeros ? zeroOf(zeros, column * zeroBytes, block, bits) : 1 << (bits - 1);
    const [from, out] = [i * blockBytes, i * blockSize];
    if (bits === 8) {
      for (let k = 0; k < blockBytes; k++)
        to[out + k] = ((codes[from + k] as number) - zero) * scale;
    } else {
      for (let k = 0; k < blockBytes; k++) {
        const two = codes[from + k] as number;
        to[out + 2 * k] = ((two & 15) - zero) * scale;
        to[out + 2 * k + 1] = ((two >> 4) - zero) * scale;
      }
    }
  }
}

/** A column's zeros end with its last byte. */
function zeroBytesOf({ rows, blockSize, bits }: Blocks): number {
  return Math.ceil(((rows / blockSize) * bits) / 8);
}

function zeroOf(zeros: Uint8Array, from: number, block: number, bits: 4 | 8): number {
  if (bits === 8) return zeros[from + block] as number;
  const two = zeros[from + (block >> 1)] as number;
  return block % 2 === 0 ? two & 15 : two >> 4;
}
