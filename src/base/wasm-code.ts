/**
 * Small WebAssembly functions written by hand: their text form would need a compiler in the build. A body is a nested list of
 * bytes, and each function below gives the bytes of one instruction.
 * @see https://webassembly.github.io/spec/core/binary/
 */
export type Code = readonly (number | Code)[];

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;

/** A function whose parameters are all of i32 and which returns nothing. Locals come after the parameters, i32 first. */
export interface WasmFunction {
  parameters: number;
  locals: { i32: number; f32?: number; v128: number };
  body: Code;
}

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
export const constant = (value: number): Code => [0x41, signed(value)];
export const add: Code = [0x6a];
export const multiply: Code = [0x6c];
/** Adds a number, or what a local holds, to a local. */
export const increase = (local: number, by: number | Code): Code => [
  [get(local), typeof by === 'number' ? constant(by) : by, add, set(local)],
];
/** Whether the first of two is below the second; neither has a sign. */
export const isBelow: Code = [0x49];
/** Runs `body`, again while the condition that it leaves is true. */
export const repeat = (...body: Code): Code => [0x03, 0x40, body, 0x0d, 0x00, 0x0b];

/** An instruction of vectors, by its number. */
export const vector = (number: number, ...immediates: number[]): Code => [
  [0xfd, unsigned(number)],
  immediates,
];
/** 16 bytes at an address, which need not be aligned. */
export const load: Code = vector(0x00, 0, 0);
export const store: Code = vector(0x0b, 0, 0);
export const shuffle = (lanes: readonly number[]): Code => vector(0x0d, ...lanes);
export const zeros: Code = vector(0x0c, ...new Array<number>(16).fill(0));

/** Bytes of a page of memory. */
export const PAGE = 65_536;

/** Functions over a memory of any size, by their names; a browser without SIMD throws. */
export function openWasm<Name extends string>(
  memory: WebAssembly.Memory,
  functions: Record<Name, WasmFunction>,
): Record<Name, (...parameters: number[]) => void> {
  const names = Object.keys(functions) as Name[];
  const all = names.map((name) => functions[name]);
  const types = all.map(({ parameters: many }) => [
    0x60,
    many,
    new Array<number>(many).fill(I32),
    0,
  ]);
  const bodies = all.map(({ locals: { i32, f32 = 0, v128 }, body }) => {
    const bytes = flat([[3, [i32, I32], [f32, F32], [v128, V128]], body, 0x0b]);
    return [unsigned(bytes.length), bytes];
  });
  const exported = names.map((name, i) => [textOf(name), 0x00, i]);
  const module = Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, names.length, types),
    ...section(2, 1, textOf('a'), textOf('m'), [0x02, 0x00, 0]),
    ...section(
      3,
      names.length,
      names.map((_, i) => i),
    ),
    ...section(7, names.length, exported),
    ...section(10, names.length, bodies),
  ]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), {
    a: { m: memory },
  });
  return exports as Record<Name, (...parameters: number[]) => void>;
}

/** The bytes of code, in their order. */
export const flat = (code: Code): number[] =>
  code.flatMap((part) => (typeof part === 'number' ? [part] : flat(part)));

const section = (id: number, ...content: Code): number[] => {
  const bytes = flat(content);
  return flat([id, unsigned(bytes.length), bytes]);
};

const textOf = (text: string): Code => [text.length, [...text].map((c) => c.charCodeAt(0))];

/** A number as WebAssembly writes it (LEB128): seven bits a byte, the lowest first. */
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
