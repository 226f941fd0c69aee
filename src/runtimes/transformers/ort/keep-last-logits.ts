import { type Field, fieldsOf, textsOf } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';
import {
  ATTRIBUTE,
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
const LOGITS = 'logits';

/** Operators that may come between the product with the vocabulary's weights and the logits. */
const ELEMENTWISE = new Set(['Identity', 'Cast', 'Mul', 'Add', 'Div', 'Tanh']);
const PRODUCTS = new Set(['MatMul', 'MatMulNBits', 'MatMulInteger']);
/** How deep elementwise operators are searched. */
const DEPTH = 8;

/** Where a graph computes logits. */
interface Target {
  node: GraphNode;
  /** The hidden states of all tokens. */
  hidden: string;
}

/** By the place of the graph: the whole one, or branches of a condition. */
type Targets = ReadonlyMap<number, Target>;

/**
 * Gives the graph of a language model, or of a recogniser's decoder, the input `num_logits_to_keep`: a prompt is read
 * without multiplying each of its tokens with the whole vocabulary, a quarter of the work of a small model and the larger
 * part of its memory. The graph itself where it has that input, is of another kind, or is built in another way.
 *
 *     before   hidden ──────────────────────────────── MatMul ─ logits
 *     after    hidden ─ Slice(−num_logits_to_keep …) ─ MatMul ─ logits
 */
export function keepLastLogits(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    const graph = [...fieldsOf(bytes, 0, bytes.length)].find((f) => f.number === MODEL.graph);
    const targets = graph && findTargets(bytes, graph);
    return targets ? rewrite(bytes, targets) : bytes;
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

function findTargets(bytes: Uint8Array, graph: Field): Targets | null {
  const fields = [...fieldsOf(bytes, graph.start, graph.end)];
  const inputs = fields
    .filter(({ number }) => number === GRAPH.input)
    .flatMap((field) => textsOf(bytes, field, NAME).slice(0, 1));
  const isDecoder = inputs.some((name) => /^past_key_values\.\d+\.(?:decoder\.)?key$/.test(name));
  if (!isDecoder || inputs.includes(COUNT)) return null;
  const condition = fields
    .filter(({ number }) => number === GRAPH.node)
    .map((field) => readNode(bytes, field))
    .find(({ operator, outputs }) => operator === 'If' && outputs.includes(LOGITS));
  const graphs = condition ? branchesOf(bytes, condition) : [graph];
  const place = condition?.outputs.indexOf(LOGITS);
  const found = graphs.map((one) => [one.from, findTarget(bytes, one, place)] as const);
  const targets = found.filter((entry): entry is [number, Target] => entry[1] !== null);
  return targets.length > 0 && targets.length === graphs.length ? new Map(targets) : null;
}

function branchesOf(bytes: Uint8Array, { field }: GraphNode): Field[] {
  return [...fieldsOf(bytes, field.start, field.end)]
    .filter(({ number }) => number === NODE.attribute)
    .flatMap(({ start, end }) => [...fieldsOf(bytes, start, end)])
    .filter(({ number }) => number === ATTRIBUTE.graph);
}

/** The node that reads the hidden states of all tokens for their logits. `place`: of the logits among a branch's outputs. */
function findTarget(bytes: Uint8Array, graph: Field, place?: number): Target | null {
  const fields = [...fieldsOf(bytes, graph.start, graph.end)];
  const outputs = fields
    .filter(({ number }) => number === GRAPH.output)
    .map((field) => textsOf(bytes, field, NAME)[0] ?? '');
  const makers = new Map<string, GraphNode>();
  for (const field of fields.filter(({ number }) => number === GRAPH.node)) {
    const node = readNode(bytes, field);
    for (const output of node.outputs) makers.set(output, node);
  }
  const logits = place === undefined ? LOGITS : (outputs[place] ?? '');
  const product = findProduct(makers, logits, DEPTH);
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

function rewrite(bytes: Uint8Array<ArrayBuffer>, targets: Targets): Uint8Array<ArrayBuffer> {
  const model = new MessageParts();
  for (const field of fieldsOf(bytes, 0, bytes.length)) {
    if (field.number !== MODEL.graph) model.add(bytes.subarray(field.from, field.end));
    else {
      const graph = rewriteGraph(bytes, field, targets);
      // The one is a shape, [1], and the axis of tokens. Branches see both.
      graph.addMessage(GRAPH.initializer, numberOf('alcove_one', 1n));
      graph.addMessage(GRAPH.initializer, numberOf('alcove_end', 2n ** 63n - 1n));
      graph.addMessage(GRAPH.input, scalarOf(COUNT));
      model.addMessage(MODEL.graph, graph);
    }
  }
  return model.toBytes();
}

/** A message as it is, except the graphs with targets at some depth in it. */
function rewriteInside(
  bytes: Uint8Array<ArrayBuffer>,
  { start, end }: Field,
  targets: Targets,
): MessageParts {
  const message = new MessageParts();
  for (const field of fieldsOf(bytes, start, end)) {
    const isOutside = ![...targets.keys()].some((at) => at >= field.from && at < field.end);
    if (isOutside) message.add(bytes.subarray(field.from, field.end));
    else if (targets.has(field.from))
      message.addMessage(field.number, rewriteGraph(bytes, field, targets));
    else message.addMessage(field.number, rewriteInside(bytes, field, targets));
  }
  return message;
}

function rewriteGraph(
  bytes: Uint8Array<ArrayBuffer>,
  field: Field,
  targets: Targets,
): MessageParts {
  const target = targets.get(field.from);
  if (!target) return rewriteInside(bytes, field, targets);
  const graph = new MessageParts();
  for (const { number, from, end } of fieldsOf(bytes, field.start, field.end)) {
    const isTarget = number === GRAPH.node && from === target.node.field.from;
    if (!isTarget) graph.add(bytes.subarray(from, end));
    else addCut(graph, bytes, target);
  }
  return graph;
}

/** The node reads the hidden states of the last tokens alone. */
function addCut(graph: MessageParts, bytes: Uint8Array<ArrayBuffer>, { node, hidden }: Target) {
  const [from, last] = ['alcove_logits_from', 'alcove_last_hidden'];
  graph.addMessage(GRAPH.node, nodeOf('Neg', [COUNT], 'alcove_minus_count'));
  graph.addMessage(GRAPH.node, nodeOf('Reshape', ['alcove_minus_count', 'alcove_one'], from));
  graph.addMessage(GRAPH.node, nodeOf('Slice', [hidden, from, 'alcove_end', 'alcove_one'], last));
  graph.addMessage(GRAPH.node, withFirstInput(bytes, node.field, last));
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
