import { GraphEdit } from './graph-edit.ts';
import { type Int8Weight, layOut, readBlocks } from './int8-weights.ts';
import type { MessageParts } from './message-parts.ts';
import { FLOAT, type GraphNode, INT8, INT64, MICROSOFT, nodeOf, UINT8 } from './onnx-messages.ts';

/** From this version on, ReduceMax has its axes as an input. */
const AXES_AS_INPUT = 18;
/** Before this version operators broadcast in other ways. */
const OLDEST = 11;

/** The accuracy level of a product whose inputs have to be floats. */
const IN_FLOATS = 1;
const TINY = 1e-20;
const ZERO = 128;

export interface Int8Graph {
  bytes: Uint8Array<ArrayBuffer>;
  /** Weights that are made while the session reads them. */
  weights: readonly Int8Weight[];
}

/**
 * Gives the products of a language model or of an encoder of speech one scale for each token, and one for each column of
 * a weight, where the graph has one scale for all tokens of a step (DynamicQuantizeLinear), weights in blocks
 * (MatMulNBits), or, in encoders, weights that are only stored in 8 bits: those have no fast kernel on wasm. `location`: the
 * name of the file that new weights are said to be in. The graph itself where it is of another kind.
 *
 *     before   x ─ DynamicQuantizeLinear ─ MatMulInteger ─ Cast ─ Mul(scale of the step · scale of the weight) ─ y
 *              x ─ MatMulNBits ─ y
 *              x ─ MatMul(weight ─ Cast ─ Mul(scale of each column)) ─ y
 *     after    x ─ Abs ─ ReduceMax ─ Max ─ Mul ─ scale of each token
 *              x ─ Div(scale of each token) ─ QuantizeLinear ─ MatMulIntegerToFloat ─ Mul(scale of each token) ─ y
 *
 * @throws EngineError `load-failed` for weights whose lengths are wrong.
 */
export function withInt8Products(bytes: Uint8Array<ArrayBuffer>, location: string): Int8Graph {
  try {
    const edit = new GraphEdit(bytes);
    const isDecoder = edit.inputs.some((name) => /^past_key_values\.\d+\.key$/.test(name));
    // The encoder of a recogniser of speech: one window at a time, as decoders have one text.
    const isEncoder = edit.inputs.includes('input_features');
    if (!(isDecoder || isEncoder) || edit.opset < OLDEST) return { bytes, weights: [] };
    const products = new Int8Products(edit, location);
    for (const node of edit.nodes) products.visit(node, isEncoder);
    if (!edit.isChanged) return { bytes, weights: [] };
    products.addConstants();
    return { bytes: edit.toBytes(), weights: products.weights };
  } catch (error) {
    if (error instanceof RangeError) return { bytes, weights: [] };
    throw error;
  }
}

/** What a node of a dynamic int8 product, its cast and its scaling are replaced by. */
interface Dynamic {
  product: GraphNode;
  cast: GraphNode;
  scaling: GraphNode;
  scales: GraphNode;
  weightScale: string;
}

class Int8Products {
  readonly weights: Int8Weight[] = [];
  readonly #edit: GraphEdit;
  readonly #location: string;
  readonly #quantised = new Set<string>();
  #at = 0;

  constructor(edit: GraphEdit, location: string) {
    this.#edit = edit;
    this.#location = location;
  }

  visit(node: GraphNode, isEncoder: boolean): void {
    if (node.operator === 'DynamicQuantizeLinear') this.#visitDynamic(node);
    if (node.operator === 'MatMulNBits') this.#visitBlocks(node);
    if (isEncoder && node.operator === 'Cast') this.#visitStored(node);
  }

