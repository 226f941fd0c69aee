import {
  add,
  type Code,
  constant,
  get,
  increase,
  isBelow,
  load,
  multiply,
  openWasm,
  PAGE,
  repeat,
  set,
  shuffle,
  store,
  vector,
  type WasmFunction,
  zeros,
} from '#base/wasm-code.ts';

/** Columns, and rows, of a square of bytes that is turned together. */
const SQUARE = 16;
const TURN = Array.from({ length: SQUARE }, (_, i) => i);

const lanes = (of: (i: number) => number) => TURN.map((i) => of(i));
/** The lower, or the upper, halves of two vectors: a byte of one, then one of the other. */
const interleave = (half: 0 | 1) => shuffle(lanes((i) => 8 * half + (i >> 1) + SQUARE * (i & 1)));
const loadByteEverywhere = vector(0x07, 0, 0);
const loadFloatEverywhere = (offset = 0) => vector(0x09, 0, offset);
const lowestByte = vector(0x16, 0);
const [min, max, subtractBytes] = [vector(0x77), vector(0x79), vector(0x71)];

/** Two codes of 4 bits in each byte become two bytes, the lower one first. */
const EXPAND: WasmFunction = (() => {
  const [FROM, TO, END, X] = [0, 1, 2, 3];
  const two = [
    [get(X), vector(0x0c, ...lanes(() => 15)), vector(0x4e)],
    [get(X), constant(4), vector(0x6d)],
  ];
  return {
    parameters: 3,
    locals: { i32: 0, v128: 1 },
    body: repeat(
      [get(FROM), load, set(X)],
      ([0, 1] as const).map((half) => [
        [get(TO), two, interleave(half), store],
        increase(TO, SQUARE),
      ]),
      increase(FROM, SQUARE),
      [get(FROM), get(END), isBelow],
    ),
  };
})();

/** The largest size of a value in each column: by block, the code that is farthest from zero times the scale. */
const LARGEST: WasmFunction = (() => {
  const [CODES, ZEROS, SCALES, OUT, END, BLOCKS, SIZE] = [0, 1, 2, 3, 4, 5, 6];
  const [BLOCK, AT, BEST, VALUE, FAR, ZERO, X] = [7, 8, 9, 10, 11, 12, 13];
  const farther = (by: number) => [
    [get(FAR), get(FAR), get(FAR), shuffle(lanes((i) => (i + by) % SQUARE)), max, set(FAR)],
  ];
  return {
    parameters: 7,
    locals: { i32: 2, f32: 2, v128: 3 },
    body: repeat(
      [constant(0), set(BLOCK), 0x43, 0, 0, 0, 0, set(BEST)],
      repeat(
        [get(ZEROS), loadByteEverywhere, set(ZERO), zeros, set(FAR), constant(0), set(AT)],
        repeat(
          [get(CODES), load, set(X)],
          [get(FAR), get(X), get(ZERO), max, get(X), get(ZERO), min, subtractBytes, max, set(FAR)],
          [increase(CODES, SQUARE), increase(AT, SQUARE)],
          [get(AT), get(SIZE), isBelow],
        ),
        [8, 4, 2, 1].map(farther),
        // As a float, times the size of the scale; then the larger of it and the best, never NaN.
        [get(FAR), lowestByte, 0xb3, get(SCALES), 0x2a, 0, 0, 0x8b, 0x94, set(VALUE)],
        [get(VALUE), get(BEST), get(VALUE), get(BEST), 0x5e, 0x1b, set(BEST)],
        [increase(ZEROS, 1), increase(SCALES, 4), increase(BLOCK, 1)],
        [get(BLOCK), get(BLOCKS), isBelow],
      ),
      [get(OUT), get(BEST), 0x38, 0, 0],
      increase(OUT, 4),
      [get(OUT), get(END), isBelow],
    ),
  };
})();

