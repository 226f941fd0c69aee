import { type Field, fieldsOf, numbersOf, textsOf } from './message-fields.ts';
import { MessageParts } from './message-parts.ts';
import {
  ATTRIBUTE,
  GRAPH,
  type GraphNode,
  MICROSOFT,
  MODEL,
  NAME,
  NODE,
  OPSET,
  type Place,
  placeOf,
  readNode,
  TENSOR,
  tensorOf,
} from './onnx-messages.ts';

/** A weight of a graph. */
export interface Weight {
  type: number;
  dims: number[];
  /** Its numbers where they are in the graph, or where they are; null where they are stored in another way. */
  numbers: Uint8Array<ArrayBuffer> | Place | null;
}

/** A graph whose nodes and weights are replaced. @throws RangeError for bytes that are not an ONNX graph. */
export class GraphEdit {
  readonly inputs: string[] = [];
  readonly nodes: GraphNode[] = [];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  /** The inputs and outputs of the graph. */
  readonly #ends = new Map<string, Field>();
  readonly #weights = new Map<string, Field>();
  readonly #users = new Map<string, GraphNode[]>();
  readonly #opsets = new Map<string, number>();
  /** What stands where a node or weight was; by the place of its field. */
  readonly #replaced = new Map<number, MessageParts[]>();
  readonly #added: { number: number; part: MessageParts }[] = [];

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
    for (const field of fieldsOf(bytes, 0, bytes.length)) {
      if (field.number === MODEL.graph) this.#read(field);
      if (field.number === MODEL.opset) {
        const version = this.#numbers(field, OPSET.version)[0] ?? 0;
        this.#opsets.set(textsOf(bytes, field, OPSET.domain)[0] ?? '', version);
      }
    }
  }

  #read(graph: Field): void {
    for (const field of fieldsOf(this.#bytes, graph.start, graph.end)) {
      this.#readEnd(field);
      if (field.number === GRAPH.initializer) {
        for (const name of this.#texts(field, TENSOR.name)) this.#weights.set(name, field);
      }
      if (field.number !== GRAPH.node) continue;
      const node = readNode(this.#bytes, field);
      this.nodes.push(node);
      for (const input of new Set(node.inputs)) {
        this.#users.set(input, [...this.usersOf(input), node]);
      }
    }
  }

  #readEnd(field: Field): void {
    if (field.number !== GRAPH.input && field.number !== GRAPH.output) return;
    const names = this.#texts(field, NAME);
    if (field.number === GRAPH.input) this.inputs.push(...names);
    for (const name of names) this.#ends.set(name, field);
  }

  /** The version of ONNX's operators. */
  get opset(): number {
    return this.#opsets.get('') ?? 0;
  }

  usersOf(name: string): readonly GraphNode[] {
    return this.#users.get(name) ?? [];
  }

  weight(name: string | undefined): Weight | null {
    const field = name === undefined ? undefined : this.#weights.get(name);
    if (!field) return null;
    const raw = this.#fields(field, TENSOR.raw)[0];
    return {
      type: this.#numbers(field, TENSOR.type)[0] ?? 0,
      dims: this.#numbers(field, TENSOR.dims),
      numbers: raw ? this.#bytes.slice(raw.start, raw.end) : placeOf(this.#bytes, field),
    };
  }

  /** The integers among a node's attributes, one of each. */
  integersOf({ field }: GraphNode): Record<string, number> {
    const attributes = this.#fields(field, NODE.attribute).map((attribute) => [
      this.#texts(attribute, ATTRIBUTE.name)[0] ?? '',
      this.#numbers(attribute, ATTRIBUTE.integer)[0] ?? 0,
    ]);
    return Object.fromEntries(attributes);
  }

  replace(node: GraphNode, by: readonly MessageParts[]): void {
    this.#replaced.set(node.field.from, [...by]);
  }

  /** Replaces the description of an input or output of the graph. `by`: a ValueInfoProto. */
  describe(name: string, by: MessageParts): void {
    const field = this.#ends.get(name);
    if (field) this.#replaced.set(field.from, [by]);
  }

  /** Removes a weight that nothing uses any more. */
  dropWeight(name: string): void {
    const field = this.#weights.get(name);
    if (field) this.#replaced.set(field.from, []);
  }

  addWeight(...weight: Parameters<typeof tensorOf>): void {
    this.#added.push({ number: GRAPH.initializer, part: tensorOf(...weight) });
  }

  /** Adds a node after all others. */
  addNode(node: MessageParts): void {
    this.#added.push({ number: GRAPH.node, part: node });
  }

  /** Adds an output. `info`: a ValueInfoProto. */
  addOutput(info: MessageParts): void {
    this.#added.push({ number: GRAPH.output, part: info });
  }

  get isChanged(): boolean {
    return this.#replaced.size > 0;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const model = new MessageParts();
    for (const field of fieldsOf(this.#bytes, 0, this.#bytes.length)) {
      if (field.number === MODEL.graph) model.addMessage(MODEL.graph, this.#toGraph(field));
      else model.add(this.#bytes.subarray(field.from, field.end));
    }
    if (!this.#opsets.has(MICROSOFT)) {
      const opset = new MessageParts();
      opset.addText(OPSET.domain, MICROSOFT);
      opset.addNumber(OPSET.version, 1);
      model.addMessage(MODEL.opset, opset);
    }
    return model.toBytes();
  }

  #toGraph({ start, end }: Field): MessageParts {
    const graph = new MessageParts();
    for (const field of fieldsOf(this.#bytes, start, end)) {
      const parts = this.#replaced.get(field.from);
      if (parts) for (const part of parts) graph.addMessage(field.number, part);
      else graph.add(this.#bytes.subarray(field.from, field.end));
    }
    for (const { number, part } of this.#added) graph.addMessage(number, part);
    return graph;
  }

  #fields({ start, end }: Field, number: number): Field[] {
    return [...fieldsOf(this.#bytes, start, end)].filter((field) => field.number === number);
  }

  #numbers(message: Field, number: number): number[] {
    return this.#fields(message, number).flatMap((field) => numbersOf(this.#bytes, field));
  }

  #texts(message: Field, number: number): string[] {
    return textsOf(this.#bytes, message, number);
  }
}