  /** A weight that is stored in 8 bits with a scale for each column, and multiplied in 32. */
  #visitStored(cast: GraphNode): void {
    const [codes = ''] = cast.inputs;
    const { type, dims = [] } = this.#edit.weight(codes) ?? {};
    const scaling = onlyUser(this.#edit, cast, 'Mul');
    const scale = scaling?.inputs.find((name) => name !== cast.outputs[0]);
    const scales = this.#edit.weight(scale);
    if (type !== INT8 || dims.length !== 2 || !scaling || !scales?.numbers) return;
    const [, columns = 0] = dims;
    const products = this.#edit.usersOf(scaling.outputs[0] ?? '');
    const isWeight = ({ operator, inputs }: GraphNode) =>
      operator === 'MatMul' && inputs[0] !== inputs[1] && inputs[1] === scaling.outputs[0];
    const isOfColumns = scales.type === FLOAT && scales.dims.join() === `1,${columns}`;
    if (products.length === 0 || !products.every(isWeight) || !isOfColumns) return;
    const flat = `${codes}_alcove_scale`;
    this.#edit.addWeight(flat, FLOAT, [columns], scales.numbers);
    for (const gone of [cast, scaling]) this.#edit.replace(gone, []);
    for (const product of products) {
      const [x = ''] = product.inputs;
      const to = product.outputs[0] ?? '';
      this.#edit.replace(product, [...this.#quantise(x), ...this.#product(x, codes, flat, to)]);
    }
  }