/** Columns of codes become rows of int8, sixteen columns by sixteen rows at a time. */
const PACK: WasmFunction = (() => {
  const [CODES, ZEROS, SCALES, FACTORS, OUT, END, ROWS, BLOCKS, SIZE, WIDTH] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ];
  const [BLOCK, ROW, UNTIL, AT, SCALE, ZERO, TO] = [10, 11, 12, 13, 14, 15, 16];
  const [X, MIDDLE, EACH, ALL] = [17, 18, 19, 20];
  const SQUARES = [TURN.map((i) => 21 + i), TURN.map((i) => 21 + SQUARE + i)] as const;
  /** Four of the sixteen codes: (code − zero) · scale · factor, rounded, as int32. */
  const four = (half: 0 | 1, quarter: 0 | 1): Code => [
    [get(X), vector(0x89 + half), get(MIDDLE), vector(0x91), vector(0xa7 + quarter), vector(0xfa)],
    [get(EACH), vector(0xe6), get(ALL), vector(0xe6), vector(0x6a), vector(0xf8)],
  ];
  const eight = (half: 0 | 1): Code => [four(half, 0), four(half, 1), vector(0x85)];
  const readColumn = (column: number): Code => [
    [get(AT), load, set(X), get(ZERO), loadByteEverywhere, vector(0x89), set(MIDDLE)],
    [get(SCALE), loadFloatEverywhere(), set(EACH)],
    [get(FACTORS), loadFloatEverywhere(4 * column), set(ALL)],
    [eight(0), eight(1), vector(0x65), set(SQUARES[0][column] ?? 0)],
    [increase(AT, get(ROWS)), increase(ZERO, get(BLOCKS))],
    increase(SCALE, [get(BLOCKS), constant(4), multiply]),
  ];
  /** Each of four rounds interleaves a vector with the one eight places on: then columns are rows. */
  const turn = [0, 1, 2, 3].map((round) => {
    const [from, to] = [SQUARES[round % 2] ?? [], SQUARES[1 - (round % 2)] ?? []];
    return TURN.map((i) => {
      const pair = [get(from[i >> 1] ?? 0), get(from[(i >> 1) + 8] ?? 0)];
      return [pair, interleave(i % 2 === 0 ? 0 : 1), set(to[i] ?? 0)];
    });
  });
  return {
    parameters: 10,
    locals: { i32: 7, v128: 4 + 2 * SQUARE },
    body: repeat(
      [constant(0), set(BLOCK), constant(0), set(ROW)],
      repeat(
        [get(ROW), get(SIZE), add, set(UNTIL)],
        repeat(
          [get(CODES), get(ROW), add, set(AT), get(ZEROS), get(BLOCK), add, set(ZERO)],
          [get(SCALES), get(BLOCK), constant(4), multiply, add, set(SCALE)],
          TURN.map(readColumn),
          turn,
          [get(OUT), get(ROW), get(WIDTH), multiply, add, set(TO)],
          SQUARES[0].map((row) => [get(TO), get(row), store, increase(TO, get(WIDTH))]),
          increase(ROW, SQUARE),
          [get(ROW), get(UNTIL), isBelow],
        ),
        increase(BLOCK, 1),
        [get(BLOCK), get(BLOCKS), isBelow],
      ),
      increase(CODES, [get(ROWS), constant(SQUARE), multiply]),
      increase(ZEROS, [get(BLOCKS), constant(SQUARE), multiply]),
      increase(SCALES, [get(BLOCKS), constant(4 * SQUARE), multiply]),
      increase(FACTORS, 4 * SQUARE),
      increase(OUT, SQUARE),
      [get(OUT), get(END), isBelow],
    ),
  };
})();

/** The shape of a weight in blocks. */
export interface BlockShape {
  rows: number;
  columns: number;
  bits: 4 | 8;
  blockSize: number;
}

/** Bytes of codes that are converted at a time: with the result they stay in the processor's caches. */
const AT_ONCE = 1 << 18;
/** Columns at a time of long ones: each row of the result is a copy of its own. */
const LEAST = 12 * SQUARE;

