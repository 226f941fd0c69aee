import type { DecoderGraph } from './decoder-graph.ts';
import type { Angles, Making } from './graph-parts.ts';
import { frameGraph } from './onnx-message.ts';
import { BLOCK, bitsFor, round, tableBlock, toBlocks } from './quantize.ts';
import type { Gguf, GgufTensor } from './read-gguf.ts';
import { dequantize } from './weight-types.ts';

/** Bytes of the file that are read and turned in one step. */
const STEP = 1 << 22;

export type Write = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes a graph piece by piece, the weights from the file as they are needed: no weight is in memory as a whole but its
 * scales. `onBytes`: bytes written so far, of how many.
 */
export async function writeGraph(
  gguf: Gguf,
  graph: DecoderGraph,
  write: Write,
  onBytes: (done: number, total: number) => void = () => {},
): Promise<void> {
  const frame = frameGraph(graph);
  const total = graph.weights.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const counted: Write = async (bytes) => {
    await write(bytes);
    done += bytes.length;
    onBytes(Math.min(done, total), total);
  };
  await write(frame.start);
  const scales = new Map<string, Float32Array>();
  for (const [at, head] of frame.weights.entries()) {
    await write(head);
    const making = graph.making[at];
    if (making) await makeWeight(gguf, making, scales, counted);
  }
}

async function makeWeight(
  gguf: Gguf,
  making: Making,
  scales: Map<string, Float32Array>,
  write: Write,
): Promise<void> {
  switch (making.kind) {
    case 'codes':
      return writeCodes(gguf, making, scales, write);
    case 'rows':
      return writeRows(gguf, making.tensor, scales, write);
    case 'scales':
    case 'row-scales': {
      // They came with the codes, which are written before.
      const name = `${making.kind}:${making.tensor.name}`;
      await write(bytesOf(scales.get(name) ?? new Float32Array()));
      scales.delete(name);
      return;
    }
    case 'floats': {
      const floats = new Float32Array(
        making.tensor.dimensions.reduce((all, size) => all * size, 1),
      );
      const { at, bytes, type } = making.tensor;
      dequantize(type, await gguf.source.read(at, bytes), floats);
      const { headSize } = making;
      return write(bytesOf(headSize ? fromPairs(floats, 1, headSize) : floats));
    }
    case 'integers':
      return write(bytesOf(BigInt64Array.from(making.values, BigInt)));
    case 'number':
      return write(bytesOf(Float32Array.of(making.value)));
    default:
      return writeAngles(
        gguf,
        making.angles,
        making.kind === 'cosines' ? Math.cos : Math.sin,
        write,
      );
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBufferLike>) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Rows of a head in pairs of neighbours (0, 1, 2, 3 …) as halves (0, 2, … 1, 3, …). `size`: elements of a row. */
export function fromPairs<T extends Uint8Array | Float32Array>(
  rows: T,
  size: number,
  headSize: number,
): T {
  // Not `slice`: a Buffer of Node would give a view of itself, and rows be read that are moved already.
  const out = (rows instanceof Float32Array ? new Float32Array(rows) : new Uint8Array(rows)) as T;
  const half = headSize / 2;
  for (let head = 0; head < rows.length / size; head += headSize) {
    for (let i = 0; i < headSize; i++) {
      const from = (head + 2 * (i % half) + (i < half ? 0 : 1)) * size;
      out.set(rows.subarray(from, from + size), (head + i) * size);
    }
  }
  return out;
}

async function writeCodes(
  { source }: Gguf,
  { tensor, headSize }: { tensor: GgufTensor; headSize: number | null },
  scales: Map<string, Float32Array>,
  write: Write,
): Promise<void> {
  const { type } = tensor;
  const [columns = 0] = tensor.dimensions;
  const rowBytes = (columns / type.weights) * type.bytes;
  const all = new Float32Array(((tensor.bytes / type.bytes) * type.weights) / BLOCK);
  const unit = headSize ? headSize * rowBytes : rowBytes;
  const step = Math.max(1, Math.floor(STEP / unit)) * unit;
  for (let at = 0, block = 0; at < tensor.bytes; at += step) {
    const length = Math.min(step, tensor.bytes - at);
    const read = await source.read(tensor.at + at, length);
    const bytes = headSize ? fromPairs(read, rowBytes, headSize) : read;
    const blocks = ((length / type.bytes) * type.weights) / BLOCK;
    const codes = new Uint8Array((blocks * BLOCK * bitsFor(type)) / 8);
    toBlocks(type, bytes, codes, all.subarray(block, block + blocks));
    await write(codes);
    block += blocks;
  }
  scales.set(`scales:${tensor.name}`, all);
}

/** The table of tokens: 8 bits with a scale for each block of a row. */
async function writeRows(
  { source }: Gguf,
  tensor: GgufTensor,
  scales: Map<string, Float32Array>,
  write: Write,
): Promise<void> {
  const { type } = tensor;
  const [columns = 0, rows = 0] = tensor.dimensions;
  const rowBytes = (columns / type.weights) * type.bytes;
  const size = tableBlock(columns);
  const blocks = columns / size;
  const all = new Float32Array(rows * blocks);
  const step = Math.max(1, Math.floor(STEP / rowBytes));
  for (let row = 0; row < rows; row += step) {
    const count = Math.min(step, rows - row);
    const floats = new Float32Array(count * columns);
    dequantize(type, await source.read(tensor.at + row * rowBytes, count * rowBytes), floats);
    const codes = new Int8Array(floats.length);
    for (let i = 0; i < count * blocks; i++) {
      all[row * blocks + i] = round(floats, i * size, size, codes, 0);
    }
    await write(bytesOf(codes));
  }
  scales.set(`row-scales:${tensor.name}`, all);
}

async function writeAngles(
  { source }: Gguf,
  { rows, turned, base, factor, magnitude, divisors }: Angles,
  turn: (angle: number) => number,
  write: Write,
): Promise<void> {
  const half = turned / 2;
  const divided = new Float32Array(half).fill(1);
  if (divisors) {
    dequantize(divisors.type, await source.read(divisors.at, divisors.bytes), divided);
  }
  const speeds = Array.from(divided, (by, pair) => 1 / (base ** ((2 * pair) / turned) * by));
  const atOnce = 1024;
  for (let from = 0; from < rows; from += atOnce) {
    const out = new Float32Array(Math.min(atOnce, rows - from) * half);
    for (let i = 0; i < out.length; i++) {
      const position = from + Math.floor(i / half);
      out[i] = magnitude * turn((position * (speeds[i % half] ?? 1)) / factor);
    }
    await write(bytesOf(out));
  }
}
