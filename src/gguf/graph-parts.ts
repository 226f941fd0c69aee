import { GgufError } from './gguf-error.ts';
import { ELEMENT, type NodePlan, type WeightPlan } from './onnx-message.ts';
import { BLOCK, bitsFor } from './quantize.ts';
import type { Gguf, GgufTensor } from './read-gguf.ts';

export const WEIGHT = '.weight';
export const MICROSOFT = 'com.microsoft';
/** Accuracy levels of MatMulNBits. */
const LEVEL = { floats: 1, int8: 4 };
/** Bytes of an element. */
const SIZES: Record<number, number> = { [ELEMENT.float]: 4, [ELEMENT.int64]: 8 };

/** How the numbers of a weight are made from the file. `headSize`: where pairs of a head become halves. */
export type Making =
  | { kind: 'codes' | 'scales'; tensor: GgufTensor; headSize: number | null }
  | { kind: 'rows' | 'row-scales'; tensor: GgufTensor }
  | { kind: 'floats'; tensor: GgufTensor; headSize: number | null }
  | { kind: 'cosines' | 'sines'; angles: Angles }
  | { kind: 'number'; value: number }
  | { kind: 'integers'; values: readonly number[] };

/** A table of angles: a row for each position, and half as many columns as numbers of a head are turned. */
export interface Angles {
  rows: number;
  turned: number;
  base: number;
  factor: number;
  magnitude: number;
  /** A divisor for each column. */
  divisors: GgufTensor | null;
}

/** The rows of a tensor that holds several weights, one after the other. */
export interface Rows {
  of: string;
  from: number;
  /** Rows of the whole tensor. */
  all: number;
}

/** The names of a weight in blocks. */
interface Blocks {
  bits: 4 | 8;
  codes: string;
  scales: string;
}

/** The nodes and weights of a graph, as they are added: products in blocks (MatMulNBits), norms and constants. */
export class GraphParts {
  readonly nodes: NodePlan[] = [];
  readonly weights: WeightPlan[] = [];
  readonly making: Making[] = [];
  /** Whether all products are in 4 bits. */
  isFourBits = true;
  readonly #gguf: Gguf;
  readonly #level: number;
  readonly #used = new Set<string>();
  readonly #blocks = new Map<string, Blocks>();
  #count = 0;

  /** `inFloats`: whether products lose too much where their inputs are rounded to 8 bits. */
  constructor(gguf: Gguf, { inFloats }: { inFloats: boolean }) {
    this.#gguf = gguf;
    this.#level = inFloats ? LEVEL.floats : LEVEL.int8;
  }

  has(name: string): boolean {
    return this.#gguf.tensors.has(name);
  }

  /** @returns the name of the first output */
  op(operator: string, inputs: readonly string[], more: Partial<NodePlan> = {}): string {
    const outputs = more.outputs ?? [`${operator}_${this.#count++}_out`];
    this.nodes.push({ operator, inputs, ...more, outputs });
    return outputs[0] ?? '';
  }

  weight(plan: Omit<WeightPlan, 'bytes'>, making: Making): string {
    const size = SIZES[plan.type] ?? 1;
    const count = plan.dimensions.reduce((product, length) => product * length, 1);
    this.weights.push({ ...plan, bytes: count * size });
    this.making.push(making);
    return plan.name;
  }

  integers(name: string, values: readonly number[], isScalar = false): string {
    const dimensions = isScalar ? [] : [values.length];
    return this.weight({ name, type: ELEMENT.int64, dimensions }, { kind: 'integers', values });
  }

  number(name: string, value: number): string {
    const making: Making = { kind: 'number', value };
    return this.weight({ name, type: ELEMENT.float, dimensions: [] }, making);
  }

  /** `x` times a number that is stored under `name`; `x` itself for 1. */
  scaled(x: string, name: string, value: number): string {
    return value === 1 ? x : this.op('Mul', [x, this.number(name, value)]);
  }

