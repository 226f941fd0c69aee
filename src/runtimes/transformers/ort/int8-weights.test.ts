import { expect, test } from 'vitest';
import { type Blocks, int8File, layOut, toInt8 } from './int8-weights.ts';
import type { Place } from './onnx-messages.ts';
import { storedBytes } from './stored-bytes.ts';

const nothing = () => {
  throw new Error('All numbers are in the graph.');
};

/** Numbers from 0 to 255 without a pattern. */
const bytes = (count: number, seed: number) =>
  Uint8Array.from({ length: count }, (_, i) => ((i + seed) * 2_654_435_761) >>> 24);

function blocksOf(bits: 4 | 8, hasZeros: boolean): Blocks {
  const [columns, rows, blockSize] = [130, 96, 32];
  const scales = Float32Array.from({ length: columns * 3 }, (_, i) => (i % 7) * 0.25 - 0.5);
  const zeroBytes = bits === 8 ? 3 : 2;
  return {
    columns,
    rows,
    bits,
    blockSize,
    codes: bytes((columns * rows * bits) / 8, 1),
    scales: new Uint8Array(scales.buffer),
    zeros: hasZeros ? bytes(columns * zeroBytes, 2) : null,
  };
}

/** The weight in row `k` of a column, as MatMulNBits defines it. */
function valueAt({ bits, rows, codes, scales, zeros }: Blocks, column: number, k: number): number {
  const code = (numbers: Uint8Array, at: number) => {
    if (bits === 8) return numbers[at] ?? 0;
    return ((numbers[at >> 1] ?? 0) >> (4 * (at % 2))) & 15;
  };
  const block = k >> 5;
  const perColumn = bits === 8 ? 3 : 4;
  const zero = zeros ? code(zeros as Uint8Array, column * perColumn + block) : 2 ** (bits - 1);
  const scale = new Float32Array((scales as Uint8Array).buffer)[column * 3 + block] ?? 0;
  return (code(codes as Uint8Array, column * rows + k) - zero) * scale;
}

test.each([
  [4, false],
  [4, true],
  [8, false],
  [8, true],
] as const)('rounds blocks of %i bits with one scale a column, zeros %s', (bits, hasZeros) => {
  const blocks = blocksOf(bits, hasZeros);
  const codes = new Int8Array(blocks.rows * blocks.columns);
  const scales = toInt8(blocks, nothing, codes);
  for (let column = 0; column < blocks.columns; column++) {
    const scale = scales[column] ?? 0;
    let largest = 0;
    for (let k = 0; k < blocks.rows; k++) {
      const value = valueAt(blocks, column, k);
      const made = (codes[k * blocks.columns + column] ?? 0) * scale;
      expect(Math.abs(made - value)).toBeLessThanOrEqual(scale * 0.501);
      largest = Math.max(largest, Math.abs(value));
    }
    expect(scale).toBeCloseTo(largest / 127, 5);
  }
});

test('makes each weight from its own place in the file, when it is read', () => {
  const blocks = blocksOf(4, false);
  const stored = new Uint8Array([...new Uint8Array(10), ...(blocks.codes as Uint8Array)]);
  const codes: Place = { location: 'model.onnx_data', offset: 10, length: stored.length - 10 };
  const first = layOut(blocks, 0);
  const second = layOut({ ...blocks, codes }, first.end);
  const asked: string[] = [];
  const file = int8File([first, second], ({ location, offset, length }, to) => {
    asked.push(location);
    to.set(stored.subarray(offset, offset + length));
  });
  expect(file.byteLength).toBe(second.end);
  expect(asked).toEqual([]);
  const size = blocks.rows * blocks.columns;
  const [one, two] = [first, second].map((w) => file.subarray(w.codesAt, w.codesAt + size));
  expect(one).toHaveLength(size);
  expect(two).toEqual(one);
  expect(asked).toEqual(['model.onnx_data']);
  const scales = file.subarray(second.scalesAt, second.end);
  expect(new Float32Array(scales.slice().buffer)).toEqual(toInt8(blocks, nothing, null));
  expect(() => file.subarray(1, 2)).toThrow(RangeError);
});

test('reads one weight after another into the same memory', () => {
  const blocks = blocksOf(8, true);
  const place = { location: 'a', offset: 0, length: (blocks.codes as Uint8Array).length };
  const first = layOut({ ...blocks, codes: place }, 0);
  const second = layOut({ ...blocks, codes: place }, first.end);
  const rooms = new Set<unknown>();
  const file = int8File([first, second], (_, to) => {
    rooms.add(to.buffer);
  });
  for (const { codesAt, scalesAt } of [first, second]) file.subarray(codesAt, scalesAt);
  expect(rooms.size).toBe(1);
});

test('fills memory at hand, and reads at most a few megabytes of a stored file at a time', () => {
  const blocks = blocksOf(4, false);
  const weight = layOut(blocks, 0);
  const file = int8File([weight], nothing);
  const [codes, scales] = [new Uint8Array(96 * 130), new Uint8Array(4 * 130)];
  // In whatever order they are requested.
  file.copyInto(weight.scalesAt, scales);
  file.copyInto(weight.codesAt, codes);
  expect(codes).toEqual(file.subarray(weight.codesAt, weight.codesAt + codes.length));
  expect(scales).toEqual(file.subarray(weight.scalesAt, weight.end));
  const sizes: number[] = [];
  const read = (part: Blob) => {
    sizes.push(part.size);
    return new Uint8Array(part.size).fill(sizes.length).buffer;
  };
  const stored = storedBytes(new Blob([new Uint8Array(9e6)]), () => {}, read);
  const memory = new Uint8Array(8.5e6);
  stored.copyInto(5e5, memory);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 22);
  expect([memory[0], memory.at(-1)]).toEqual([1, sizes.length]);
  expect(() => stored.copyInto(1e6, memory)).toThrow(RangeError);
});
