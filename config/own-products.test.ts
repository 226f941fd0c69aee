import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MessageParts } from '#runtimes/transformers/ort/message-parts.ts';
import {
  FLOAT,
  INT8,
  MICROSOFT,
  nodeOf,
  tensorOf,
  UINT8,
} from '#runtimes/transformers/ort/onnx-messages.ts';
import { withOwnProducts } from './own-products.ts';
import { replaceFunction } from './replace-function.ts';

interface Tensor {
  data: Float32Array | Int32Array;
}
interface Ort {
  env: { wasm: Record<string, unknown> };
  InferenceSession: {
    create(
      bytes: Uint8Array,
    ): Promise<{ run(feeds: object): Promise<Record<'sums' | 'floats', Tensor>> }>;
  };
  Tensor: new (type: string, data: Uint8Array | Float32Array, dims: readonly number[]) => Tensor;
}

const WASM = readFileSync(
  fileURLToPath(new URL('ort-wasm-simd-threaded.wasm', import.meta.resolve('onnxruntime-web'))),
);
const ort: Ort = await import(import.meta.resolve('onnxruntime-web'));
ort.env.wasm['wasmBinary'] = withOwnProducts(WASM);
ort.env.wasm['numThreads'] = 2;

const INT32 = 6;

/** A ValueInfoProto of a tensor of `type`: of any size where a dimension is null. */
function infoOf(name: string, type: number, dims: readonly (number | null)[]): MessageParts {
  const [info, kind, tensor, shape] = [1, 2, 3, 4].map(() => new MessageParts()) as [
    ...[MessageParts, MessageParts, MessageParts, MessageParts],
  ];
  for (const [i, size] of dims.entries()) {
    const dimension = new MessageParts();
    if (size === null) dimension.addText(2, `size${i}`);
    else dimension.addNumber(1, size);
    shape.addMessage(1, dimension);
  }
  tensor.addNumber(1, type);
  tensor.addMessage(2, shape);
  kind.addMessage(1, tensor);
  info.addText(1, name);
  info.addMessage(2, kind);
  return info;
}

interface Product {
  depth: number;
  columns: number;
  zeroOfA: number;
  weight: Int8Array | Uint8Array;
  zeroOfB: Int8Array | Uint8Array;
}

const bytes = (of: ArrayBufferView<ArrayBuffer>) =>
  new Uint8Array(of.buffer, of.byteOffset, of.byteLength);

/** A ModelProto of one product: its sums, and the sums as floats with a scale for each column. */
function model({ depth, columns, zeroOfA, weight, zeroOfB }: Product): Uint8Array {
  const type = weight instanceof Int8Array ? INT8 : UINT8;
  const graph = new MessageParts();
  graph.addMessage(1, nodeOf('MatMulInteger', ['x', 'w', 'zero', 'w_zero'], 'sums'));
  const inputs = ['x', 'w', 'one', 'scales', 'zero', 'w_zero'];
  graph.addMessage(1, nodeOf('MatMulIntegerToFloat', inputs, 'floats', {}, MICROSOFT));
  graph.addText(2, 'graph');
  const scales = Float32Array.from({ length: columns }, (_, i) => 2 ** -(i % 8));
  const zeroDims = zeroOfB.length === 1 ? [] : [columns];
  for (const tensor of [
    tensorOf('w', type, [depth, columns], bytes(weight as Int8Array<ArrayBuffer>)),
    tensorOf('w_zero', type, zeroDims, bytes(zeroOfB as Int8Array<ArrayBuffer>)),
    tensorOf('zero', UINT8, [], Uint8Array.of(zeroOfA)),
    tensorOf('one', FLOAT, [], bytes(Float32Array.of(1))),
    tensorOf('scales', FLOAT, [columns], bytes(scales)),
  ]) {
    graph.addMessage(5, tensor);
  }
  graph.addMessage(11, infoOf('x', UINT8, [null, depth]));
  graph.addMessage(12, infoOf('sums', INT32, [null, columns]));
  graph.addMessage(12, infoOf('floats', FLOAT, [null, columns]));
  return modelOf(graph);
}

function modelOf(graph: MessageParts): Uint8Array {
  const whole = new MessageParts();
  whole.addNumber(1, 8);
  whole.addMessage(7, graph);
  for (const [domain, version] of [
    ['', 17],
    [MICROSOFT, 1],
  ] as const) {
    const opset = new MessageParts();
    opset.addText(1, domain);
    opset.addNumber(2, version);
    whole.addMessage(8, opset);
  }
  return whole.toBytes();
}

