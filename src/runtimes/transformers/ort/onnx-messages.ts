import { type Field, fieldsOf, textsOf } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';

/** Numbers of fields in onnx.proto. @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
export const MODEL = { graph: 7, opset: 8 } as const;
export const GRAPH = { node: 1, initializer: 5, input: 11, output: 12 } as const;
export const NODE = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 } as const;
export const TENSOR = { dims: 1, type: 2, name: 8, raw: 9, external: 13, place: 14 } as const;
export const ATTRIBUTE = { name: 1, integer: 3, graph: 6, integers: 8, type: 20 } as const;
export const OPSET = { domain: 1, version: 2 } as const;
/** Of inputs and outputs of a graph. */
export const NAME = 1;

/** Types of numbers. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT64 = 7;

/** Operators of onnxruntime's own. */
export const MICROSOFT = 'com.microsoft';

export interface GraphNode {
  field: Field;
  operator: string;
  inputs: string[];
  outputs: string[];
}

export function readNode(bytes: Uint8Array, field: Field): GraphNode {
  const [operator = ''] = textsOf(bytes, field, NODE.operator);
  const [inputs, outputs] = [NODE.input, NODE.output].map((n) => textsOf(bytes, field, n));
  return { field, operator, inputs: inputs ?? [], outputs: outputs ?? [] };
}

/** A NodeProto with one output. `attributes`: integers, and lists of them. */
export function nodeOf(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number | readonly number[]>> = {},
  domain = '',
): MessageParts {
  const node = new MessageParts();
  for (const input of inputs) node.addText(NODE.input, input);
  node.addText(NODE.output, output);
  node.addText(NODE.operator, operator);
  for (const [name, value] of Object.entries(attributes)) {
    const attribute = new MessageParts();
    attribute.addText(ATTRIBUTE.name, name);
    if (typeof value === 'number') attribute.addNumber(ATTRIBUTE.integer, value);
    else for (const one of value) attribute.addNumber(ATTRIBUTE.integers, one);
    attribute.addNumber(ATTRIBUTE.type, typeof value === 'number' ? 2 : 7);
    node.addMessage(NODE.attribute, attribute);
  }
  if (domain) node.addText(NODE.domain, domain);
  return node;
}

/** A TensorProto. `numbers`: its bytes, or where they are. */
export function tensorOf(
  name: string,
  type: number,
  dims: readonly number[],
  numbers: Uint8Array<ArrayBuffer> | Place,
): MessageParts {
  const tensor = new MessageParts();
  for (const dim of dims) tensor.addNumber(TENSOR.dims, dim);
  tensor.addNumber(TENSOR.type, type);
  tensor.addText(TENSOR.name, name);
  if (numbers instanceof Uint8Array) tensor.addBytes(TENSOR.raw, numbers);
  else setPlace(tensor, numbers);
  return tensor;
}

/** Where the numbers of a weight are that is not in the graph. */
export interface Place {
  location: string;
  offset: number;
  length: number;
}

const EXTERNAL = 1;

/** @see https://github.com/onnx/onnx/blob/main/docs/ExternalData.md */
export function setPlace(tensor: MessageParts, place: Place): void {
  for (const [key, value] of Object.entries(place)) {
    const entry = new MessageParts();
    entry.addText(1, key);
    entry.addText(2, String(value));
    tensor.addMessage(TENSOR.external, entry);
  }
  tensor.addNumber(TENSOR.place, EXTERNAL);
}

/** Where a weight's numbers are; null where they are in the graph. */
export function placeOf(bytes: Uint8Array, tensor: Field): Place | null {
  const entries = [...fieldsOf(bytes, tensor.start, tensor.end)]
    .filter(({ number }) => number === TENSOR.external)
    .map((field) => [1, 2].map((n) => textsOf(bytes, field, n)[0] ?? ''));
  const { location, offset = '0', length } = Object.fromEntries(entries);
  if (!location || !length) return null;
  return { location, offset: Number(offset), length: Number(length) };
}
