import {
  add,
  type Code,
  constant,
  flat,
  get,
  increase,
  isBelow,
  repeat,
  set,
  unsigned,
  vector,
  zeros,
} from '#base/wasm-code.ts';
import { replaceFunction } from './replace-function.ts';

/**
 * SHA-256 of the code of onnxruntime's products of floats, `MlasSgemmKernelZero` and `MlasSgemmKernelAdd` of its WebAssembly
 * kernel: two rows by sixteen columns at a time, of two steps in depth, which need more vectors than processors have registers for.
 * @see https://github.com/microsoft/onnxruntime/blob/main/onnxruntime/core/mlas/lib/wasm_simd/SgemmKernelWasmSimd.cpp
 */
const KERNELS = [
  ['f7728808b5f87253962b9f639f830459c0961fbc2cd2f8463534e97ae5a7e534', false],
  ['9e72cc3a5fb5a445d440bf86c3de4b8bb338ee3773f763c730af6227034c8f08', true],
] as const;

/** Rows at a time, vectors of four columns at a time, and bytes of a row of the weight: the caller copied it in parts of sixteen columns. */
const [ROWS, VECTORS, PANEL] = [4, 2, 64];
const COLUMNS = PANEL / 4;

/** Parameters. `LDA`, `LDC`: floats from a row to the next one. */
const [A, B, C, K, M, N, LDA, LDC, ALPHA] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const [FROM, LEFT, OF_A, OF_C] = [9, 10, [11, 12, 13, 14], [15, 16, 17, 18]];
const FIRST_VECTOR = 19;
const WEIGHTS = [19, 20];
const NUMBER = 21;
const SUMS = [22, 23, 24, 25, 26, 27, 28, 29];
const LOCALS = { i32: FIRST_VECTOR - 9, v128: 30 - FIRST_VECTOR };

const loadVector = (offset: number): Code => [vector(0x00), 0, unsigned(offset)];
const loadSplat: Code = [vector(0x09), 0, 0];
const storeVector = (offset: number): Code => [vector(0x0b), 0, unsigned(offset)];
const [splat, plus, times] = [vector(0x13), vector(0xe4), vector(0xe6)];
const [subtract, shiftLeft] = [0x6b, 0x74];

const eachSum = (of: (sum: number, row: number, which: number) => Code): Code =>
  SUMS.map((sum, i) => of(sum, Math.floor(i / VECTORS), i % VECTORS));
const pointer = (row: number) => ({ a: OF_A[row] ?? A, c: OF_C[row] ?? C });

/** A number of each row by eight of the weight, in the order in which the original adds them. */
const addProducts: Code = [
  WEIGHTS.map((weight, which) => [get(FROM), loadVector(16 * which), set(weight)]),
  OF_A.map((a, row) => [
    [get(a), loadSplat, set(NUMBER), increase(a, 4)],
    WEIGHTS.map((weight, which) => {
      const sum = SUMS[row * VECTORS + which] ?? 0;
      return [get(sum), get(NUMBER), get(weight), times, plus, set(sum)];
    }),
  ]),
];

/** Where four rows begin, `from` being the first one's beginning, with `width` floats between two. */
const rowsFrom = (from: number, width: number, rows: readonly number[]): Code =>
  rows.map((row, i) => [
    get(i === 0 ? from : (rows[i - 1] ?? 0)),
    i === 0 ? [] : [get(width), constant(2), shiftLeft, add],
    set(row),
  ]);

/** Eight columns of the result, from C on; the weight's begin `first` bytes after B. */
const half = (first: number, isAdded: boolean): Code => [
  [rowsFrom(A, LDA, OF_A), rowsFrom(C, LDC, OF_C)],
  [get(B), constant(first), add, set(FROM), get(K), set(LEFT)],
  eachSum((sum) => [zeros, set(sum)]),
  repeat(addProducts, increase(FROM, PANEL), [[get(LEFT), constant(1), subtract, 0x22, LEFT]]),
  eachSum((sum, row, which) => {
    const { c } = pointer(row);
    const old = isAdded ? [get(c), loadVector(first + 16 * which), plus] : [];
    return [get(c), get(sum), get(ALPHA), splat, times, old, storeVector(first + 16 * which)];
  }),
];

/** The last columns, fewer than a part of the weight has: two rows at a time, by the original. */
const rest = (original: number): Code =>
  [0, ROWS / 2].map((row) => [
    [get(OF_A[row] ?? A), get(B), get(OF_C[row] ?? C), get(K), constant(2), get(N)],
    [get(LDA), get(LDC), get(ALPHA), 0x10, unsigned(original), 0x1a],
  ]);

/** Returns how many rows it has computed: four, or what the original has. */
function kernel(original: number, isAdded: boolean): Code {
  const all = [A, B, C, K, M, N, LDA, LDC, ALPHA].map(get);
  return [
    [get(M), constant(ROWS), isBelow, get(N), constant(COLUMNS), isBelow, 0x72],
    [0x04, 0x40, all, 0x10, unsigned(original), 0x0f, 0x0b],
    repeat(
      [half(0, isAdded), half(PANEL / 2, isAdded)],
      [get(K), constant(6), shiftLeft, get(B), add, set(B)],
      [increase(C, PANEL), get(N), constant(COLUMNS), subtract, set(N)],
      [constant(COLUMNS - 1), get(N), isBelow],
    ),
    [get(N), 0x04, 0x40],
    [rowsFrom(A, LDA, OF_A), rowsFrom(C, LDC, OF_C), rest(original), 0x0b],
    constant(ROWS),
  ];
}

/**
 * onnxruntime's WebAssembly with products of floats that stay in a processor's registers: the same numbers, bit for bit.
 * @throws Error for another version of onnxruntime
 */
export function withFloatProducts(wasm: Uint8Array): Uint8Array {
  return KERNELS.reduce(
    (made, [hash, isAdded]) =>
      replaceFunction(made, hash, ({ original }) => {
        const locals = [2, [LOCALS.i32, 0x7f], [LOCALS.v128, 0x7b]];
        return flat([locals, kernel(original, isAdded), 0x0b]);
      }),
    wasm,
  );
}
