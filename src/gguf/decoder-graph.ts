import { ARCHITECTURES, type DecoderShape } from './decoder-shape.ts';
import { GgufError } from './gguf-error.ts';
import {
  ELEMENT,
  type GraphPlan,
  type NodePlan,
  type ValuePlan,
  type WeightPlan,
} from './onnx-message.ts';
import { BLOCK, bitsFor } from './quantize.ts';
import type { Gguf, GgufTensor } from './read-gguf.ts';

const WEIGHT = '.weight';
const MICROSOFT = 'com.microsoft';
/** Bytes of an element. */
const SIZES: Record<number, number> = { [ELEMENT.float]: 4, [ELEMENT.int64]: 8 };

/** How the numbers of a weight of the graph are made. */
export type Making =
  | { kind: 'codes' | 'scales'; tensor: GgufTensor; headSize: number | null }
  | { kind: 'rows' | 'row-scales'; tensor: GgufTensor }
  | { kind: 'floats'; tensor: GgufTensor; headSize: number | null }
  | { kind: 'cosines' | 'sines' }
  | { kind: 'integers'; values: readonly number[] };

export interface DecoderGraph extends GraphPlan {
  /** For each weight of the plan. */
  making: readonly Making[];
  /** Whether all products are in 4 bits. */
  isFourBits: boolean;
}

/**
 * The graph of a model: GroupQueryAttention with its cache, products in blocks (MatMulNBits), and a table of tokens with
 * a scale for each row. Weights are of the file, in its own order of tokens and heads.
 * @throws GgufError where a weight is missing or has another size.
 */
export function planDecoder(gguf: Gguf, shape: DecoderShape): DecoderGraph {
  return new DecoderPlan(gguf, shape).build();
}

class DecoderPlan {
  readonly #gguf: Gguf;
  readonly #shape: DecoderShape;
  readonly #nodes: NodePlan[] = [];
  readonly #weights: WeightPlan[] = [];
  readonly #making: Making[] = [];
  #isFourBits = true;
  #count = 0;

  constructor(gguf: Gguf, shape: DecoderShape) {
    this.#gguf = gguf;
    this.#shape = shape;
  }

  build(): DecoderGraph {
    const { layers, keyHeads, headSize, vocabulary, width } = this.#shape;
    const inputs: ValuePlan[] = [
      { name: 'input_ids', type: ELEMENT.int64, dimensions: ['batch', 'tokens'] },
      { name: 'attention_mask', type: ELEMENT.int64, dimensions: ['batch', 'all'] },
    ];
    const logits = ['batch', 'tokens', vocabulary];
    const outputs: ValuePlan[] = [{ name: 'logits', type: ELEMENT.float, dimensions: logits }];
    for (let layer = 0; layer < layers; layer++) {
      for (const kind of ['key', 'value']) {
        const cache = (name: string, length: string): ValuePlan => ({
          name: `${name}.${layer}.${kind}`,
          type: ELEMENT.float,
          dimensions: ['batch', keyHeads, length, headSize],
        });
        inputs.push(cache('past_key_values', 'past'));
        outputs.push(cache('present', 'all'));
      }
    }
    this.#addPositions();
    let x = this.#embed();
    for (let layer = 0; layer < layers; layer++) x = this.#layer(x, layer);
    const last = this.#norm(x, 'output_norm', width);
    const head = this.#gguf.tensors.has('output.weight') ? 'output' : 'token_embd';
    const y = this.#product(last, head, width, vocabulary, null);
    this.#nodes.push({ operator: 'Identity', inputs: [y], outputs: ['logits'] });
    return {
      nodes: this.#nodes,
      weights: this.#weights,
      making: this.#making,
      inputs,
      outputs,
      opset: 17,
      isFourBits: this.#isFourBits,
    };
  }