/** Numbers that look random, the same at every run: all bytes occur. */
const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, i) => ((i + seed) * 2_654_435_761) >>> 13);

function expected({ depth, columns, zeroOfA, weight, zeroOfB }: Product, x: Uint8Array): number[] {
  const rows = x.length / depth;
  return Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const zero = zeroOfB[column % zeroOfB.length] as number;
    let sum = 0;
    for (let k = 0; k < depth; k++) {
      const factor = (x[row * depth + k] as number) - zeroOfA;
      sum += factor * ((weight[k * columns + column] as number) - zero);
    }
    return sum;
  });
}

const signed = (depth: number, columns: number) => ({
  ...{ depth, columns, zeroOfA: 128, zeroOfB: Int8Array.of(0) },
  weight: Int8Array.from(bytesOf(depth * columns, columns)),
});

test.each<[string, Product]>([
  ['one vector of columns', signed(8, 16)],
  ['columns that are no whole vector', signed(72, 33)],
  ['fewer columns than a vector', signed(16, 9)],
  ['a depth that is no multiple of eight', signed(100, 64)],
  ['many columns, shared by threads', signed(64, 40_007)],
  ['deep', signed(4864, 48)],
  ['another zero point', { ...signed(64, 50), zeroOfA: 3 }],
  ['a weight with a zero point', { ...signed(64, 48), zeroOfB: Int8Array.of(-7) }],
  [
    'a weight with a zero point for each column',
    { ...signed(64, 48), zeroOfB: Int8Array.from(bytesOf(48, 5)) },
  ],
  [
    'a weight without a sign',
    { ...signed(64, 48), weight: bytesOf(64 * 48, 2), zeroOfB: Uint8Array.of(128) },
  ],
])('products of few and many rows are exact: %s', async (_, product) => {
  const session = await ort.InferenceSession.create(model(product));
  for (const rows of product.columns > 1_000 ? [1, 3] : [1, 2, 5, 6, 20]) {
    const x = bytesOf(rows * product.depth, rows);
    const found = await session.run({ x: new ort.Tensor('uint8', x, [rows, product.depth]) });
    const sums = expected(product, x);
    expect([...found.sums.data]).toEqual(sums);
    const floats = sums.map((sum, i) => Math.fround(sum * 2 ** -((i % product.columns) % 8)));
    expect([...found.floats.data]).toEqual(floats);
  }
});

/** A ModelProto of a convolution of one pixel: the product of a weight and `pixels`, which are the columns. */
function convolution(weight: Float32Array<ArrayBuffer>, rows: number, depth: number): Uint8Array {
  const graph = new MessageParts();
  graph.addMessage(1, nodeOf('Conv', ['x', 'w'], 'floats'));
  graph.addText(2, 'graph');
  graph.addMessage(5, tensorOf('w', FLOAT, [rows, depth, 1], bytes(weight)));
  graph.addMessage(11, infoOf('x', FLOAT, [1, depth, null]));
  graph.addMessage(12, infoOf('floats', FLOAT, [1, rows, null]));
  return modelOf(graph);
}

/** Small whole numbers: their sums are exact in any order. */
const wholeNumbers = (length: number, seed: number) =>
  Float32Array.from(bytesOf(length, seed), (byte) => byte - 128);

test.each([
  ['one number', 1, 1, 1],
  ['four rows and a part of the weight', 4, 3, 16],
  ['rows and columns that are left over', 7, 27, 45],
  ['fewer rows and columns', 3, 8, 9],
  ['deeper than a block', 12, 300, 130],
  ['shared by threads', 48, 96, 2_400],
])('products of floats: %s', async (_, rows, depth, columns) => {
  const [weight, x] = [wholeNumbers(rows * depth, 1), wholeNumbers(depth * columns, 2)];
  const session = await ort.InferenceSession.create(convolution(weight, rows, depth));
  const found = await session.run({ x: new ort.Tensor('float32', x, [1, depth, columns]) });
  const sums = Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let k = 0; k < depth; k++)
      sum += (weight[row * depth + k] as number) * (x[k * columns + column] as number);
    return sum;
  });
  expect([...found.floats.data]).toEqual(sums);
});

test('another version of onnxruntime is not changed in silence', () => {
  expect(() => replaceFunction(WASM, '0'.repeat(64), () => [])).toThrow('has changed');
});