  #visitDynamic(node: GraphNode): void {
    const [x = ''] = node.inputs;
    const products = this.#edit.usersOf(node.outputs[0] ?? '').map((user) => {
      return findDynamic(this.#edit, node, user);
    });
    if (products.length === 0) return;
    const whole = products.filter((product) => product !== null);
    if (whole.length < products.length) return;
    this.#edit.replace(node, this.#quantise(x));
    for (const { product, cast, scaling, scales, weightScale } of whole) {
      const [, weight = '', , zero] = product.inputs;
      for (const gone of [cast, scaling, scales]) this.#edit.replace(gone, []);
      // Other products may have the same scale: replaced by nothing all the same.
      const to = scaling.outputs[0] ?? '';
      this.#edit.replace(product, this.#product(x, weight, weightScale, to, zero));
    }
  }

  #visitBlocks(node: GraphNode): void {
    const [x = '', codes = '', , , order, bias] = node.inputs;
    const blocks = order ? null : readBlocks(this.#edit, node);
    if (!blocks) return;
    const { rows, columns } = blocks;
    const weight = layOut(blocks, this.#at);
    this.#at = weight.end;
    this.weights.push(weight);
    const [inInt8, scale] = [`${codes}_alcove_int8`, `${codes}_alcove_scale`];
    const location = this.#location;
    const place = { location, offset: weight.codesAt, length: rows * columns };
    this.#edit.addWeight(inInt8, INT8, [rows, columns], place);
    const scalePlace = { location, offset: weight.scalesAt, length: 4 * columns };
    this.#edit.addWeight(scale, FLOAT, [columns], scalePlace);
    for (const name of node.inputs.slice(1, 4)) {
      if (this.#edit.usersOf(name).length === 1) this.#edit.dropWeight(name);
    }
    const [to = ''] = node.outputs;
    const plain = bias ? `${to}_alcove_plain` : to;
    const isFine = this.#edit.integersOf(node)['accuracy_level'] === IN_FLOATS;
    const product = isFine
      ? this.#fineProduct(x, inInt8, scale, plain)
      : [...this.#quantise(x), ...this.#product(x, inInt8, scale, plain)];
    const sum = bias ? [nodeOf('Add', [plain, bias], to)] : [];
    this.#edit.replace(node, [...product, ...sum]);
  }

  /** The product of 8 bits, and that of what they leave, in 8 bits too: outliers cost the other numbers of a token nothing. */
  #fineProduct(x: string, weight: string, scale: string, to: string): MessageParts[] {
    const rest = `${x}_alcove_rest`;
    const isNew = !this.#quantised.has(rest);
    const [codes, back, near] = [`${x}_alcove_codes`, `${x}_alcove_back`, `${x}_alcove_near`];
    return [
      ...this.#quantise(x),
      ...(isNew
        ? [
            nodeOf('DequantizeLinear', [codes, 'alcove_unit', 'alcove_zero'], back),
            nodeOf('Mul', [back, `${x}_alcove_scale`], near),
            nodeOf('Sub', [x, near], rest),
          ]
        : []),
      ...this.#quantise(rest),
      ...this.#product(x, weight, scale, `${to}_alcove_most`),
      ...this.#product(rest, weight, scale, `${to}_alcove_rest`),
      nodeOf('Add', [`${to}_alcove_most`, `${to}_alcove_rest`], to),
    ];
  }

  /** Each token's numbers as 8 bits, with a scale: the largest of them becomes 127. */
  #quantise(x: string): MessageParts[] {
    if (this.#quantised.has(x)) return [];
    this.#quantised.add(x);
    const name = (what: string) => `${x}_alcove_${what}`;
    const isInput = this.#edit.opset >= AXES_AS_INPUT;
    const axes = isInput ? { keepdims: 1 } : { axes: [-1], keepdims: 1 };
    const reduced = [name('abs'), ...(isInput ? ['alcove_last_axis'] : [])];
    return [
      nodeOf('Abs', [x], name('abs')),
      nodeOf('ReduceMax', reduced, name('largest'), axes),
      // Rows that only fill a batch up are zero.
      nodeOf('Max', [name('largest'), 'alcove_tiny'], name('above_zero')),
      nodeOf('Mul', [name('above_zero'), 'alcove_step'], name('scale')),
      nodeOf('Div', [x, name('scale')], name('divided')),
      nodeOf('QuantizeLinear', [name('divided'), 'alcove_unit', 'alcove_zero'], name('codes')),
    ];
  }

  #product(x: string, weight: string, scale: string, to: string, zero = ''): MessageParts[] {
    const sums = `${to}_alcove_sums`;
    const inputs = [`${x}_alcove_codes`, weight, 'alcove_unit', scale, 'alcove_zero'];
    if (zero) inputs.push(zero);
    return [
      nodeOf('MatMulIntegerToFloat', inputs, sums, {}, MICROSOFT),
      nodeOf('Mul', [sums, `${x}_alcove_scale`], to),
    ];
  }

  addConstants(): void {
    const number = (value: number) => new Uint8Array(Float32Array.of(value).buffer);
    this.#edit.addWeight('alcove_tiny', FLOAT, [], number(TINY));
    this.#edit.addWeight('alcove_step', FLOAT, [], number(1 / 127));
    this.#edit.addWeight('alcove_unit', FLOAT, [], number(1));
    this.#edit.addWeight('alcove_zero', UINT8, [], Uint8Array.of(ZERO));
    if (this.#edit.opset < AXES_AS_INPUT) return;
    const last = new Uint8Array(BigInt64Array.of(-1n).buffer);
    this.#edit.addWeight('alcove_last_axis', INT64, [1], last);
  }
}

/** The nodes between a quantised input and a product in floats, where they are as onnxruntime's quantiser writes them. */
function findDynamic(edit: GraphEdit, from: GraphNode, product: GraphNode): Dynamic | null {
  const [codes, scale = '', zero] = from.outputs;
  const [a, b, aZero] = product.inputs;
  if (product.operator !== 'MatMulInteger' || a !== codes || aZero !== zero) return null;
  if (edit.weight(b)?.dims.length !== 2) return null;
  const cast = onlyUser(edit, product, 'Cast');
  const scaling = cast && onlyUser(edit, cast, 'Mul');
  if (!scaling) return null;
  const scales = edit.usersOf(scale).find(({ operator, outputs: [to = ''] }) => {
    return operator === 'Mul' && scaling.inputs.includes(to);
  });
  const weightScale = scales?.inputs.find((name) => name !== scale);
  const isFlat = (edit.weight(weightScale)?.dims.length ?? 2) <= 1;
  if (!scales || weightScale === undefined || !isFlat) return null;
  return { product, cast, scaling, scales, weightScale };
}

function onlyUser(edit: GraphEdit, { outputs }: GraphNode, operator: string): GraphNode | null {
  const users = edit.usersOf(outputs[0] ?? '');
  const [user] = users;
  return users.length === 1 && user?.operator === operator ? user : null;
}
