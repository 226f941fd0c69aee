/** Types of the elements of a tensor. */
export const ELEMENT = { float: 1, uint8: 2, int8: 3, int32: 6, int64: 7 } as const;

/** A weight whose numbers are written later, in pieces. */
export interface WeightPlan {
  name: string;
  type: number;
  dimensions: readonly number[];
  /** Bytes of its numbers. */
  bytes: number;
}

export interface NodePlan {
  operator: string;
  domain?: string;
  inputs: readonly string[];
  outputs: readonly string[];
  integers?: Readonly<Record<string, number>>;
  floats?: Readonly<Record<string, number>>;
  /** Of integers that are not negative. */
  lists?: Readonly<Record<string, readonly number[]>>;
}

export interface ValuePlan {
  name: string;
  type: number;
  /** A name for a dimension that differs from run to run. */
  dimensions: readonly (number | string)[];
}

/** A protocol buffer message, field by field. */
class Message {
  readonly bytes: number[] = [];

  /** @param value Below 2^53. */
  varint(value: number): this {
    let rest = value;
    while (rest >= 128) {
      this.bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.bytes.push(rest);
    return this;
  }

  integer(field: number, value: number): this {
    return this.varint(field * 8).varint(value);
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.varint(field * 8 + 5).bytes.push(...bytes);
    return this;
  }

  text(field: number, value: string): this {
    return this.message(field, { bytes: [...new TextEncoder().encode(value)] });
  }

  message(field: number, { bytes }: { bytes: readonly number[] }): this {
    this.varint(field * 8 + 2).varint(bytes.length);
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }

  /** The start of a field whose content follows elsewhere. */
  head(field: number, length: number): this {
    return this.varint(field * 8 + 2).varint(length);
  }
}

function nodeMessage(node: NodePlan, at: number): Message {
  const message = new Message();
  for (const name of node.inputs) message.text(1, name);
  for (const name of node.outputs) message.text(2, name);
  message.text(3, `${node.operator}_${at}`).text(4, node.operator);
  for (const [name, value] of Object.entries(node.integers ?? {})) {
    // Negative numbers have ten bytes in this format: the one that is needed is written by hand.
    const attribute = new Message().text(1, name);
    if (value >= 0) attribute.integer(3, value);
    else attribute.varint(3 * 8).bytes.push(...MINUS_ONE);
    message.message(5, attribute.integer(20, 2));
  }
  for (const [name, value] of Object.entries(node.floats ?? {})) {
    message.message(5, new Message().text(1, name).float(2, value).integer(20, 1));
  }
  for (const [name, values] of Object.entries(node.lists ?? {})) {
    const attribute = new Message().text(1, name);
    for (const value of values) attribute.integer(8, value);
    message.message(5, attribute.integer(20, 7));
  }
  return node.domain ? message.text(7, node.domain) : message;
}

const MINUS_ONE = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];

function valueMessage({ name, type, dimensions }: ValuePlan): Message {
  const shape = new Message();
  for (const size of dimensions) {
    const one = new Message();
    shape.message(1, typeof size === 'number' ? one.integer(1, size) : one.text(2, size));
  }
  const tensor = new Message().integer(1, type).message(2, shape);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

function weightHead({ name, type, dimensions, bytes }: WeightPlan): Message {
  const message = new Message();
  for (const size of dimensions) message.integer(1, size);
  return message.integer(2, type).text(8, name).head(9, bytes);
}

export interface GraphPlan {
  nodes: readonly NodePlan[];
  weights: readonly WeightPlan[];
  inputs: readonly ValuePlan[];
  outputs: readonly ValuePlan[];
  opset: number;
}

export interface GraphFrame {
  /** All that comes before the first weight. */
  start: Uint8Array;
  /** What comes before the numbers of each weight, in the order of the plan. */
  weights: readonly Uint8Array[];
}

/**
 * An ONNX model around weights that are streamed: their sizes are known before their numbers, so that no more than one
 * piece of one weight is in memory.
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
export function frameGraph({ nodes, weights, inputs, outputs, opset }: GraphPlan): GraphFrame {
  const graph = new Message();
  for (const [at, node] of nodes.entries()) graph.message(1, nodeMessage(node, at));
  graph.text(2, 'alcove');
  for (const value of inputs) graph.message(11, valueMessage(value));
  for (const value of outputs) graph.message(12, valueMessage(value));
  const heads = weights.map((weight) => {
    const inner = weightHead(weight);
    const head = new Message().head(5, inner.bytes.length + weight.bytes);
    return Uint8Array.from([...head.bytes, ...inner.bytes]);
  });
  const size =
    graph.bytes.length +
    weights.reduce((sum, { bytes }, at) => sum + bytes + (heads[at]?.length ?? 0), 0);
  const model = new Message().integer(1, 8).text(2, 'alcove');
  model.message(8, new Message().text(1, '').integer(2, opset));
  model.message(8, new Message().text(1, 'com.microsoft').integer(2, 1));
  model.head(7, size);
  const start = new Uint8Array(model.bytes.length + graph.bytes.length);
  start.set(model.bytes);
  start.set(graph.bytes, model.bytes.length);
  return { start, weights: heads };
}
