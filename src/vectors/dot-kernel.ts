import {
  add,
  type Code,
  constant,
  get,
  increase,
  isBelow,
  load,
  openWasm,
  PAGE,
  repeat,
  set,
  vector,
  type WasmFunction,
  zeros,
} from '#base/wasm-code.ts';

/**
 * Dot products of one row with many, four at a time, in WebAssembly SIMD: about eight times the speed of the
 * same loop in JavaScript.
 *
 * ```wat
 * (func (param $row i32) (param $others i32) (param $out i32) (param $bytes i32) (param $count i32)
 *   (loop $rows                                 ;; four of the others
 *     (loop $dimensions …)                      ;; four dimensions of each
 *     …))                                       ;; their sums to $out
 * ```
 */

/** Parameters and locals by their index. */
const [ROW, OTHERS, OUT, BYTES, COUNT, AT, X] = [0, 1, 2, 3, 4, 5, 9];
/** The four rows being read, and the sums of each. */
const ROWS = [OTHERS, 6, 7, 8] as const;
const SUMS = [10, 11, 12, 13] as const;

const multiplyLanes = vector(0xe6);
const addLanes = vector(0xe4);
const lane = (at: number): Code => vector(0x1f, at);
const addFloats: Code = [0x92];
const storeFloat = (offset: number): Code => [0x38, 0x00, offset];

const sumOf = (sums: number): Code => [
  [get(sums), lane(0), get(sums), lane(1), addFloats],
  [get(sums), lane(2), get(sums), lane(3), addFloats],
  addFloats,
];

const DOTS: WasmFunction = {
  parameters: 5,
  locals: { i32: 4, v128: 5 },
  body: repeat(
    SUMS.map((sums) => [zeros, set(sums)]),
    ROWS.slice(1).map((row, i) => [get(ROWS[i] ?? 0), get(BYTES), add, set(row)]),
    [constant(0), set(AT)],
    repeat(
      [get(ROW), get(AT), add, load, set(X)],
      SUMS.map((sums, i) => [
        [get(sums), get(X), get(ROWS[i] ?? 0), get(AT), add, load],
        [multiplyLanes, addLanes, set(sums)],
      ]),
      increase(AT, 16),
      [get(AT), get(BYTES), isBelow],
    ),
    SUMS.map((sums, i) => [get(OUT), sumOf(sums), storeFloat(4 * i)]),
    increase(OUT, 16),
    [get(ROWS[3]), get(BYTES), add, set(OTHERS)],
    // The rest is also the condition.
    [increase(COUNT, -4), get(COUNT)],
  ),
};

type Dots = (row: number, others: number, out: number, bytes: number, count: number) => void;

/** Rows of vectors in a memory of their own, with room for the products of one with `block` of them. */
export class DotKernel {
  /** The products of the last call. */
  readonly out: Float32Array;
  readonly #dots: Dots;
  readonly #bytes: number;
  readonly #outAt: number;

  constructor(data: Float32Array, size: number, block: number) {
    const count = data.length / size;
    // Rows of whole lanes; rows of zeros fill the last block.
    const width = Math.ceil(size / 4) * 4;
    this.#bytes = width * 4;
    this.#outAt = (count + block) * this.#bytes;
    const pages = Math.ceil((this.#outAt + block * 4) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages });
    const rows = new Float32Array(memory.buffer, 0, count * width);
    if (width === size) rows.set(data);
    else
      for (let i = 0; i < count; i++) rows.set(data.subarray(i * size, (i + 1) * size), i * width);
    this.out = new Float32Array(memory.buffer, this.#outAt, block);
    this.#dots = openWasm(memory, { dots: DOTS }).dots;
  }

  /** Fills `out` with the products of a row with `count` rows from `first` on, rounded up to four. */
  dots(row: number, first: number, count: number): void {
    const rounded = Math.ceil(count / 4) * 4;
    this.#dots(row * this.#bytes, first * this.#bytes, this.#outAt, this.#bytes, rounded);
  }
}
