import { expect, test } from 'vitest';
import { keepLastLogits } from './keep-last-logits.ts';
import { type Field, fieldsOf, textsOf } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';

type NodeText = readonly [operator: string, inputs: readonly string[], outputs: readonly string[]];

/** A ModelProto with these nodes and graph inputs. */
function model(nodes: readonly NodeText[], inputs: readonly string[]): Uint8Array<ArrayBuffer> {
  return modelOf(nodes.map(nodeFrom), inputs);
}

function nodeFrom([operator, from, to]: NodeText): MessageParts {
  const node = new MessageParts();
  for (const name of from) node.addText(1, name);
  for (const name of to) node.addText(2, name);
  node.addText(4, operator);
  return node;
}

function modelOf(nodes: readonly MessageParts[], inputs: readonly string[]) {
  const graph = new MessageParts();
  for (const node of nodes) graph.addMessage(1, node);
  for (const name of inputs) {
    const info = new MessageParts();
    info.addText(1, name);
    graph.addMessage(11, info);
  }
  const whole = new MessageParts();
  whole.addNumber(1, 8);
  whole.addMessage(7, graph);
  return whole.toBytes();
}

/** Nodes of a model as `Operator(inputs)`, and its inputs. */
function read(bytes: Uint8Array) {
  const graph = [...fieldsOf(bytes, 0, bytes.length)].find(({ number }) => number === 7);
  if (!graph) throw new Error('There is no graph.');
  const fields = [...fieldsOf(bytes, graph.start, graph.end)];
  const nodes = fields
    .filter(({ number }) => number === 1)
    .map((node) => `${textsOf(bytes, node, 4)[0]}(${textsOf(bytes, node, 1).join(', ')})`);
  const inputs = fields.filter(({ number }) => number === 11);
  return { nodes, inputs: inputs.flatMap((field) => textsOf(bytes, field, 1).slice(0, 1)) };
}

const NORM: NodeText = ['RMSNormalization', ['x', 'scale'], ['hidden']];
const INPUTS = ['input_ids', 'past_key_values.0.key'];
const CUT = [
  'Neg(num_logits_to_keep)',
  'Reshape(alcove_minus_count, alcove_one)',
  'Slice(hidden, alcove_logits_from, alcove_end, alcove_one)',
];

// Converted GGUF files end with an Identity.
test.each(['Cast', 'Identity'])(
  'slices away tokens without requested logits before the product with the vocabulary and a %s',
  (last) => {
    const product: NodeText = ['MatMulNBits', ['hidden', 'weights', 'scales'], ['product']];
    const bytes = model([NORM, product, [last, ['product'], ['logits']]], INPUTS);
    const { nodes, inputs } = read(keepLastLogits(bytes));
    expect(nodes).toEqual([
      'RMSNormalization(x, scale)',
      ...CUT,
      'MatMulNBits(alcove_last_hidden, weights, scales)',
      `${last}(product)`,
    ]);
    expect(inputs).toEqual([...INPUTS, 'num_logits_to_keep']);
  },
);

test('cuts before hidden states are quantised', () => {
  const bytes = model(
    [
      NORM,
      ['DynamicQuantizeLinear', ['hidden'], ['q', 'scale_of_q', 'zero']],
      ['MatMulInteger', ['q', 'weights', 'zero'], ['whole']],
      ['Mul', ['scale_of_q', 'scale_of_weights'], ['both']],
      ['Cast', ['whole'], ['floats']],
      ['Mul', ['both', 'floats'], ['logits']],
    ],
    INPUTS,
  );
  const { nodes } = read(keepLastLogits(bytes));
  expect(nodes.slice(1, 5)).toEqual([...CUT, 'DynamicQuantizeLinear(alcove_last_hidden)']);
  expect(nodes.slice(5)).toEqual(read(bytes).nodes.slice(2));
});

/** A merged decoder: branches with and without caches. */
function merged(branches: readonly (readonly NodeText[])[]): Uint8Array<ArrayBuffer> {
  const condition = new MessageParts();
  for (const name of ['present.0', 'logits']) condition.addText(2, name);
  condition.addText(4, 'If');
  for (const nodes of branches) {
    const [graph, attribute] = [new MessageParts(), new MessageParts()];
    for (const node of nodes) graph.addMessage(1, nodeFrom(node));
    for (const name of ['cache', 'scores']) {
      const output = new MessageParts();
      output.addText(1, name);
      graph.addMessage(12, output);
    }
    attribute.addMessage(6, graph);
    condition.addMessage(5, attribute);
  }
  return modelOf([condition], ['past_key_values.0.decoder.key']);
}

const BRANCH: NodeText[] = [NORM, ['MatMul', ['hidden', 'table'], ['scores']]];

test('cuts in both branches of a merged decoder', () => {
  const bytes = keepLastLogits(merged([BRANCH, BRANCH]));
  const fields = (within: Field, number: number) =>
    [...fieldsOf(bytes, within.start, within.end)].filter((field) => field.number === number);
  const [graph] = fields({ number: 0, from: 0, start: 0, end: bytes.length }, 7);
  const [condition] = graph ? fields(graph, 1) : [];
  const branches = condition ? fields(condition, 5).flatMap((field) => fields(field, 6)) : [];
  const nodes = branches.map((branch) =>
    fields(branch, 1).map(
      (node) => `${textsOf(bytes, node, 4)[0]}(${textsOf(bytes, node, 1).join(', ')})`,
    ),
  );
  const cut = ['RMSNormalization(x, scale)', ...CUT, 'MatMul(alcove_last_hidden, table)'];
  expect(nodes).toEqual([cut, cut]);
  expect(read(bytes).inputs).toEqual(['past_key_values.0.decoder.key', 'num_logits_to_keep']);
});

test('leaves a merged decoder unchanged where one branch is built in another way', () => {
  const bytes = merged([BRANCH, [['Gelu', ['hidden'], ['scores']]]]);
  expect(keepLastLogits(bytes)).toBe(bytes);
});

const PLAIN: NodeText[] = [NORM, ['MatMul', ['hidden', 'weights'], ['logits']]];

test.each([
  ['a graph that has the input', model(PLAIN, [...INPUTS, 'num_logits_to_keep'])],
  ['a graph of another kind', model(PLAIN, ['input_ids'])],
  ['logits made in another way', model([NORM, ['Gelu', ['hidden'], ['logits']]], INPUTS)],
  ['a product of inputs', model([['MatMul', ['input', 'weights'], ['logits']]], INPUTS)],
  ['reshaped states', model([['Reshape', ['x', 's'], ['hidden']], ...PLAIN.slice(1)], INPUTS)],
  ['no graph', new Uint8Array([8, 8])],
  ['a damaged file', model(PLAIN, INPUTS).slice(0, 30)],
])('leaves %s unchanged', (_, bytes) => {
  expect(keepLastLogits(bytes)).toBe(bytes);
});
