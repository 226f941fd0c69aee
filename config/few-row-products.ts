import {
  add,
  type Code,
  constant,
  flat,
  get,
  increase,
  isBelow,
  multiply,
  repeat,
  set,
  shuffle,
  unsigned,
  vector,
  zeros,
} from '#base/wasm-code.ts';
import { replaceFunction } from './replace-function.ts';

/**
 * SHA-256 of the code of onnxruntime's product of bytes, `MlasGemmQuantOperation` of its WebAssembly kernel. It copies parts of
 * the weight into another layout at every call, column by column: for the one row of a step of a decoder that takes four times as long as
 * the product itself.
 * @see https://github.com/microsoft/onnxruntime/blob/main/onnxruntime/core/mlas/lib/qgemm.h
 */
const PRODUCT = '30e84534f280e0d4daa95de1ae108815584c259b0d61365cc4268ff971a693e6';

/** Most rows that are multiplied with the weight where it is: with more rows the copy costs less than reading it again. */
const MAX_ROWS = 5;
/** Columns of a vector of bytes, rows of the weight that are multiplied at a time, and columns whose sums are. */
const [BYTES, DEPTH, BLOCK] = [16, 8, 32_768];

/** Parameters: shape and data of the product, then its rows and columns: where they begin, and how many. */
const [SHAPE, DATA, FIRST_ROW, ROWS, FIRST_COLUMN, COLUMNS] = [0, 1, 2, 3, 4, 5];
const [A, B, C, LDA, LDB, LDC, K] = [6, 7, 8, 9, 10, 11, 12];
const [ROW, COLUMN, END, WHOLE, DONE, START, FROM, TO, LAST] = [13, 14, 15, 16, 17, 18, 19, 20, 21];
const FIRST_VECTOR = 22;
/** Of vectors: the zero point of A, eight numbers of it, two rows of the weight, their bytes in turn. */
const [ZERO, PART, X, Y, MIXED] = [22, 23, 24, 25, 26];
const PAIRS = [27, 28, 29, 30];
const SUMS = [31, 32, 33, 34];
const LOCALS = { i32: FIRST_VECTOR - 6, v128: 35 - FIRST_VECTOR };

/** Fields of MLAS_GEMM_QUANT_SHAPE_PARAMS, and of MLAS_GEMM_QUANT_DATA_PARAMS: bytes from its beginning. */
const OF_SHAPE = { k: 8, aIsSigned: 12, bIsSigned: 13, isAdded: 14 };
const OF_DATA = {
  ...{ a: 0, lda: 4, zeroOfA: 8, b: 12, ldb: 16, zeroOfB: 20, isPacked: 24, zeroOfColumns: 25 },
  ...{ c: 28, ldc: 32, processor: 36 },
};

type At = (offset: number) => Code;
const memory =
  (...operator: number[]): At =>
  (offset) => [operator, 0, unsigned(offset)];
const [word, byte] = [memory(0x28), memory(0x2d)];
const [loadVector, loadWidened, storeVector] = [
  memory(0xfd, 0x00),
  memory(0xfd, 0x02),
  memory(0xfd, 0x0b),
];
const [isZero, isAbove, and, or, subtract, shiftLeft] = [0x45, 0x4b, 0x71, 0x72, 0x6b, 0x74];
const [splat, without, plus, dot] = [vector(0x10), vector(0x91), vector(0xae), vector(0xba)];
/** Eight bytes with a sign as 16 bits each: the lower or the upper ones of a vector. */
const widen = (half: number) => vector(0x87 + half);
const lanes = (of: (lane: number) => number) => Array.from({ length: 16 }, (_, lane) => of(lane));
const interleave = (half: number) => shuffle(lanes((i) => 8 * half + (i >> 1) + 16 * (i & 1)));

/** Fills memory: of the address, the byte and the length on the stack. */
const fill: Code = [0xfc, 0x0b, 0x00];

const when = (condition: Code, ...body: Code): Code => [condition, 0x04, 0x40, body, 0x0b];

/** Whether the original is needed: the sums of all questions are counted. */
const isOther: Code = [
  [get(ROWS), constant(MAX_ROWS), isAbove],
  [get(COLUMNS), constant(BYTES), isBelow, or],
  [get(SHAPE), word(OF_SHAPE.k), isZero, or],
  [get(SHAPE), word(OF_SHAPE.k), constant(DEPTH - 1), and, or],
  [get(SHAPE), byte(OF_SHAPE.aIsSigned), or],
  [get(SHAPE), byte(OF_SHAPE.bIsSigned), isZero, or],
  [get(SHAPE), byte(OF_SHAPE.isAdded), or],
  [get(DATA), byte(OF_DATA.isPacked), or],
  [get(DATA), byte(OF_DATA.zeroOfColumns), or],
  [get(DATA), word(OF_DATA.zeroOfB), byte(0), or],
];

/** Eight numbers of a row of A from an address on, in four vectors with a pair of them each. */
const readPairs = (address: Code): Code => [
  [address, loadWidened(0), get(ZERO), without, set(PART)],
  PAIRS.map((pair, which) => [
    [get(PART), get(PART), shuffle(lanes((i) => 4 * which + (i % 4))), set(pair)],
  ]),
];

/** Adds the products of eight rows of the weight, sixteen columns from FROM on, to the sums; FROM is then at the row after them. */
const addProducts: Code = PAIRS.map((pair) => [
  [get(FROM), loadVector(0), set(X), get(FROM), get(LDB), add, loadVector(0), set(Y)],
  [0, 1].map((half) => [
    [get(X), get(Y), interleave(half), set(MIXED)],
    [0, 1].map((upper) => {
      const sum = SUMS[2 * half + upper] ?? 0;
      return [get(sum), get(MIXED), widen(upper), get(pair), dot, plus, set(sum)];
    }),
  ]),
  increase(FROM, [get(LDB), constant(1), shiftLeft]),
]);

