import { expect, test } from 'vitest';
import { withInt8Products } from './int8-products.ts';
import { int8File } from './int8-weights.ts';
import { fieldsOf } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';
import {
  FLOAT,
  INT8,
  MICROSOFT,
  nodeOf,
  type Place,
  readNode,
  tensorOf,
  UINT8,
} from './onnx-messages.ts';
import type { OrtSession, OrtTensor } from './session.ts';

interface Ort {
  InferenceSession: {
    create(bytes: Uint8Array, options: object): Promise<OrtSession & { release(): Promise<void> }>;
  };
  Tensor: new (type: string, data: Float32Array, dims: readonly number[]) => OrtTensor;
}

const { InferenceSession, Tensor }: Ort = await import(import.meta.resolve('onnxruntime-web'));

const [ROWS, COLUMNS] = [64, 8];
const FLOATS = Float32Array.from({ length: ROWS * COLUMNS }, (_, i) => Math.sin(i * 1.7) / 3);
const CODES = Uint8Array.from({ length: ROWS * COLUMNS }, (_, i) => (i * 89) % 256);
const raw = (numbers: Float32Array | Int8Array | Uint8Array) =>
  new Uint8Array(numbers.slice().buffer as ArrayBuffer);

/** A ValueInfoProto of floats: [tokens, `width`]. */
function infoOf(name: string, width: number): MessageParts {
  const [info, type, tensor, shape] = [1, 2, 3, 4].map(() => new MessageParts());
  const [tokens, last] = [new MessageParts(), new MessageParts()];
  tokens.addText(2, 'tokens');
  last.addNumber(1, width);
  shape?.addMessage(1, tokens);
  shape?.addMessage(1, last);
  tensor?.addNumber(1, FLOAT);
  tensor?.addMessage(2, shape as MessageParts);
  type?.addMessage(1, tensor as MessageParts);
  info?.addText(1, name);
  info?.addMessage(2, type as MessageParts);
  return info as MessageParts;
}

interface Given {
  nodes: MessageParts[];
  weights: MessageParts[];
  opset?: number;
  past?: string;
}

/** A ModelProto with inputs `x` and of a cache, which it needs not, and the output `y`. */
function model({ nodes, weights, opset = 17, past = 'past_key_values.0.key' }: Given) {
  const [graph, whole, version] = [new MessageParts(), new MessageParts(), new MessageParts()];
  for (const node of nodes) graph.addMessage(1, node);
  graph.addText(2, 'graph');
  for (const weight of weights) graph.addMessage(5, weight);
  graph.addMessage(11, infoOf('x', ROWS));
  graph.addMessage(11, infoOf(past, 1));
  graph.addMessage(12, infoOf('y', COLUMNS));
  version.addText(1, '');
  version.addNumber(2, opset);
  whole.addNumber(1, 8);
  whole.addMessage(7, graph);
  whole.addMessage(8, version);
  return whole.toBytes();
}

/** As onnxruntime's `quantize_dynamic` writes a product, with a scale of each column. */
const DYNAMIC: Given = {
  nodes: [
    withThree(['x'], ['q', 'q_scale', 'q_zero']),
    nodeOf('MatMulInteger', ['q', 'w', 'q_zero', 'w_zero'], 'whole'),
    nodeOf('Mul', ['q_scale', 'w_scale'], 'both'),
    nodeOf('Cast', ['whole'], 'floats', { to: FLOAT }),
    nodeOf('Mul', ['floats', 'both'], 'y'),
  ],
  weights: [
    tensorOf('w', INT8, [ROWS, COLUMNS], raw(Int8Array.from(FLOATS, (v) => v * 381))),
    tensorOf('w_zero', INT8, [], Uint8Array.of(0)),
    tensorOf('w_scale', FLOAT, [COLUMNS], raw(new Float32Array(COLUMNS).fill(1 / 381))),
  ],
};

/** As the encoder in the box stores a weight: in 8 bits with a scale for each column, multiplied in 32. */
const STORED: Given = {
  past: 'input_features',
  nodes: [
    nodeOf('Cast', ['w'], 'floats', { to: FLOAT }),
    nodeOf('Mul', ['floats', 'w_scale'], 'scaled'),
    nodeOf('MatMul', ['x', 'scaled'], 'y'),
  ],
  weights: [
    tensorOf('w', INT8, [ROWS, COLUMNS], raw(Int8Array.from(FLOATS, (v) => v * 381))),
    tensorOf('w_scale', FLOAT, [1, COLUMNS], raw(new Float32Array(COLUMNS).fill(1 / 381))),
  ],
};

