import { Tensor } from '@huggingface/transformers';

/** A tensor as onnxruntime gives it. */
export interface OrtTensor {
  dims: readonly number[];
  data: Float32Array | BigInt64Array;
  /** Where the numbers lie; only those on the `cpu` can be read at once. */
  location?: string;
  dispose(): void;
}

/** A loaded ONNX graph. */
export interface OrtSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  /** `wanted`: outputs to give; each one given is copied. All when absent. */
  run(
    feeds: Record<string, unknown>,
    wanted?: readonly string[],
  ): Promise<Record<string, OrtTensor>>;
}

/** The graphs of a model by the library's names: `model`, `decoder_model_merged`. */
export function sessionOf(model: unknown, name: string): OrtSession {
  const found = (model as { sessions: Record<string, OrtSession | undefined> }).sessions[name];
  if (!found) throw new Error(`The model has no session ${name}.`);
  return found;
}

export function int64(values: readonly number[], dims: number[]): unknown {
  return ort(new Tensor('int64', BigInt64Array.from(values, BigInt), dims));
}

export function bool(value: boolean): unknown {
  return ort(new Tensor('bool', [value], [1]));
}

export function float32(values: Float32Array, dims: number[]): unknown {
  return ort(new Tensor('float32', values, dims));
}

function ort(tensor: Tensor): unknown {
  return (tensor as unknown as { ort_tensor: unknown }).ort_tensor;
}
