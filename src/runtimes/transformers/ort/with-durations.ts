import { GraphEdit } from './graph-edit.ts';
import { MessageParts } from './message-parts.ts';
import { FLOAT, NAME, nodeOf } from './onnx-messages.ts';

/** The output that is added: frames of 25 ms for each phoneme. */
export const DURATIONS = 'alcove_durations';
/** Inputs of a network that speaks in the style of a voice. */
const INPUTS = ['style', 'speed'];

/**
 * Kokoro's graph with one more output: how long each phoneme is said, which the times of words are read from. Graphs of the hub
 * have samples alone. The graph itself where it is of another kind, or rounds more than once.
 */
export function withDurations(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    const graph = new GraphEdit(bytes);
    if (!INPUTS.every((name) => graph.inputs.includes(name))) return bytes;
    const rounds = graph.nodes.filter(({ operator }) => operator === 'Round');
    const [rounded = ''] = rounds[0]?.outputs ?? [];
    const clip = graph.usersOf(rounded).find(({ operator }) => operator === 'Clip');
    const [frames] = clip?.outputs ?? [];
    if (rounds.length !== 1 || !frames) return bytes;
    // Half-precision graphs have other numbers inside.
    graph.addNode(nodeOf('Cast', [frames], DURATIONS, { to: FLOAT }));
    graph.addOutput(floatsOf(DURATIONS));
    return graph.toBytes();
  } catch (error) {
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

/** A ValueInfoProto: floats of any shape. */
function floatsOf(name: string): MessageParts {
  const [info, type, tensor] = [new MessageParts(), new MessageParts(), new MessageParts()];
  tensor.addNumber(1, FLOAT);
  type.addMessage(1, tensor);
  info.addText(NAME, name);
  info.addMessage(2, type);
  return info;
}