function withThree(inputs: readonly string[], outputs: readonly string[]): MessageParts {
  const [first = '', ...more] = outputs;
  const node = nodeOf('DynamicQuantizeLinear', inputs, first);
  for (const output of more) node.addText(2, output);
  return node;
}

const BLOCK_SCALES = new Float32Array(COLUMNS * 2).fill(1 / 384);
const SIZES = { K: ROWS, N: COLUMNS, bits: 8, block_size: 32 };
const BLOCKS: Given = {
  nodes: [nodeOf('MatMulNBits', ['x', 'w', 'scales'], 'y', SIZES, MICROSOFT)],
  weights: [
    tensorOf('w', UINT8, [COLUMNS, 2, 32], CODES),
    tensorOf('scales', FLOAT, [COLUMNS * 2], raw(BLOCK_SCALES)),
  ],
};

const operatorsOf = (bytes: Uint8Array) =>
  [...fieldsOf(bytes, 0, bytes.length)]
    .filter(({ number }) => number === 7)
    .flatMap(({ start, end }) => [...fieldsOf(bytes, start, end)])
    .filter(({ number }) => number === 1)
    .map((field) => readNode(bytes, field).operator);

const QUANTISE = ['Abs', 'ReduceMax', 'Max', 'Mul', 'Div', 'QuantizeLinear'];

/** The products of tokens with the weights, by the graph; `scale`: of each token. */
async function run(given: Given, scales: readonly number[]): Promise<Float32Array> {
  const { bytes, weights } = withInt8Products(model(given), 'made');
  const data = int8File(weights, () => {
    throw new Error('All numbers are in the graph.');
  });
  const externalData = weights.length > 0 ? [{ path: 'made', data }] : [];
  const session = await InferenceSession.create(bytes, { externalData });
  const x = scales.flatMap((scale) => Array.from({ length: ROWS }, (_, i) => Math.cos(i) * scale));
  const feeds = { x: new Tensor('float32', Float32Array.from(x), [scales.length, ROWS]) };
  const name = given.past ?? 'past_key_values.0.key';
  const past = { [name]: new Tensor('float32', new Float32Array(1), [1, 1]) };
  const { y } = await session.run({ ...feeds, ...past });
  await session.release();
  return y?.data as Float32Array;
}

/** What the weights say in floats. */
const expected = (weightAt: (k: number, n: number) => number) =>
  Array.from({ length: COLUMNS }, (_, n) =>
    Array.from({ length: ROWS }, (_, k) => Math.cos(k) * weightAt(k, n)).reduce((a, b) => a + b),
  );

test.each([
  ['dynamic int8', DYNAMIC, (k: number, n: number) => FLOATS[k * COLUMNS + n] ?? 0],
  [
    'dynamic int8, later operators',
    { ...DYNAMIC, opset: 18 },
    (k: number, n: number) => FLOATS[k * COLUMNS + n] ?? 0,
  ],
  ['an encoder of speech', STORED, (k: number, n: number) => FLOATS[k * COLUMNS + n] ?? 0],
  ['blocks', BLOCKS, (k: number, n: number) => ((CODES[n * ROWS + k] ?? 0) - 128) / 384],
])(
  'gives tokens of %s what they have alone, whatever is next to them',
  async (_, given, weightAt) => {
    const operators = operatorsOf(withInt8Products(model(given), 'made').bytes);
    expect(operators).toEqual([...QUANTISE, 'MatMulIntegerToFloat', 'Mul']);
    const alone = await run(given, [1]);
    const next = await run(given, [1, 1000, 0]);
    expect(next.slice(0, COLUMNS)).toEqual(alone);
    expect([...next.slice(2 * COLUMNS)]).toEqual(Array(COLUMNS).fill(0));
    for (const [n, value] of expected(weightAt).entries()) {
      expect(Math.abs((alone[n] ?? 0) - value)).toBeLessThan(0.06);
      expect(Math.abs((next[COLUMNS + n] ?? 0) - 1000 * value)).toBeLessThan(60);
    }
  },
);

