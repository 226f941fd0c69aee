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
import { withFewRowProducts } from './few-row-products.ts';
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
  Tensor: new (type: string, data: Uint8Array, dims: readonly number[]) => Tensor;
}

const WASM = readFileSync(
  fileURLToPath(new URL('ort-wasm-simd-threaded.wasm', import.meta.resolve('onnxruntime-web'))),
);
const ort: Ort = await import(import.meta.resolve('onnxruntime-web'));
ort.env.wasm['wasmBinary'] = withFewRowProducts(WASM);
ort.env.wasm['numThreads'] = 2;

const INT32 = 6;

/** A ValueInfoProto of a matrix of `type`, with any number of rows. */
function infoOf(name: string, type: number, width: number): MessageParts {
  const [info, kind, tensor, shape, rows, columns] = [1, 2, 3, 4, 5, 6].map(
    () => new MessageParts(),
  ) as [MessageParts, MessageParts, MessageParts, MessageParts, MessageParts, MessageParts];
  rows.addText(2, 'rows');
  columns.addNumber(1, width);
  for (const dimension of [rows, columns]) shape.addMessage(1, dimension);
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

/** A ModelProto of one product: its sums, and the sums as floats with a scale for each column. */
function model({ depth, columns, zeroOfA, weight, zeroOfB }: Product): Uint8Array {
  const type = weight instanceof Int8Array ? INT8 : UINT8;
  const bytes = (of: ArrayBufferView<ArrayBuffer>) =>
    new Uint8Array(of.buffer, of.byteOffset, of.byteLength);
  const [graph, whole] = [new MessageParts(), new MessageParts()];
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
  graph.addMessage(11, infoOf('x', UINT8, depth));
  graph.addMessage(12, infoOf('sums', INT32, columns));
  graph.addMessage(12, infoOf('floats', FLOAT, columns));
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

test('another version of onnxruntime is not changed in silence', () => {
  expect(() => replaceFunction(WASM, '0'.repeat(64), () => [])).toThrow('has changed');
});