  #op(operator: string, inputs: readonly string[], more: Partial<NodePlan> = {}): string {
    const outputs = more.outputs ?? [`${operator}_${this.#count++}_out`];
    this.#nodes.push({ operator, inputs, ...more, outputs });
    return outputs[0] ?? '';
  }

  #weight(plan: Omit<WeightPlan, 'bytes'>, making: Making): string {
    const size = SIZES[plan.type] ?? 1;
    const count = plan.dimensions.reduce((product, length) => product * length, 1);
    this.#weights.push({ ...plan, bytes: count * size });
    this.#making.push(making);
    return plan.name;
  }

  #integers(name: string, values: readonly number[], isScalar = false): string {
    const dimensions = isScalar ? [] : [values.length];
    return this.#weight({ name, type: ELEMENT.int64, dimensions }, { kind: 'integers', values });
  }

  /** @throws GgufError where it is missing, or of another size. */
  #tensor(name: string, columns: number, rows = 1): GgufTensor {
    const tensor = this.#gguf.tensors.get(name);
    const [first = 0, second = 1, ...more] = tensor?.dimensions ?? [];
    const isRight = first === columns && second === rows && more.every((size) => size === 1);
    if (tensor && isRight) return tensor;
    const shown = name.slice(0, 80);
    throw new GgufError(
      tensor
        ? `This GGUF file is damaged: the weight ${shown} has another size than the model needs.`
        : `This GGUF file is damaged: the weight ${shown} is missing.`,
    );
  }

  /** Lengths of sequences, and the tables that keys and queries are turned by. */
  #addPositions(): void {
    const { context, headSize } = this.#shape;
    const one = this.#integers('one', [1]);
    const second = this.#integers('second', [1], true);
    const sums = this.#op('ReduceSum', ['attention_mask', one], { integers: { keepdims: 0 } });
    const lengths = this.#op('Sub', [sums, one]);
    const to = { integers: { to: ELEMENT.int32 } };
    this.#op('Cast', [lengths], { ...to, outputs: ['lengths'] });
    const shape = this.#op('Shape', ['attention_mask']);
    this.#op('Cast', [this.#op('Gather', [shape, second])], { ...to, outputs: ['total'] });
    const table = { type: ELEMENT.float, dimensions: [context, headSize / 2] };
    this.#weight({ name: 'cosines', ...table }, { kind: 'cosines' });
    this.#weight({ name: 'sines', ...table }, { kind: 'sines' });
  }

  #embed(): string {
    const { vocabulary, width } = this.#shape;
    const tensor = this.#tensor('token_embd.weight', width, vocabulary);
    const rows = this.#weight(
      { name: 'tokens', type: ELEMENT.int8, dimensions: [vocabulary, width] },
      { kind: 'rows', tensor },
    );
    const scales = this.#weight(
      { name: 'tokens_scales', type: ELEMENT.float, dimensions: [vocabulary, 1] },
      { kind: 'row-scales', tensor },
    );
    const found = this.#op('Gather', [rows, 'input_ids']);
    const floats = this.#op('Cast', [found], { integers: { to: ELEMENT.float } });
    return this.#op('Mul', [floats, this.#op('Gather', [scales, 'input_ids'])]);
  }

  #norm(x: string, name: string, size: number): string {
    const tensor = this.#tensor(name + WEIGHT, size);
    const weight = this.#weight(
      { name: name + WEIGHT, type: ELEMENT.float, dimensions: [size] },
      { kind: 'floats', tensor, headSize: null },
    );
    return this.#op('SimplifiedLayerNormalization', [x, weight], {
      integers: { axis: -1, stash_type: 1 },
      floats: { epsilon: this.#shape.epsilon },
    });
  }

  /** `headSize`: where the rows of each head are in pairs of neighbours, and become two halves. */
  #product(
    x: string,
    name: string,
    columns: number,
    rows: number,
    headSize: number | null,
  ): string {
    const tensor = this.#tensor(name + WEIGHT, columns, rows);
    const bits = bitsFor(tensor.type);
    if (bits === 8) this.#isFourBits = false;
    const blocks = columns / BLOCK;
    if (!Number.isInteger(blocks)) {
      throw new GgufError(`The weight ${name} has ${columns} columns, which 32 does not divide.`);
    }
    const codes = this.#weight(
      {
        name: `${name}_codes`,
        type: ELEMENT.uint8,
        dimensions: [rows, blocks, (BLOCK * bits) / 8],
      },
      { kind: 'codes', tensor, headSize },
    );
    const scales = this.#weight(
      { name: `${name}_scales`, type: ELEMENT.float, dimensions: [rows * blocks] },
      { kind: 'scales', tensor, headSize },
    );
    return this.#op('MatMulNBits', [x, codes, scales], {
      domain: MICROSOFT,
      integers: { K: columns, N: rows, bits, block_size: BLOCK, accuracy_level: 4 },
    });
  }

  #linear(x: string, name: string, columns: number, rows: number, headSize: number | null): string {
    const y = this.#product(x, name, columns, rows, headSize);
    if (!this.#gguf.tensors.has(`${name}.bias`)) return y;
    const tensor = this.#tensor(`${name}.bias`, rows);
    const bias = this.#weight(
      { name: `${name}.bias`, type: ELEMENT.float, dimensions: [rows] },
      { kind: 'floats', tensor, headSize },
    );
    return this.#op('Add', [y, bias]);
  }

  /** Where an architecture normalises each head of queries and keys. */
  #headNorm(x: string, name: string, heads: number): string {
    if (!this.#gguf.tensors.has(name + WEIGHT)) return x;
    const { headSize } = this.#shape;
    const split = this.#integers(`${name}_split`, [0, 0, heads, headSize]);
    const joined = this.#integers(`${name}_joined`, [0, 0, heads * headSize]);
    const y = this.#norm(this.#op('Reshape', [x, split]), name, headSize);
    return this.#op('Reshape', [y, joined]);
  }

  #layer(x: string, layer: number): string {
    const { width, heads, keyHeads, headSize, inner, architecture } = this.#shape;
    const b = `blk.${layer}.`;
    const pairs = ARCHITECTURES[architecture].pairsNeighbours ? headSize : null;
    const y = this.#norm(x, `${b}attn_norm`, width);
    const q = this.#linear(y, `${b}attn_q`, width, heads * headSize, pairs);
    const k = this.#linear(y, `${b}attn_k`, width, keyHeads * headSize, pairs);
    const v = this.#linear(y, `${b}attn_v`, width, keyHeads * headSize, null);
    const inputs = [
      this.#headNorm(q, `${b}attn_q_norm`, heads),
      this.#headNorm(k, `${b}attn_k_norm`, keyHeads),
      v,
      ...['key', 'value'].map((kind) => `past_key_values.${layer}.${kind}`),
      ...['lengths', 'total', 'cosines', 'sines'],
    ];
    const attended = this.#op('GroupQueryAttention', inputs, {
      domain: MICROSOFT,
      outputs: [`attended_${layer}`, `present.${layer}.key`, `present.${layer}.value`],
      integers: { num_heads: heads, kv_num_heads: keyHeads, do_rotary: 1, rotary_interleaved: 0 },
      floats: { scale: headSize ** -0.5 },
    });
    const added = this.#linear(attended, `${b}attn_output`, heads * headSize, width, null);
    const middle = this.#op('Add', [x, added]);
    const z = this.#norm(middle, `${b}ffn_norm`, width);
    const gate = this.#linear(z, `${b}ffn_gate`, width, inner, null);
    const up = this.#linear(z, `${b}ffn_up`, width, inner, null);
    const swish = this.#op('Mul', [gate, this.#op('Sigmoid', [gate])]);
    const down = this.#linear(this.#op('Mul', [swish, up]), `${b}ffn_down`, inner, width, null);
    return this.#op('Add', [middle, down]);
  }
}