test('computes products that ask for floats in two parts, so that an outlier costs the others nothing', async () => {
  // With the largest number in each column they are the same after rounding.
  const codes = CODES.map((code, at) => (at % ROWS === 0 ? 255 : Math.max(1, code)));
  const level = (accuracy_level: number): Given => ({
    nodes: [
      nodeOf('MatMulNBits', ['x', 'w', 'scales'], 'y', { ...SIZES, accuracy_level }, MICROSOFT),
    ],
    weights: [tensorOf('w', UINT8, [COLUMNS, 2, 32], codes), ...BLOCKS.weights.slice(1)],
  });
  const values = expected((k, n) => ((codes[n * ROWS + k] ?? 0) - 128) / 384);
  const errorOf = (found: Float32Array) =>
    Math.max(...values.map((value, n) => Math.abs((found[n] ?? 0) - value)));
  const rough = errorOf(await run(level(4), [1]));
  const fine = errorOf(await run(level(1), [1]));
  expect(fine).toBeLessThan(rough / 50);
});

test('quantises what several products read once', () => {
  const nodes = ['a', 'b'].map((to) =>
    nodeOf('MatMulNBits', ['x', `w_${to}`, 'scales'], to, SIZES, MICROSOFT),
  );
  const weights = ['a', 'b'].map((to) => tensorOf(`w_${to}`, UINT8, [COLUMNS, 2, 32], CODES));
  const given = { nodes, weights: [...weights, ...BLOCKS.weights.slice(1)] };
  const product = ['MatMulIntegerToFloat', 'Mul'];
  const made = withInt8Products(model(given), 'made');
  expect(operatorsOf(made.bytes)).toEqual([...QUANTISE, ...product, ...product]);
  expect(made.weights).toHaveLength(2);
});

test.each([
  ['another kind of model', model({ ...DYNAMIC, past: 'attention_mask' })],
  ['stored weights of a decoder', model({ ...STORED, past: 'past_key_values.0.key' })],
  [
    'stored weights that something else reads, too',
    model({ ...STORED, nodes: [...STORED.nodes, nodeOf('Abs', ['scaled'], 'z')] }),
  ],
  [
    'stored weights with one scale for all',
    model({
      ...STORED,
      weights: [
        ...STORED.weights.slice(0, 1),
        tensorOf('w_scale', FLOAT, [], raw(Float32Array.of(1))),
      ],
    }),
  ],
  ['old operators', model({ ...DYNAMIC, opset: 10 })],
  [
    'a product whose cast is used twice',
    model({ ...DYNAMIC, nodes: [...DYNAMIC.nodes, nodeOf('Abs', ['floats'], 'z')] }),
  ],
  [
    'blocks in another order',
    model({
      ...BLOCKS,
      nodes: [nodeOf('MatMulNBits', ['x', 'w', 'scales', '', 'order'], 'y', SIZES, MICROSOFT)],
    }),
  ],
  [
    'blocks of 2 bits',
    model({
      ...BLOCKS,
      nodes: [nodeOf('MatMulNBits', ['x', 'w', 'scales'], 'y', { ...SIZES, bits: 2 }, MICROSOFT)],
    }),
  ],
  ['no graph', new Uint8Array([8, 8])],
  ['a damaged file', model(BLOCKS).slice(0, 90)],
])('leaves %s unchanged', (_, bytes) => {
  expect(withInt8Products(bytes, 'made')).toEqual({ bytes, weights: [] });
});

const ZEROS = (numbers: Uint8Array<ArrayBuffer> | Place): Given => ({
  nodes: [nodeOf('MatMulNBits', ['x', 'w', 'scales', 'zeros'], 'y', SIZES, MICROSOFT)],
  weights: [...BLOCKS.weights, tensorOf('zeros', UINT8, [COLUMNS, 2], numbers)],
});
const sized = (sizes: object): Given => ({
  ...BLOCKS,
  nodes: [nodeOf('MatMulNBits', ['x', 'w', 'scales'], 'y', { ...SIZES, ...sizes }, MICROSOFT)],
});

test.each([
  ['too few columns', sized({ N: 9 })],
  ['no columns', sized({ N: 0 })],
  ['more rows than there are', sized({ K: 2 ** 40 })],
  ['too few zeros', ZEROS(new Uint8Array(2 * COLUMNS - 1))],
  ['zeros that are too long', ZEROS({ location: 'other', offset: 0, length: 2 ** 40 })],
  ['zeros of no length', ZEROS({ location: 'other', offset: 0, length: Number.NaN })],
])('refuses blocks with %s', (_, given) => {
  const refused = expect.objectContaining({ code: 'load-failed' });
  expect(() => withInt8Products(model(given), 'made')).toThrow(refused);
});

test('accepts zeros of the right length', () => {
  const { weights } = withInt8Products(model(ZEROS(new Uint8Array(2 * COLUMNS))), 'made');
  expect(weights).toHaveLength(1);
});
