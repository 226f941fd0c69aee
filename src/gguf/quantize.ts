import { dequantize, halfAt, type WeightType } from './weight-types.ts';

/** Weights that share a scale. */
export const BLOCK = 32;
/** The code of 8 bits that means 0. */
export const ZERO = 128;

/** Weights of a row of the table of tokens that share a scale. `width`: of the row. */
export function tableBlock(width: number): number {
  return width % BLOCK === 0 ? BLOCK : width;
}

/** Bits in which weights of a type are stored: 4 where that is exact, else 8. */
export function bitsFor({ name }: WeightType): 4 | 8 {
  return name === 'Q4_0' ? 4 : 8;
}

/**
 * Weights of GGUF as MatMulNBits has them: codes in blocks of 32, each with a float scale. Q4_0, Q5_0 and Q8_0 have the
 * very same values after it; the others are rounded to 8 bits.
 * @param codes Of `bits` each, from the start on.
 */
export function toBlocks(
  type: WeightType,
  bytes: Uint8Array,
  codes: Uint8Array,
  scales: Float32Array,
): void {
  const exact = EXACT[type.name];
  if (exact) {
    for (let block = 0, at = 0; at < bytes.length; block++, at += type.bytes) {
      scales[block] = halfAt(bytes, at);
      exact(bytes, at, codes, block);
    }
    return;
  }
  const floats = new Float32Array((bytes.length / type.bytes) * type.weights);
  dequantize(type, bytes, floats);
  for (let block = 0; block < scales.length; block++) {
    scales[block] = round(floats, block * BLOCK, BLOCK, codes, ZERO);
  }
}

type Copy = (bytes: Uint8Array, at: number, codes: Uint8Array, block: number) => void;

const EXACT: Record<string, Copy> = {
  // Two weights in a byte: GGUF pairs the first half of a block with the second, MatMulNBits neighbours.
  Q4_0(bytes, at, codes, block) {
    for (let i = 0; i < 16; i++) {
      const [even, odd] = [2 * i, 2 * i + 1].map((k) => {
        const pair = bytes[at + 2 + (k & 15)] as number;
        return k < 16 ? pair & 15 : pair >> 4;
      });
      codes[16 * block + i] = (even as number) | ((odd as number) << 4);
    }
  },
  Q5_0(bytes, at, codes, block) {
    for (let i = 0; i < 32; i++) {
      const high = ((bytes[at + 2 + (i >> 3)] as number) >> (i & 7)) & 1;
      const pair = bytes[at + 6 + (i & 15)] as number;
      codes[32 * block + i] = ((i < 16 ? pair & 15 : pair >> 4) | (high << 4)) - 16 + ZERO;
    }
  },
  Q8_0(bytes, at, codes, block) {
    for (let i = 0; i < 32; i++) codes[32 * block + i] = (bytes[at + 2 + i] as number) ^ ZERO;
  },
};

/**
 * Rounds floats to 8 bits around `zero`. Values that are no numbers become 0.
 * @returns the scale
 */
export function round(
  floats: Float32Array,
  from: number,
  count: number,
  codes: Uint8Array | Int8Array,
  zero: number,
): number {
  let largest = 0;
  for (let i = from; i < from + count; i++) {
    const size = Math.abs(floats[i] as number);
    if (size > largest && size < Number.POSITIVE_INFINITY) largest = size;
  }
  const scale = largest / 127;
  for (let i = from; i < from + count; i++) {
    const value = scale === 0 ? 0 : Math.round((floats[i] as number) / scale);
    codes[i] = zero + (Number.isFinite(value) ? value : 0);
  }
  return scale;
}
