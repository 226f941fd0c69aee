import { lastError, type OrtModule } from './ort-module.ts';
import { type OrtTensor, sizeOf } from './session.ts';

/** Element types of ONNX that our graphs use: the code, and the typed array that reads them. */
const TYPES = {
  float32: { code: 1, array: Float32Array },
  uint8: { code: 2, array: Uint8Array },
  int32: { code: 6, array: Int32Array },
  int64: { code: 7, array: BigInt64Array },
  bool: { code: 9, array: Uint8Array },
  float16: { code: 10, array: Uint16Array },
} as const;

type Type = keyof typeof TYPES;

/** Tensors in the processor's own memory. */
const ON_CPU = 1;

interface Parts {
  handle: number;
  type: Type;
  /** Address of its values. */
  data: number;
  dims: readonly number[];
  /** Whether its memory is freed with it. */
  isOurs: boolean;
}

/** A tensor in the wasm module's memory: fed in place, read without a copy. */
export class HeapTensor implements OrtTensor {
  readonly location = 'wasm-heap';
  readonly dims: readonly number[];
  readonly #module: OrtModule;
  readonly #type: Type;
  readonly #data: number;
  readonly #isOurs: boolean;
  #handle: number;

  private constructor(module: OrtModule, { handle, type, data, dims, isOurs }: Parts) {
    this.#module = module;
    this.#handle = handle;
    this.#type = type;
    this.#data = data;
    this.dims = dims;
    this.#isOurs = isOurs;
  }

  /** Allocates an uninitialised tensor. @throws Error when memory is exhausted. */
  static allocate(module: OrtModule, type: string, dims: readonly number[]): HeapTensor {
    const { code, array } = TYPES[typeOf(type)];
    const bytes = sizeOf(dims) * array.BYTES_PER_ELEMENT;
    // An empty tensor needs an address too.
    const data = module._malloc(Math.max(1, bytes));
    if (data === 0) throw new Error(`Can't allocate ${bytes} bytes.`);
    const stack = module.stackSave();
    try {
      const at = module.stackAlloc(4 * dims.length);
      for (const [i, size] of dims.entries()) module.setValue(at + 4 * i, size, 'i32');
      const handle = module._OrtCreateTensor(code, data, bytes, at, dims.length, ON_CPU);
      if (handle === 0) throw lastError(module, "Can't create a tensor.");
      const parts = { handle, type: typeOf(type), data, dims: [...dims], isOurs: true };
      return new HeapTensor(module, parts);
    } catch (error) {
      module._free(data);
      throw error;
    } finally {
      module.stackRestore(stack);
    }
  }

  /** The same numbers in the module's memory. */
  static copy(module: OrtModule, tensor: OrtTensor): HeapTensor {
    const copy = HeapTensor.allocate(module, String(tensor.type), tensor.dims);
    const { buffer, byteOffset, byteLength } = tensor.data;
    copy.#bytes(byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return copy;
  }

  /** What a run gave: the handle is the tensor's own from here on. */
  static adopt(module: OrtModule, handle: number): HeapTensor {
    const stack = module.stackSave();
    try {
      const at = module.stackAlloc(16);
      if (module._OrtGetTensorData(handle, at, at + 4, at + 8, at + 12) !== 0) {
        throw lastError(module, "Can't access output tensor data.");
      }
      const field = (place: number) => module.getValue(at + 4 * place, '*');
      const [code, data, dimsAt] = [field(0), field(1), field(2)];
      const dims = Array.from({ length: field(3) }, (_, i) =>
        module.getValue(dimsAt + 4 * i, 'i32'),
      );
      module._OrtFree(dimsAt);
      const found = Object.entries(TYPES).find(([, type]) => type.code === code);
      if (!found) throw new Error(`The graph gives numbers of type ${code}.`);
      return new HeapTensor(module, { handle, type: found[0] as Type, data, dims, isOurs: false });
    } catch (error) {
      module._OrtReleaseTensor(handle);
      throw error;
    } finally {
      module.stackRestore(stack);
    }
  }

  get handle(): number {
    if (this.#handle === 0) throw new Error('The tensor is disposed.');
    return this.#handle;
  }

  /** The values in place: valid until the tensor is disposed of. */
  get data(): OrtTensor['data'] {
    const { array } = TYPES[this.#type];
    const bytes = this.#bytes(sizeOf(this.dims) * array.BYTES_PER_ELEMENT);
    const buffer = bytes.buffer as ArrayBuffer;
    return new array(buffer, bytes.byteOffset, sizeOf(this.dims)) as OrtTensor['data'];
  }

  dispose(): void {
    if (this.#handle === 0) return;
    this.#module._OrtReleaseTensor(this.#handle);
    this.#handle = 0;
    if (this.#isOurs) this.#module._free(this.#data);
  }

  #bytes(length: number): Uint8Array {
    if (this.#handle === 0) throw new Error('The tensor is disposed.');
    // Reading a value makes the module look whether another thread has grown its memory.
    this.#module.getValue(this.#data, 'i8');
    return new Uint8Array(this.#module.HEAPU8.buffer, this.#data, length);
  }
}

function typeOf(name: string): Type {
  if (name in TYPES) return name as Type;
  throw new Error(`Numbers of type ${name} are not known here.`);
}
