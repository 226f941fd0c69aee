import { GgufError } from './gguf-error.ts';

/** A type of weights: how many are in a block, and how many bytes a block has. */
export interface WeightType {
  name: string;
  weights: number;
  bytes: number;
}

/** @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md */
const TYPES: ReadonlyMap<number, WeightType> = new Map(
  (
    [
      [0, 'F32', 1, 4],
      [1, 'F16', 1, 2],
      [2, 'Q4_0', 32, 18],
      [3, 'Q4_1', 32, 20],
      [6, 'Q5_0', 32, 22],
      [7, 'Q5_1', 32, 24],
      [8, 'Q8_0', 32, 34],
      [12, 'Q4_K', 256, 144],
      [13, 'Q5_K', 256, 176],
      [14, 'Q6_K', 256, 210],
      [30, 'BF16', 1, 2],
    ] as const
  ).map(([id, name, weights, bytes]) => [id, { name, weights, bytes }]),
);

/** Types that people meet and that are not read here, so that a refusal can name them. */
const OTHERS: Record<number, string> = {
  10: 'Q2_K',
  11: 'Q3_K',
  16: 'IQ2_XXS',
  17: 'IQ2_XS',
  18: 'IQ3_XXS',
  19: 'IQ1_S',
  20: 'IQ4_NL',
  21: 'IQ3_S',
  22: 'IQ2_S',
  23: 'IQ4_XS',
  29: 'IQ1_M',
  34: 'TQ1_0',
  35: 'TQ2_0',
  39: 'MXFP4',
};

/** @throws GgufError for a type that is not read here. */
export function weightType(id: number): WeightType {
  const type = TYPES.get(id);
  if (type) return type;
  const name = OTHERS[id] ?? `number ${id}`;
  throw new GgufError(
    `The file has weights of the type ${name}, which is not read here. Choose a file with Q4_K_M, Q8_0 or another common type.`,
  );
}

/** Half-precision numbers by their 16 bits: a table, because a file has millions of them. */
const HALVES = new Float32Array(65_536);
for (let bits = 0; bits < HALVES.length; bits++) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) HALVES[bits] = fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  else if (exponent === 0) HALVES[bits] = sign * fraction * 2 ** -24;
  else HALVES[bits] = sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** A half-precision number, little-endian. */
export function halfAt(bytes: Uint8Array, at: number): number {
  return HALVES[(bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)] ?? 0;
}

type Unpack = (bytes: Uint8Array, at: number, out: Float32Array, to: number) => void;

/** The weights of whole blocks as floats, into `out` from its start. */
export function dequantize(type: WeightType, bytes: Uint8Array, out: Float32Array): void {
  const unpack = UNPACK[type.name];
  if (!unpack) {
    unpackFloats(type.name, bytes, out);
    return;
  }
  for (let at = 0, to = 0; at < bytes.length; at += type.bytes, to += type.weights) {
    unpack(bytes, at, out, to);
  }
}

function unpackFloats(name: string, bytes: Uint8Array, out: Float32Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bits = new Uint32Array(out.buffer, out.byteOffset, out.length);
  for (let i = 0; i < out.length; i++) {
    if (name === 'F32') out[i] = view.getFloat32(4 * i, true);
    else if (name === 'F16') out[i] = halfAt(bytes, 2 * i);
    else bits[i] = view.getUint16(2 * i, true) << 16;
  }
}

/** Indices are within blocks whose length was checked. */
const byte = (bytes: Uint8Array, at: number) => bytes[at] as number;

const UNPACK: Record<string, Unpack> = {
  Q4_0(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    for (let i = 0; i < 16; i++) {
      const pair = byte(bytes, at + 2 + i);
      out[to + i] = ((pair & 15) - 8) * scale;
      out[to + i + 16] = ((pair >> 4) - 8) * scale;
    }
  },
  Q4_1(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    const min = halfAt(bytes, at + 2);
    for (let i = 0; i < 16; i++) {
      const pair = byte(bytes, at + 4 + i);
      out[to + i] = (pair & 15) * scale + min;
      out[to + i + 16] = (pair >> 4) * scale + min;
    }
  },
  Q5_0(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    for (let i = 0; i < 32; i++) out[to + i] = (fiveBits(bytes, at + 2, i) - 16) * scale;
  },
  Q5_1(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    const min = halfAt(bytes, at + 2);
    for (let i = 0; i < 32; i++) out[to + i] = fiveBits(bytes, at + 4, i) * scale + min;
  },
  Q8_0(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    for (let i = 0; i < 32; i++) out[to + i] = ((byte(bytes, at + 2 + i) << 24) >> 24) * scale;
  },
  Q4_K(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    const min = halfAt(bytes, at + 2);
    for (let part = 0; part < 8; part++) {
      const [s, m] = subScale(bytes, at + 4, part);
      const from = at + 16 + 32 * (part >> 1);
      const shift = part & 1 ? 4 : 0;
      for (let i = 0; i < 32; i++) {
        const code = (byte(bytes, from + i) >> shift) & 15;
        out[to + 32 * part + i] = scale * s * code - min * m;
      }
    }
  },
  Q5_K(bytes, at, out, to) {
    const scale = halfAt(bytes, at);
    const min = halfAt(bytes, at + 2);
    for (let part = 0; part < 8; part++) {
      const [s, m] = subScale(bytes, at + 4, part);
      const from = at + 48 + 32 * (part >> 1);
      const shift = part & 1 ? 4 : 0;
      for (let i = 0; i < 32; i++) {
        const high = (byte(bytes, at + 16 + i) >> part) & 1;
        const code = ((byte(bytes, from + i) >> shift) & 15) | (high << 4);
        out[to + 32 * part + i] = scale * s * code - min * m;
      }
    }
  },
  Q6_K(bytes, at, out, to) {
    const scale = halfAt(bytes, at + 208);
    for (let half = 0; half < 2; half++) {
      for (let quarter = 0; quarter < 4; quarter++) {
        for (let i = 0; i < 32; i++) {
          const low = byte(bytes, at + 64 * half + 32 * (quarter & 1) + i) >> (quarter > 1 ? 4 : 0);
          const high = byte(bytes, at + 128 + 32 * half + i) >> (2 * quarter);
          const code = ((low & 15) | ((high & 3) << 4)) - 32;
          const sub = byte(bytes, at + 192 + 8 * half + 2 * quarter + (i >> 4));
          out[to + 128 * half + 32 * quarter + i] = scale * ((sub << 24) >> 24) * code;
        }
      }
    }
  },
};

/** The weight at `i` of a block of 32 with 5 bits: 32 high bits, then 16 bytes with two low parts each. */
function fiveBits(bytes: Uint8Array, at: number, i: number): number {
  const high = (byte(bytes, at + (i >> 3)) >> (i & 7)) & 1;
  const pair = byte(bytes, at + 4 + (i & 15));
  return (i < 16 ? pair & 15 : pair >> 4) | (high << 4);
}

/** Scale and minimum of a part of 32 weights: eight of each in 12 bytes, 6 bits each. */
function subScale(bytes: Uint8Array, at: number, part: number): [scale: number, min: number] {
  if (part < 4) return [byte(bytes, at + part) & 63, byte(bytes, at + part + 4) & 63];
  const low = byte(bytes, at + part + 4);
  const scale = (low & 15) | ((byte(bytes, at + part - 4) >> 6) << 4);
  return [scale, (low >> 4) | ((byte(bytes, at + part) >> 6) << 4)];
}
