import { createHash } from 'node:crypto';
import { unsigned } from '#base/wasm-code.ts';

/** What the code in place of a function is made of. */
interface Replacing {
  /** Under which number the original can be called. */
  original: number;
  /** The number of the type of functions with these parameters, and no result. */
  typeOf: (parameters: readonly number[]) => number;
}

const TYPE = 1;
const IMPORT = 2;
const FUNCTION = 3;
const CODE = 10;

/** Bytes of a file: where its head begins, its content, and where that ends. */
interface Range {
  from: number;
  start: number;
  end: number;
}

/**
 * Replaces one function of a WebAssembly module. The original is moved behind all others, so that every number in the module stays what it was.
 * @param hash SHA-256 of the function's code, with its locals, in hexadecimal
 * @param make the code in its place, with its locals
 * @throws Error where the module has no such function
 * @see https://webassembly.github.io/spec/core/binary/modules.html
 */
export function replaceFunction(
  wasm: Uint8Array,
  hash: string,
  make: (replacing: Replacing) => readonly number[],
): Uint8Array {
  const sections = readSections(wasm);
  const bodies = readBodies(wasm, sectionOf(sections, CODE));
  const at = bodies.findIndex(({ start, end }) => hashOf(wasm.subarray(start, end)) === hash);
  const old = bodies[at];
  if (!old) throw new Error('onnxruntime has changed: a function to be replaced is not there.');
  const types = readTypes(wasm, sectionOf(sections, TYPE));
  const typeOf = (parameters: readonly number[]) => {
    const found = types.indexOf(`${Buffer.from(parameters).toString('hex')}>`);
    if (found < 0) throw new Error('onnxruntime has changed: a type is not there.');
    return found;
  };
  const body = make({ original: countImports(wasm, sections) + bodies.length, typeOf });
  const code = [
    numberOf(bodies.length + 1),
    wasm.subarray(bodies[0]?.from, old.from),
    numberOf(body.length),
    Uint8Array.from(body),
    wasm.subarray(old.end, bodies.at(-1)?.end),
    wasm.subarray(old.from, old.end),
  ];
  const listed = sectionOf(sections, FUNCTION);
  const { value: count, end: first } = readNumber(wasm, listed.start);
  const functions = wasm.subarray(first, listed.end);
  const list = [numberOf(count + 1), functions, numberOf(typeIn(functions, at))];
  const replaced = new Map([
    [CODE, join(code)],
    [FUNCTION, join(list)],
  ]);
  return join([
    wasm.subarray(0, 8),
    ...sections.flatMap(({ id, from, end }) => {
      const made = replaced.get(id);
      return made ? [Uint8Array.of(id), numberOf(made.length), made] : [wasm.subarray(from, end)];
    }),
  ]);
}

type Section = Range & { id: number };

function readSections(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  for (let from = 8; from < wasm.length; ) {
    const { value, end: start } = readNumber(wasm, from + 1);
    sections.push({ id: wasm[from] ?? 0, from, start, end: start + value });
    from = start + value;
  }
  return sections;
}

function sectionOf(sections: readonly Section[], id: number): Section {
  const found = sections.find((section) => section.id === id);
  if (!found) throw new Error(`The module has no section ${id}.`);
  return found;
}

function readBodies(wasm: Uint8Array, { start, end }: Section): Range[] {
  const bodies: Range[] = [];
  for (let from = readNumber(wasm, start).end; from < end; ) {
    const { value, end: first } = readNumber(wasm, from);
    bodies.push({ from, start: first, end: first + value });
    from = first + value;
  }
  return bodies;
}

/** Parameters and results of each type in hexadecimal, with `>` between them. */
function readTypes(wasm: Uint8Array, { start, end }: Section): string[] {
  const types: string[] = [];
  for (let at = readNumber(wasm, start).end; at < end; ) {
    const lists: string[] = [];
    // Behind the byte that says that it is one of a function.
    at++;
    for (let i = 0; i < 2; i++) {
      const { value, end: first } = readNumber(wasm, at);
      at = first + value;
      lists.push(Buffer.from(wasm.subarray(first, at)).toString('hex'));
    }
    types.push(lists.join('>'));
  }
  return types;
}

/** The type of a function, in the list of the types of all of them. */
function typeIn(functions: Uint8Array, index: number): number {
  let next = { value: 0, end: 0 };
  for (let i = 0; i <= index; i++) next = readNumber(functions, next.end);
  return next.value;
}

/** How many functions are imported: they have the first numbers. */
function countImports(wasm: Uint8Array, sections: readonly Section[]): number {
  const parts = [TYPE, IMPORT].map((id) => sectionOf(sections, id));
  const bytes = join([
    wasm.subarray(0, 8),
    ...parts.map(({ from, end }) => wasm.subarray(from, end)),
  ]);
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  return imports.filter(({ kind }) => kind === 'function').length;
}

/** A number in LEB128. */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; ; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 128 ** (at - from);
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

const numberOf = (value: number) => Uint8Array.from(unsigned(value));
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}
