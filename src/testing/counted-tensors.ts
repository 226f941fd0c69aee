import type { Allocate } from '#runtimes/transformers/cache/kv-cache.ts';
import { type OrtTensor, sizeOf } from '#runtimes/transformers/ort/session.ts';

/** Tensors that know how many of them have not been disposed of. Each holds NaN until it is written. */
export function createTensors(): { allocate: Allocate; alive: () => number } {
  const alive = new Set<OrtTensor>();
  return {
    alive: () => alive.size,
    allocate(dims) {
      const tensor: OrtTensor = {
        dims,
        data: new Float32Array(sizeOf(dims)).fill(Number.NaN),
        dispose() {
          if (!alive.delete(tensor)) throw new Error('Disposed of twice.');
        },
      };
      alive.add(tensor);
      return tensor;
    },
  };
}
