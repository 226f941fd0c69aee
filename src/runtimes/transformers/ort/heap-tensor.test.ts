import { expect, test } from 'vitest';
import { HeapTensor } from './heap-tensor.ts';
import type { OrtModule } from './ort-module.ts';
import type { OrtTensor } from './session.ts';

/** The part of the wasm module that tensors use: memory that grows, and handles of tensors in it. */
function createModule() {
  let memory = new ArrayBuffer(256);
  let stack = 200;
  let top = 16;
  const tensors = new Map<number, { type: number; data: number; dims: number[] }>();
  const blocks = new Set<number>();
  const view = () => new DataView(memory);
  const fake: Partial<OrtModule> = {
    stackSave: () => stack,
    stackRestore(at) {
      stack = at;
    },
    stackAlloc: (bytes) => {
      stack += bytes;
      return stack - bytes;
    },
    getValue: (at, type) => (type === 'i8' ? view().getInt8(at) : view().getUint32(at, true)),
    setValue: (at, value) => view().setUint32(at, value, true),
    _malloc(bytes) {
      if (bytes > 1_000) return 0;
      const at = top;
      top += Math.ceil(bytes / 8) * 8;
      blocks.add(at);
      return at;
    },
    _free: (at) => void blocks.delete(at),
    _OrtFree: () => 0,
    _OrtCreateTensor(type, data, _bytes, dimsAt, rank) {
      const dims = Array.from({ length: rank }, (_, i) => view().getUint32(dimsAt + 4 * i, true));
      tensors.set(tensors.size + 1, { type, data, dims });
      return tensors.size;
    },
    _OrtGetTensorData(handle, typeAt, dataAt, dimsAt, rankAt) {
      const { type, data, dims } = tensors.get(handle) as {
        type: number;
        data: number;
        dims: number[];
      };
      for (const [at, value] of [
        [typeAt, type],
        [dataAt, data],
        [dimsAt, 240],
        [rankAt, dims.length],
      ] as const) {
        view().setUint32(at, value, true);
      }
      for (const [i, size] of dims.entries()) view().setUint32(240 + 4 * i, size, true);
      return 0;
    },
    _OrtReleaseTensor: (handle) => Number(!tensors.delete(handle)),
  };
  Object.defineProperty(fake, 'HEAPU8', { get: () => new Uint8Array(memory) });
  const grow = () => {
    const larger = new ArrayBuffer(2 * memory.byteLength);
    new Uint8Array(larger).set(new Uint8Array(memory));
    memory = larger;
  };
  const alive = () => [tensors.size, blocks.size];
  return { module: fake as OrtModule, grow, alive };
}

test('values are read in place, also after the memory has grown', () => {
  const { module, grow } = createModule();
  const tensor = HeapTensor.allocate(module, 'float32', [1, 2, 2]);
  tensor.data.set([1, 2, 3, 4] as never);
  grow();
  expect([...tensor.data]).toEqual([1, 2, 3, 4]);
  expect([...HeapTensor.adopt(module, tensor.handle).data]).toEqual([1, 2, 3, 4]);
});

test('a copy has the values and the type of its source', () => {
  const { module } = createModule();
  const source = { type: 'int64', dims: [3], data: BigInt64Array.of(1n, -2n, 3n), dispose() {} };
  const copy = HeapTensor.copy(module, source as OrtTensor);
  expect(copy.dims).toEqual([3]);
  expect([...copy.data]).toEqual([1n, -2n, 3n]);
});

test('a disposed tensor is freed once and cannot be used', () => {
  const { module, alive } = createModule();
  const tensor = HeapTensor.allocate(module, 'float32', [2]);
  expect(alive()).toEqual([1, 1]);
  tensor.dispose();
  tensor.dispose();
  expect(alive()).toEqual([0, 0]);
  expect(() => tensor.data).toThrow('disposed');
  expect(() => tensor.handle).toThrow('disposed');
});

test('nothing is left behind where memory is out or a type is not known', () => {
  const { module, alive } = createModule();
  expect(() => HeapTensor.allocate(module, 'float32', [1_000])).toThrow(
    "Can't allocate 4000 bytes",
  );
  expect(() => HeapTensor.allocate(module, 'string', [1])).toThrow('string');
  // A tensor of nothing is one all the same: the cache of a conversation that has not begun.
  expect(HeapTensor.allocate(module, 'float32', [1, 4, 0, 8]).data.length).toBe(0);
  expect(alive()).toEqual([1, 1]);
});
