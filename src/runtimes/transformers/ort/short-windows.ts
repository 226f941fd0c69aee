import { GraphEdit } from './graph-edit.ts';
import { MessageParts } from './message-parts.ts';
import { FLOAT, type GraphNode, INT64, NAME, nodeOf } from './onnx-messages.ts';

/** Steps of a window of 30 s, as Whisper's encoder has them. */
const STEPS = 1_500;
const INPUT = 'input_features';
const OUTPUT = 'last_hidden_state';
const DIMENSIONS = 3;

/**
 * Whisper's encoder for windows of any length up to 30 s: exported graphs fix the length, and reading four seconds
 * would cost as much as reading thirty. Each place of the window still has the position that it was trained with.
 * The graph itself where it is built in another way.
 */
export function withShortWindows(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    const graph = new GraphEdit(bytes);
    const place = graph.inputs.includes(INPUT) ? findPositions(graph) : null;
    if (!place) return bytes;
    rewrite(graph, place);
    return graph.toBytes();
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

interface Positions {
  /** Adds them to the sound. */
  add: GraphNode;
  sound: string;
  table: string;
}

function findPositions(graph: GraphEdit): Positions | null {
  const isTable = (name: string | undefined): boolean => {
    const { dims } = graph.weight(name) ?? {};
    return dims?.length === 2 && dims[0] === STEPS;
  };
  const makers = new Map(graph.nodes.map((node) => [node.outputs[0], node]));
  // Stored in eight bits, they are turned into floats by these.
  const comesFromTable = (name: string | undefined, depth: number): boolean => {
    if (isTable(name)) return true;
    const maker = makers.get(name);
    const converts = maker && /^(?:Cast|Mul|DequantizeLinear)$/.test(maker.operator);
    return Boolean(converts && depth > 0 && comesFromTable(maker.inputs[0], depth - 1));
  };
  for (const add of graph.nodes.filter(({ operator }) => operator === 'Add')) {
    const [a = '', b = ''] = add.inputs;
    if (comesFromTable(b, 2)) return { add, sound: a, table: b };
    if (comesFromTable(a, 2)) return { add, sound: b, table: a };
  }
  return null;
}

function rewrite(graph: GraphEdit, { add, sound, table }: Positions): void {
  const number = (name: string, value: bigint) =>
    graph.addWeight(name, INT64, [1], new Uint8Array(BigInt64Array.of(value).buffer));
  number('alcove_axis_0', 0n);
  number('alcove_axis_1', 1n);
  number('alcove_axis_2', 2n);
  const [shape, steps, positions] = ['alcove_shape', 'alcove_steps', 'alcove_positions'];
  graph.replace(add, [
    nodeOf('Shape', [sound], shape),
    nodeOf('Slice', [shape, 'alcove_axis_1', 'alcove_axis_2', 'alcove_axis_0'], steps),
    nodeOf('Slice', [table, 'alcove_axis_0', steps, 'alcove_axis_0'], positions),
    nodeOf('Add', [sound, positions], add.outputs[0] ?? ''),
    // Shapes name the number of steps in every layer.
    ...fixedSteps(graph).map((name) => nodeOf('Identity', [steps], name)),
  ]);
  for (const name of [INPUT, OUTPUT]) graph.describe(name, ofAnyLength(name));
}

/** The constants that stand for the number of steps; they are taken out of the graph. */
function fixedSteps(graph: GraphEdit): string[] {
  const concatenated = graph.nodes.filter(({ operator }) => operator === 'Concat');
  const names = new Set(concatenated.flatMap(({ inputs }) => inputs));
  const fixed = [...names].filter((name) => {
    const { type, dims, numbers } = graph.weight(name) ?? {};
    if (type !== INT64 || dims?.join() !== '1' || !(numbers instanceof Uint8Array)) return false;
    return new DataView(numbers.buffer, numbers.byteOffset).getBigInt64(0, true) === BigInt(STEPS);
  });
  for (const name of fixed) graph.dropWeight(name);
  return fixed;
}

/** A ValueInfoProto: floats of three dimensions, each of any length. */
function ofAnyLength(name: string): MessageParts {
  const [info, type] = [new MessageParts(), new MessageParts()];
  const [tensor, shape] = [new MessageParts(), new MessageParts()];
  for (let i = 0; i < DIMENSIONS; i++) shape.addMessage(1, new MessageParts());
  tensor.addNumber(1, FLOAT);
  tensor.addMessage(2, shape);
  type.addMessage(1, tensor);
  info.addText(NAME, name);
  info.addMessage(2, type);
  return info;
}
