import { Tensor } from '@huggingface/transformers';
import type { RunInterrupt } from './run-interrupt.ts';

/** A tensor as onnxruntime gives it. */
export interface OrtTensor {
  /** Type of the numbers in ONNX's words, as `float32`; every tensor that is fed names it. */
  type?: string;
  dims: readonly number[];
  data: Float32Array | BigInt64Array;
  /** Where the values are stored; a `gpu-buffer` cannot be read synchronously. */
  location?: string;
  /** The values, copied from a GPU's buffer where they are in one. */
  getData?(): Promise<OrtTensor['data']>;
  dispose(): void;
}

/** A loaded ONNX graph. */
export interface OrtSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  /** Types of the inputs, in ONNX's words. */
  inputMetadata?: readonly { name: string; type?: string }[];
  /** A private field of onnxruntime-web's sessions: the graph's handle in the wasm module. */
  handler?: { sessionId?: number };
  /** `wanted`: outputs to give; each one given is copied. All when absent. */
  run(
    feeds: Record<string, unknown>,
    wanted?: readonly string[],
  ): Promise<Record<string, OrtTensor>>;
}

/** A graph whose outputs are fed to it again: they stay where it computes, until they are disposed of. */
export interface LoopSession extends OrtSession {
  /** Whether outputs can be written to tensors at hand: also to those that are read. */
  readonly writesInto: boolean;
  /** Ends interruptible runs from another thread; null where nothing can. */
  readonly interrupt: RunInterrupt | null;
  /** `into`: outputs to write to these tensors, which are returned. @throws RunInterrupted */
  run(
    feeds: Record<string, unknown>,
    wanted?: readonly string[],
    into?: Record<string, OrtTensor>,
    isInterruptible?: boolean,
  ): Promise<Record<string, OrtTensor>>;
  /** A tensor to be filled and fed. What it holds at first is not set. */
  allocate(dims: readonly number[]): OrtTensor;
  /** An empty tensor of an input's type: graphs in float16 expect caches in float16. */
  empty(input: string, dims: readonly number[]): OrtTensor;
  /** The same numbers, where feeding them many times costs nothing more: a copy, or the tensor itself. */
  hold(tensor: OrtTensor): OrtTensor;
}

/** The graphs of a model by the library's names: `model`, `decoder_model_merged`. */
export function sessionOf(model: unknown, name: string): OrtSession {
  const found = (model as { sessions: Record<string, OrtSession | undefined> }).sessions[name];
  if (!found) throw new Error(`The model has no session ${name}.`);
  return found;
}

/** How many numbers a tensor has. */
export function sizeOf(dims: readonly number[]): number {
  return dims.reduce((a, b) => a * b, 1);
}

export function int64(values: readonly number[], dims: number[]): unknown {
  return toOrt(new Tensor('int64', BigInt64Array.from(values, BigInt), dims));
}

export function bool(value: boolean): unknown {
  return toOrt(new Tensor('bool', [value], [1]));
}

export function float32(values: Float32Array, dims: readonly number[]): OrtTensor {
  return toOrt(new Tensor('float32', values, [...dims])) as OrtTensor;
}

/** A tensor of the type that a graph's input has; the numbers are zeros. */
export function zeros(type: string | undefined, dims: readonly number[]): OrtTensor {
  if (type !== 'float16') return float32(new Float32Array(sizeOf(dims)), dims);
  // Browsers without Float16Array hold the bits of each number.
  const { Float16Array: Halves = Uint16Array } = globalThis as {
    Float16Array?: typeof Uint16Array;
  };
  const tensor = new Tensor('float16', new Halves(sizeOf(dims)), [...dims]);
  return toOrt(tensor) as OrtTensor;
}

/** Bytes of one number of a tensor. */
export function bytesPerNumber({ type }: OrtTensor): number {
  return type === 'float16' ? 2 : 4;
}

/** The library's tensors wrap the ones that a graph expects. */
export function toOrt(tensor: unknown): unknown {
  return (tensor as { ort_tensor?: unknown } | undefined)?.ort_tensor ?? tensor;
}
