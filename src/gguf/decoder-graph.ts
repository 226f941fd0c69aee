import { type DecoderShape, isWindowed, type Positions, traitsOf } from './decoder-shape.ts';
import { GraphParts, type Making, MICROSOFT, type Rows, WEIGHT } from './graph-parts.ts';
import { ELEMENT, type GraphPlan, type ValuePlan } from './onnx-message.ts';
import { BLOCK, bitsFor, tableBlock, ZERO } from './quantize.ts';
import type { Gguf, GgufTensor } from './read-gguf.ts';

/** 2·√(2/π): the argument of GELU's sigmoid begins with it. */
const GELU = 2 * Math.sqrt(2 / Math.PI);
/** The table of tokens, and the weight that makes the logits where it is another. */
const [TABLE, HEAD] = ['token_embd', 'output'];
const TO_FLOAT = { integers: { to: ELEMENT.float } };
/** Tensors for positions of another length than the one that the graph has. */
const UNUSED = ['rope_factors_long.weight', 'rope_factors_short.weight'];

export interface DecoderGraph extends GraphPlan {
  /** For each weight of the plan. */
  making: readonly Making[];
  /** Whether all products are in 4 bits. */
  isFourBits: boolean;
}

/**
 * The graph of a model: GroupQueryAttention with its cache, products in blocks (MatMulNBits), and a table of tokens in
 * blocks too, which is the weight of the logits where the file has none. Weights are of the file, in its own order of tokens and heads.
 * @throws GgufError where a weight is missing, has another size, or is not known.
 */
export function planDecoder(gguf: Gguf, shape: DecoderShape): DecoderGraph {
  return new DecoderPlan(gguf, shape).build();
}

class DecoderPlan {
  readonly #shape: DecoderShape;
  readonly #parts: GraphParts;

  constructor(gguf: Gguf, shape: DecoderShape) {
    this.#shape = shape;
    // Gemma has outliers: a scale of 8 bits leaves little of the other numbers of a token.
    this.#parts = new GraphParts(gguf, { inFloats: traitsOf(shape).isGemma === true });
  }

  build(): DecoderGraph {
    const { layers, vocabulary, width, scales, caps } = this.#shape;
    const parts = this.#parts;
    this.#addConstants();
    let x = parts.scaled(this.#embed(), 'token_scale', scales.tokens);
    for (let layer = 0; layer < layers; layer++) x = this.#layer(x, layer);
    const norm = this.#shape.convolution ? 'token_embd_norm' : 'output_norm';
    const head = parts.has(HEAD + WEIGHT) ? HEAD : TABLE;
    let y = parts.product(this.#norm(x, norm), head, [width, vocabulary]);
    y = parts.scaled(y, 'logit_scale', scales.logits);
    if (caps.logits !== null) {
      const cap = parts.number('logit_cap', caps.logits);
      y = parts.op('Mul', [parts.op('Tanh', [parts.op('Div', [y, cap])]), cap]);
    }
    parts.op('Identity', [y], { outputs: ['logits'] });
    parts.requireAllUsed(UNUSED);
    const { nodes, weights, making, isFourBits } = parts;
    return { nodes, weights, making, isFourBits, opset: 17, ...this.#ends() };
  }

  /** Inputs and outputs of the graph. */
  #ends(): Pick<GraphPlan, 'inputs' | 'outputs'> {
    const { layers, keyHeads, headSize, vocabulary, width, convolution } = this.#shape;
    const float = { type: ELEMENT.float };
    const inputs: ValuePlan[] = [
      { name: 'input_ids', type: ELEMENT.int64, dimensions: ['batch', 'tokens'] },
      { name: 'attention_mask', type: ELEMENT.int64, dimensions: ['batch', 'all'] },
    ];
    const logits = ['batch', 'tokens', vocabulary];
    const outputs: ValuePlan[] = [{ name: 'logits', ...float, dimensions: logits }];
    for (let layer = 0; layer < layers; layer++) {
      if (convolution?.layers[layer]) {
        const dimensions = ['batch', width, convolution.tokens];
        inputs.push({ name: `past_conv.${layer}`, ...float, dimensions });
        outputs.push({ name: `present_conv.${layer}`, ...float, dimensions });
        continue;
      }
      for (const kind of ['key', 'value']) {
        const dimensions = (length: string) => ['batch', keyHeads, length, headSize];
        const name = `${layer}.${kind}`;
        inputs.push({ name: `past_key_values.${name}`, ...float, dimensions: dimensions('past') });
        outputs.push({ name: `present.${name}`, ...float, dimensions: dimensions('all') });
      }
    }
    return { inputs, outputs };
  }

  /** Lengths of sequences, the tables that keys and queries are turned by, and the numbers of gates. */
  #addConstants(): void {
    const { positions, window, convolution } = this.#shape;
    const parts = this.#parts;
    const one = parts.integers('one', [1]);
    const second = parts.integers('second', [1], true);
    const sums = parts.op('ReduceSum', ['attention_mask', one], { integers: { keepdims: 0 } });
    const lengths = parts.op('Sub', [sums, one]);
    const to = { integers: { to: ELEMENT.int32 } };
    parts.op('Cast', [lengths], { ...to, outputs: ['lengths'] });
    const shape = parts.op('Shape', ['attention_mask']);
    parts.op('Cast', [parts.op('Gather', [shape, second])], { ...to, outputs: ['total'] });
    this.#addAngles('', positions);
    if (window) this.#addAngles('_near', window.positions);
    if (traitsOf(this.#shape).isGemma) {
      parts.number('gelu_linear', GELU);
      parts.number('gelu_cubic', GELU * 0.044715);
    }
    if (convolution) {
      parts.integers('last_axis', [2]);
      parts.integers('before_state', [-convolution.tokens]);
      parts.integers('end', [Number.MAX_SAFE_INTEGER]);
    }
  }

  #addAngles(ending: string, { divisors, ...positions }: Positions): void {
    const { context, turned } = this.#shape;
    const table = { type: ELEMENT.float, dimensions: [context, turned / 2] };
    const tensor = divisors === null ? null : this.#parts.tensor(divisors, turned / 2);
    const angles = { ...positions, rows: context, turned, divisors: tensor };
    this.#parts.weight({ name: `cosines${ending}`, ...table }, { kind: 'cosines', angles });
    this.#parts.weight({ name: `sines${ending}`, ...table }, { kind: 'sines', angles });
  }

  #embed(): string {
    const { vocabulary, width } = this.#shape;
    const parts = this.#parts;
    const tensor = parts.tensor(TABLE + WEIGHT, width, vocabulary);
    const isHead = !parts.has(HEAD + WEIGHT) && bitsFor(tensor.type) === 8 && width % BLOCK === 0;
    const found = isHead ? this.#embedAsHead(tensor) : this.#embedAlone(tensor);
    return parts.op('Reshape', [found, parts.integers('token_row', [0, 0, width])]);
  }