  /** @throws GgufError where it is missing, or of another size. */
  tensor(name: string, columns: number, rows = 1): GgufTensor {
    const tensor = this.#gguf.tensors.get(name);
    const [first = 0, second = 1, ...more] = tensor?.dimensions ?? [];
    const isRight = first === columns && second === rows && more.every((size) => size === 1);
    this.#used.add(name);
    if (tensor && isRight) return tensor;
    const shown = name.slice(0, 80);
    throw new GgufError(
      tensor
        ? `This GGUF file is damaged: the weight ${shown} has another size than the model needs.`
        : `This GGUF file is damaged: the weight ${shown} is missing.`,
    );
  }

  #rows(name: string, columns: number, rows: number, { of, from, all }: Rows): GgufTensor {
    const whole = this.tensor(of + WEIGHT, columns, all);
    const rowBytes = whole.bytes / all;
    const at = whole.at + from * rowBytes;
    return { ...whole, name, dimensions: [columns, rows], at, bytes: rows * rowBytes };
  }

  floats(name: string, dimensions: readonly number[], headSize: number | null = null): string {
    const [rows = 1] = dimensions;
    const tensor = this.tensor(name, dimensions.at(-1) ?? 0, dimensions.length > 1 ? rows : 1);
    return this.weight(
      { name, type: ELEMENT.float, dimensions },
      { kind: 'floats', tensor, headSize },
    );
  }

  norm(x: string, name: string, size: number, epsilon: number): string {
    return this.op('SimplifiedLayerNormalization', [x, this.floats(name + WEIGHT, [size])], {
      integers: { axis: -1, stash_type: 1 },
      floats: { epsilon },
    });
  }

  /** A weight as MatMulNBits has it; the same for each use of a name. @throws GgufError for rows that are not whole blocks. */
  blocks(name: string, tensor: GgufTensor, headSize: number | null = null): Blocks {
    const known = this.#blocks.get(name);
    if (known) return known;
    const [columns = 0, rows = 1] = tensor.dimensions;
    const bits = bitsFor(tensor.type);
    const blocks = columns / BLOCK;
    if (!Number.isInteger(blocks)) {
      throw new GgufError(`The weight ${name} has ${columns} columns, which 32 does not divide.`);
    }
    const codes = this.weight(
      {
        name: `${name}_codes`,
        type: ELEMENT.uint8,
        dimensions: [rows, blocks, (BLOCK * bits) / 8],
      },
      { kind: 'codes', tensor, headSize },
    );
    const scales = this.weight(
      { name: `${name}_scales`, type: ELEMENT.float, dimensions: [rows, blocks] },
      { kind: 'scales', tensor, headSize },
    );
    const made = { bits, codes, scales };
    this.#blocks.set(name, made);
    return made;
  }

  /** `x` times a weight. `headSize`: where the rows of each head are in pairs of neighbours, and become two halves. */
  product(
    x: string,
    name: string,
    [columns, rows]: readonly [number, number],
    { headSize = null, part = null }: { headSize?: number | null; part?: Rows | null } = {},
  ): string {
    const tensor = part
      ? this.#rows(name, columns, rows, part)
      : this.tensor(name + WEIGHT, columns, rows);
    const { bits, codes, scales } = this.blocks(name, tensor, headSize);
    if (bits === 8) this.isFourBits = false;
    const y = this.op('MatMulNBits', [x, codes, scales], {
      domain: MICROSOFT,
      integers: { K: columns, N: rows, bits, block_size: BLOCK, accuracy_level: this.#level },
    });
    const bias = `${name}.bias`;
    return this.has(bias) ? this.op('Add', [y, this.floats(bias, [rows], headSize)]) : y;
  }

  /** @throws GgufError for a weight that nothing used: a layer would compute something else than the model does. */
  requireAllUsed(ignored: readonly string[]): void {
    const unknown = [...this.#gguf.tensors.keys()].find(
      (name) => !this.#used.has(name) && !ignored.includes(name),
    );
    if (unknown === undefined) return;
    throw new GgufError(
      `This model has a weight that is not known here (${unknown.slice(0, 80)}), so it cannot be converted yet.`,
    );
  }
}
