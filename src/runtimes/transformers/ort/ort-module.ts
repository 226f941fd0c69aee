/**
 * onnxruntime's wasm module, as its own JavaScript calls it (onnxruntime-web `wasm-types.ts`).
 * Functions that may fail return 0 for a handle, or a code that is not 0.
 */
export interface OrtModule {
  readonly PTR_SIZE: number;
  readonly HEAPU8: Uint8Array;
  stackSave(): number;
  stackRestore(stack: number): void;
  stackAlloc(bytes: number): number;
  getValue(at: number, type: 'i8' | 'i32' | '*'): number;
  setValue(at: number, value: number, type: 'i32' | '*'): void;
  UTF8ToString(at: number): string;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, at: number, max: number): void;
  _malloc(bytes: number): number;
  _free(at: number): void;
  _OrtFree(at: number): number;
  _OrtCreateTensor(
    type: number,
    data: number,
    bytes: number,
    dims: number,
    rank: number,
    location: number,
  ): number;
  _OrtGetTensorData(tensor: number, type: number, data: number, dims: number, rank: number): number;
  _OrtReleaseTensor(tensor: number): number;
  _OrtCreateRunOptions(severity: number, verbosity: number, isEnded: number, tag: number): number;
  _OrtReleaseRunOptions(options: number): void;
  _OrtRun(
    session: number,
    inputNames: number,
    inputs: number,
    inputCount: number,
    outputNames: number,
    outputCount: number,
    outputs: number,
    options: number,
  ): number;
  _OrtGetLastError(code: number, message: number): number;
}

/** The last error, in the words of onnxruntime's own JavaScript. */
export function lastError(module: OrtModule, what: string): Error {
  const stack = module.stackSave();
  try {
    const at = module.stackAlloc(8);
    module._OrtGetLastError(at, at + 4);
    const code = module.getValue(at, 'i32');
    const message = module.getValue(at + 4, '*');
    const text = message ? `ERROR_MESSAGE: ${module.UTF8ToString(message)}` : '';
    return new Error(`${what} ERROR_CODE: ${code}, ${text}`);
  } finally {
    module.stackRestore(stack);
  }
}