  /** Rows of the weight that also makes the logits: it is in the file, and read, once. */
  #embedAsHead(tensor: GgufTensor): string {
    const parts = this.#parts;
    const { codes, scales } = parts.blocks(TABLE, tensor);
    const floats = parts.op('Cast', [parts.op('Gather', [codes, 'input_ids'])], TO_FLOAT);
    const centred = parts.op('Sub', [floats, parts.number('token_zero', ZERO)]);
    const each = parts.integers('token_scales', [0, 0, -1, 1]);
    const gathered = parts.op('Reshape', [parts.op('Gather', [scales, 'input_ids']), each]);
    return parts.op('Mul', [centred, gathered]);
  }

  #embedAlone(tensor: GgufTensor): string {
    const { vocabulary, width } = this.#shape;
    const parts = this.#parts;
    const size = tableBlock(width);
    const blocks = [vocabulary, width / size];
    const rows = parts.weight(
      { name: 'tokens', type: ELEMENT.int8, dimensions: [...blocks, size] },
      { kind: 'rows', tensor },
    );
    const scales = parts.weight(
      { name: 'tokens_scales', type: ELEMENT.float, dimensions: [...blocks, 1] },
      { kind: 'row-scales', tensor },
    );
    const floats = parts.op('Cast', [parts.op('Gather', [rows, 'input_ids'])], TO_FLOAT);
    return parts.op('Mul', [floats, parts.op('Gather', [scales, 'input_ids'])]);
  }

  #norm(x: string, name: string, size = this.#shape.width): string {
    return this.#parts.norm(x, name, size, this.#shape.epsilon);
  }

  /** Where an architecture normalises each head of queries and keys. */
  #headNorm(x: string, name: string, heads: number): string {
    const parts = this.#parts;
    if (!parts.has(name + WEIGHT)) return x;
    const { headSize } = this.#shape;
    const split = parts.integers(`${name}_split`, [0, 0, heads, headSize]);
    const joined = parts.integers(`${name}_joined`, [0, 0, heads * headSize]);
    const y = this.#norm(parts.op('Reshape', [x, split]), name, headSize);
    return parts.op('Reshape', [y, joined]);
  }

  #layer(x: string, layer: number): string {
    const b = `blk.${layer}.`;
    const y = this.#norm(x, `${b}attn_norm`);
    const attended = this.#shape.convolution?.layers[layer]
      ? this.#convolve(y, layer)
      : this.#attend(y, layer);
    const middle = this.#add(x, attended, `${b}post_attention_norm`);
    const gated = this.#gate(this.#norm(middle, `${b}ffn_norm`), b);
    return this.#add(middle, gated, `${b}post_ffw_norm`);
  }

  /** What a layer adds, normalised or scaled where the architecture does that. */
  #add(x: string, added: string, name: string): string {
    const normed = traitsOf(this.#shape).isGemma ? this.#norm(added, name) : added;
    const scaled = this.#parts.scaled(normed, `${name}_scale`, this.#shape.scales.residual);
    return this.#parts.op('Add', [x, scaled]);
  }

  #attend(y: string, layer: number): string {
    const { width, heads, keyHeads, headSize, scales, caps, window } = this.#shape;
    const parts = this.#parts;
    const b = `blk.${layer}.`;
    const pairs = traitsOf(this.#shape).pairsNeighbours ? headSize : null;
    const [queries, keys] = [heads * headSize, keyHeads * headSize];
    // Some architectures have the three weights in one.
    const fused = parts.has(`${b}attn_qkv${WEIGHT}`);
    const part = (from: number): Rows | null =>
      fused ? { of: `${b}attn_qkv`, from, all: queries + 2 * keys } : null;
    const q = parts.product(y, `${b}attn_q`, [width, queries], { headSize: pairs, part: part(0) });
    const k = parts.product(y, `${b}attn_k`, [width, keys], {
      headSize: pairs,
      part: part(queries),
    });
    const v = parts.product(y, `${b}attn_v`, [width, keys], { part: part(queries + keys) });
    const isNear = isWindowed(this.#shape, layer);
    const near = isNear ? '_near' : '';
    const inputs = [
      this.#headNorm(q, `${b}attn_q_norm`, heads),
      this.#headNorm(k, `${b}attn_k_norm`, keyHeads),
      v,
      ...['key', 'value'].map((kind) => `past_key_values.${layer}.${kind}`),
      ...['lengths', 'total', `cosines${near}`, `sines${near}`],
    ];
    const attended = parts.op('GroupQueryAttention', inputs, {
      domain: MICROSOFT,
      outputs: [`attended_${layer}`, `present.${layer}.key`, `present.${layer}.value`],
      integers: {
        num_heads: heads,
        kv_num_heads: keyHeads,
        do_rotary: 1,
        rotary_interleaved: 0,
        ...(isNear && window && { local_window_size: window.tokens }),
      },
      floats: {
        scale: scales.attention,
        ...(caps.attention !== null && { softcap: caps.attention }),
      },
    });
    return parts.product(attended, `${b}attn_output`, [queries, width]);
  }

  /** A short convolution over the last tokens, between two gates (LFM2). Its state are the last columns. */
  #convolve(y: string, layer: number): string {
    const { width, convolution } = this.#shape;
    const parts = this.#parts;
    const b = `blk.${layer}.shortconv.`;
    const [before, after, x] = ['b', 'c', 'x'].map((name, at) => {
      const part = { of: `${b}in_proj`, from: at * width, all: 3 * width };
      return parts.product(y, `${b}${name}`, [width, width], { part });
    }) as [string, string, string];
    const turn = { lists: { perm: [0, 2, 1] } };
    const columns = parts.op('Transpose', [parts.op('Mul', [before, x])], turn);
    const joined = parts.op('Concat', [`past_conv.${layer}`, columns], { integers: { axis: 2 } });
    parts.op('Slice', [joined, 'before_state', 'end', 'last_axis'], {
      outputs: [`present_conv.${layer}`],
    });
    const kernel = parts.floats(`${b}conv${WEIGHT}`, [width, 1, convolution?.tokens ?? 0]);
    const convolved = parts.op('Conv', [joined, kernel], { integers: { group: width } });
    // The first one has seen the state alone.
    const own = parts.op('Slice', [convolved, 'one', 'end', 'last_axis']);
    const gated = parts.op('Mul', [after, parts.op('Transpose', [own], turn)]);
    return parts.product(gated, `${b}out_proj`, [width, width]);
  }

  #gate(z: string, b: string): string {
    const { width, inner } = this.#shape;
    const parts = this.#parts;
    const fused = !parts.has(`${b}ffn_gate${WEIGHT}`) && this.#shape.architecture === 'phi3';
    const part = (from: number): Rows | null =>
      fused ? { of: `${b}ffn_up`, from, all: 2 * inner } : null;
    const gate = parts.product(z, `${b}ffn_gate`, [width, inner], { part: part(0) });
    const up = parts.product(z, fused ? `${b}ffn_up_half` : `${b}ffn_up`, [width, inner], {
      part: part(inner),
    });
    const opened = parts.op('Mul', [gate, parts.op('Sigmoid', [this.#opening(gate)])]);
    return parts.product(parts.op('Mul', [opened, up]), `${b}ffn_down`, [inner, width]);
  }

  /** The input of a gate's sigmoid: the gate for SiLU; for GELU in its tanh form 2·√(2/π)·(x + 0.044715·x³). */
  #opening(gate: string): string {
    if (!traitsOf(this.#shape).isGemma) return gate;
    const cubic = this.#parts.op('Mul', [this.#parts.op('Mul', [gate, gate]), 'gelu_cubic']);
    return this.#parts.op('Mul', [gate, this.#parts.op('Add', [cubic, 'gelu_linear'])]);
  }
}