const eachSum = (of: (sum: number, offset: number) => Code): Code =>
  SUMS.map((sum, i) => of(sum, 16 * i));
const storeSums = eachSum((sum, offset) => [get(TO), get(sum), storeVector(offset)]);

/** Where a column of the sums of ROW is. */
const sumsAt = (column: Code): Code => [
  [get(ROW), get(LDC), multiply, column, add, constant(2), shiftLeft, get(C), add],
];
/** Where the numbers of ROW are, from DONE on. */
const numbersAt: Code = [get(ROW), get(LDA), multiply, get(DONE), add, get(A), add];

/** Adds eight rows of the weight to the sums of ROW, from COLUMN to END: they are read in the order in which they are stored. */
const addRows: Code = [
  [numbersAt, set(FROM), readPairs(get(FROM))],
  [sumsAt(get(COLUMN)), set(TO)],
  [get(DONE), get(LDB), multiply, get(B), add, set(START)],
  [get(START), get(END), add, set(LAST), increase(START, get(COLUMN))],
  repeat(
    eachSum((sum, offset) => [get(TO), loadVector(offset), set(sum)]),
    [get(START), set(FROM), addProducts, storeSums],
    [increase(TO, 4 * BYTES), increase(START, BYTES)],
    [get(START), get(LAST), isBelow],
  ),
];

/** Runs code while a local counts from 0 in steps up to what another one holds, which is more. */
const count = (local: number, step: number, until: number, ...body: Code): Code => [
  [constant(0), set(local)],
  repeat(body, increase(local, step), [get(local), get(until), isBelow]),
];

/** The columns from COLUMN to END, which the sums of all rows stay in the processor's caches for. */
const addBlock: Code = [
  count(ROW, 1, ROWS, [
    [sumsAt(get(COLUMN)), constant(0), get(END), get(COLUMN), subtract, constant(2), shiftLeft],
    fill,
  ]),
  count(DONE, DEPTH, K, count(ROW, 1, ROWS, addRows)),
];

/** The last columns, which are no whole vector: the vector that ends with them. */
const addLast: Code = count(ROW, 1, ROWS, [
  eachSum((sum) => [zeros, set(sum)]),
  [get(B), get(COLUMNS), add, constant(BYTES), subtract, set(FROM)],
  count(DONE, DEPTH, K, [numbersAt, set(TO), readPairs(get(TO)), addProducts]),
  [sumsAt([get(COLUMNS), constant(BYTES), subtract]), set(TO), storeSums],
]);

/** `original`: the index of the original function; `process`: of the type of what turns sums into the result. */
function product(original: number, process: number): Code {
  const field = (of: number, at: Code, to: number) => [get(of), at, set(to)];
  const processor: Code = [get(DATA), word(OF_DATA.processor)];
  return [
    when(isOther, [SHAPE, DATA, FIRST_ROW, ROWS, FIRST_COLUMN, COLUMNS].map(get), [
      [0x10, unsigned(original), 0x0f],
    ]),
    field(SHAPE, word(OF_SHAPE.k), K),
    field(DATA, word(OF_DATA.lda), LDA),
    field(DATA, word(OF_DATA.ldb), LDB),
    field(DATA, word(OF_DATA.ldc), LDC),
    [get(DATA), word(OF_DATA.a), get(FIRST_ROW), get(LDA), multiply, add, set(A)],
    [get(DATA), word(OF_DATA.b), get(FIRST_COLUMN), add, set(B)],
    [get(FIRST_ROW), get(LDC), multiply, get(FIRST_COLUMN), add, constant(2), shiftLeft],
    [get(DATA), word(OF_DATA.c), add, set(C)],
    [get(DATA), byte(OF_DATA.zeroOfA), splat, set(ZERO)],
    [get(COLUMNS), constant(-BYTES), and, set(WHOLE)],
    [constant(0), set(COLUMN)],
    repeat(
      [get(COLUMN), constant(BLOCK), add, set(END)],
      when([get(END), get(WHOLE), isAbove], [get(WHOLE), set(END)]),
      addBlock,
      [get(END), set(COLUMN)],
      [get(COLUMN), get(WHOLE), isBelow],
    ),
    when([get(COLUMNS), constant(BYTES - 1), and], addLast),
    when(processor, [
      [processor, get(DATA), word(OF_DATA.c)],
      [FIRST_ROW, FIRST_COLUMN, ROWS, COLUMNS].map(get),
      [get(DATA), word(OF_DATA.ldc), processor, word(0), word(0)],
      [0x11, unsigned(process), 0x00],
    ]),
  ];
}

/**
 * onnxruntime's WebAssembly with products of few rows that read the weight where it is, in the order in which it is stored: the same numbers, bit for bit, and
 * twice the tokens of a language model in 8 bits.
 * @throws Error for another version of onnxruntime
 */
export function withFewRowProducts(wasm: Uint8Array): Uint8Array {
  const i32 = 0x7f;
  return replaceFunction(wasm, PRODUCT, ({ original, typeOf }) => {
    const locals = [2, [LOCALS.i32, i32], [LOCALS.v128, 0x7b]];
    const process = typeOf(new Array<number>(7).fill(i32));
    return flat([locals, product(original, process), 0x0b]);
  });
}
