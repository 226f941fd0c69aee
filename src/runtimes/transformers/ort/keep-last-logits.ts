import { type Field, fieldsOf, textsOf } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';
import {
  GRAPH,
  type GraphNode,
  INT64,
  MODEL,
  NAME,
  NODE,
  nodeOf,
  readNode,
  tensorOf,
} from './onnx-messages.ts';

/** The input of newer graphs for the number of last tokens whose logits are requested. */
const COUNT = 'num_logits_to_keep';

/** What may stand between the product with the vocabulary's weights and the logits. */
const ELEMENTWISE = new Set(['Cast', 'Mul', 'Add', 'Div', 'Tanh']);
const PRODUCTS = new Set(['MatMul', 'MatMulNBits', 'MatMulInteger']);
/** How deep elementwise operators are searched. */
const DEPTH = 8;

/**
 * Gives the graph of a language model the input `num_logits_to_keep`: a prompt is read without multiplying
 * each of its tokens with the whole vocabulary, a quarter of the work of a small model and the larger part
 * of its memory. The graph itself where it has that input, is of another kind, or is built in another way.
 */
export function keepLastLogits(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    const graph = [...fieldsOf(bytes, 0, bytes.length)].find((f) => f.number === MODEL.graph);
    const target = graph && findTarget(bytes, graph);
    return target ? rewrite(bytes, target) : bytes;
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

/** The node that reads the hidden states of all tokens for their logits, and their name. */
function findTarget(bytes: Uint8Array, graph: Field): { node: GraphNode; hidden: string } | null {
  const fields = [...fieldsOf(bytes, graph.start, graph.end)];
  const inputs = fields
    .filter(({ number }) => number === GRAPH.input)
    .flatMap((field) => textsOf(bytes, field, NAME).slice(0, 1));
  const isDecoder = inputs.some((name) => /^past_key_values\.\d+\.key$/.test(name));
  if (!isDecoder || inputs.includes(COUNT)) return null;
  const makers = new Map<string, GraphNode>();
  for (const field of fields.filter(({ number }) => number === GRAPH.node)) {
    const node = readNode(bytes, field);
    for (const output of node.outputs) makers.set(output, node);
  }
  const product = findProduct(makers, 'logits', DEPTH);
  const [first = ''] = product?.inputs ?? [];
  // Eight bits by a scale of the moment: the scale is then that of the tokens that count.
  const quantiser = makers.get(first);
  const node = quantiser?.operator === 'DynamicQuantizeLinear' ? quantiser : product;
  const [hidden] = node?.inputs ?? [];
  // In another shape the tokens are not the second dimension.
  const isReshaped = hidden !== undefined && makers.get(hidden)?.operator === 'Reshape';
  return node && hidden && makers.has(hidden) && !isReshaped ? { node, hidden } : null;
}

function findProduct(
  makers: ReadonlyMap<string, GraphNode>,
  name: string,
  depth: number,
): GraphNode | undefined {
  const node = makers.get(name);
  if (!node || PRODUCTS.has(node.operator)) return node;
  if (depth === 0 || !ELEMENTWISE.has(node.operator)) return undefined;
  for (const input of node.inputs) {
    const found = findProduct(makers, input, depth - 1);
    if (found) return found;
  }
  return undefined;
}

function rewrite(
  bytes: Uint8Array<ArrayBuffer>,
  { node, hidden }: { node: GraphNode; hidden: string },
): Uint8Array<ArrayBuffer> {
  const model = new MessageParts();
  for (const field of fieldsOf(bytes, 0, bytes.length)) {
    if (field.number !== MODEL.graph) model.add(bytes.subarray(field.from, field.end));
    else model.addMessage(MODEL.graph, rewriteGraph(bytes, field, node, hidden));
  }
  return model.toBytes();
}

function rewriteGraph(
  bytes: Uint8Array<ArrayBuffer>,
  { start, end }: Field,
  node: GraphNode,
  hidden: string,
): MessageParts {
  const graph = new MessageParts();
  for (const field of fieldsOf(bytes, start, end)) {
    const isTarget = field.number === GRAPH.node && field.from === node.field.from;
    if (!isTarget) graph.add(bytes.subarray(field.from, field.end));
    else {
      const [from, last] = ['alcove_logits_from', 'alcove_last_hidden'];
      graph.addMessage(GRAPH.node, nodeOf('Neg', [COUNT], 'alcove_minus_count'));
      graph.addMessage(GRAPH.node, nodeOf('Reshape', ['alcove_minus_count', 'alcove_one'], from));
      graph.addMessage(
        GRAPH.node,
        nodeOf('Slice', [hidden, from, 'alcove_end', 'alcove_one'], last),
      );
      graph.addMessage(GRAPH.node, withFirstInput(bytes, node.field, last));
    }
  }
  // The one is a shape, [1], and the axis of tokens.
  graph.addMessage(GRAPH.initializer, numberOf('alcove_one', 1n));
  graph.addMessage(GRAPH.initializer, numberOf('alcove_end', 2n ** 63n - 1n));
  graph.addMessage(GRAPH.input, scalarOf(COUNT));
  return graph;
}

function withFirstInput(bytes: Uint8Array<ArrayBuffer>, { start, end }: Field, input: string) {
  const node = new MessageParts();
  let isFirst = true;
  for (const field of fieldsOf(bytes, start, end)) {
    if (field.number === NODE.input && isFirst) {
      node.addText(NODE.input, input);
      isFirst = false;
    } else node.add(bytes.subarray(field.from, field.end));
  }
  return node;
}

/** One number of 64 bits in one dimension. */
function numberOf(name: string, value: bigint): MessageParts {
  return tensorOf(name, INT64, [1], new Uint8Array(BigInt64Array.of(value).buffer));
}

/** A ValueInfoProto: a number without dimensions. */
function scalarOf(name: string): MessageParts {
  const [info, type, tensor] = [new MessageParts(), new MessageParts(), new MessageParts()];
  tensor.addNumber(1, INT64);
  tensor.addMessage(2, new MessageParts());
  type.addMessage(1, tensor);
  info.addText(NAME, name);
  info.addMessage(2, type);
  return info;
}