/** Columns of a weight that the kernel converts at a time. */
export function columnsAtOnce({ rows, columns }: BlockShape): number {
  const most = Math.max(LEAST, Math.floor(AT_ONCE / rows));
  return SQUARE * Math.ceil(Math.min(most, columns) / SQUARE);
}

/**
 * Makes int8 with a scale a column of weights in blocks, in WebAssembly SIMD: ten to twenty times the speed of the loops in
 * JavaScript, which took half the time of loading a model. Its memory is used for one part after another.
 */
export class Int8Kernel {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #run = openWasm(this.#memory, { expand: EXPAND, largest: LARGEST, pack: PACK });
  #shape: BlockShape = { rows: SQUARE, columns: SQUARE, bits: 8, blockSize: SQUARE };
  #width = 0;
  #at = { stored: 0, codes: 0, zeros: 0, scales: 0, factors: 0, out: 0 };

  /** Sets the room up for parts of a weight. Rows are whole blocks, blocks a multiple of 16. */
  open(shape: BlockShape): void {
    const { rows, bits, blockSize } = shape;
    const width = columnsAtOnce(shape);
    const [weights, blocks] = [width * rows, width * (rows / blockSize)];
    let end = 0;
    const take = (bytes: number) => {
      const at = end;
      end += Math.ceil(bytes / SQUARE) * SQUARE;
      return at;
    };
    const codes = take(weights);
    const stored = bits === 8 ? codes : take(weights / 2);
    const [zeroBytes, scales] = [take(blocks), take(4 * blocks)];
    this.#at = {
      ...{ stored, codes, zeros: zeroBytes, scales },
      ...{ factors: take(4 * width), out: take(weights) },
    };
    const missing = Math.ceil(end / PAGE) - this.#memory.buffer.byteLength / PAGE;
    if (missing > 0) this.#memory.grow(missing);
    [this.#shape, this.#width] = [shape, width];
  }

  /** Where the codes, the zero points and the scales of up to `columnsAtOnce` columns are put. */
  get room(): { codes: Uint8Array; zeros: Uint8Array; scales: Float32Array } {
    const { rows, bits, blockSize } = this.#shape;
    const blocks = this.#width * (rows / blockSize);
    const { buffer } = this.#memory;
    return {
      codes: new Uint8Array(buffer, this.#at.stored, (this.#width * rows * bits) / 8),
      zeros: new Uint8Array(buffer, this.#at.zeros, blocks),
      scales: new Float32Array(buffer, this.#at.scales, blocks),
    };
  }

  /** The largest sizes of the values of columns in the room; valid until the next call. */
  largest(): Float32Array {
    const { rows, bits, blockSize } = this.#shape;
    const { stored, codes, zeros: zeroPoints, scales, factors } = this.#at;
    if (bits === 4) this.#run.expand(stored, codes, stored + (this.#width * rows) / 2);
    const end = factors + 4 * this.#width;
    this.#run.largest(codes, zeroPoints, scales, factors, end, rows / blockSize, blockSize);
    return new Float32Array(this.#memory.buffer, factors, this.#width);
  }

  /**
   * Rows of `columnsAtOnce` codes each, of columns in the room for which `largest` was asked.
   * @param factors 127 by the largest size of each column.
   */
  pack(factors: Float32Array): Int8Array {
    const { rows, blockSize } = this.#shape;
    const { codes, zeros: zeroPoints, scales, factors: factorsAt, out } = this.#at;
    new Float32Array(this.#memory.buffer, factorsAt, this.#width).set(factors);
    const [end, blocks] = [out + this.#width, rows / blockSize];
    const places = [codes, zeroPoints, scales, factorsAt, out, end] as const;
    this.#run.pack(...places, rows, blocks, blockSize, this.#width);
    return new Int8Array(this.#memory.buffer, out, rows * this.#width);
  }
}
