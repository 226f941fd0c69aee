import { HeapTensor } from './heap-tensor.ts';
import { lastError, type OrtModule } from './ort-module.ts';
import { RunInterrupt, RunInterrupted } from './run-interrupt.ts';
import { type LoopSession, type OrtSession, type OrtTensor, zeros } from './session.ts';

/**
 * A graph run with tensors that stay in the wasm module's memory. onnxruntime-web copies every input
 * in and every output out at each run; a decoder's caches are both, at every token.
 */
class HeapSession implements LoopSession {
  readonly writesInto = true;
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly interrupt: RunInterrupt | null;
  readonly #module: OrtModule;
  readonly #handle: number;
  readonly #names = new Map<string, number>();

  constructor(
    module: OrtModule,
    session: OrtSession,
    handle: number,
    interrupt: RunInterrupt | null,
  ) {
    this.#module = module;
    this.#handle = handle;
    this.inputNames = session.inputNames;
    this.outputNames = session.outputNames;
    this.interrupt = interrupt;
  }

  allocate(dims: readonly number[]): OrtTensor {
    return HeapTensor.allocate(this.#module, 'float32', dims);
  }

  empty(_input: string, dims: readonly number[]): OrtTensor {
    return this.allocate(dims);
  }

  hold(tensor: OrtTensor): OrtTensor {
    return HeapTensor.copy(this.#module, tensor);
  }

  /** The caller disposes of outputs, and of inputs that are in this heap already. */
  async run(
    feeds: Record<string, unknown>,
    wanted: readonly string[] = this.outputNames,
    into: Record<string, OrtTensor> = {},
    isInterruptible = false,
  ): Promise<Record<string, OrtTensor>> {
    const copies: HeapTensor[] = [];
    const stack = this.#module.stackSave();
    try {
      const inputs = this.inputNames.map((name) => {
        const tensor = feeds[name] as OrtTensor | undefined;
        if (!tensor) throw new Error(`input '${name}' is missing in 'feeds'.`);
        if (tensor instanceof HeapTensor) return tensor.handle;
        const copy = HeapTensor.copy(this.#module, tensor);
        copies.push(copy);
        return copy.handle;
      });
      // Without an output tensor the module allocates one.
      const given = wanted.map((name) => (into[name] as HeapTensor | undefined)?.handle ?? 0);
      const handles = this.#run(inputs, wanted, given, isInterruptible);
      const outputs = wanted.map((name, i) => {
        return into[name] ?? HeapTensor.adopt(this.#module, handles[i] as number);
      });
      return Object.fromEntries(wanted.map((name, i) => [name, outputs[i] as OrtTensor]));
    } finally {
      this.#module.stackRestore(stack);
      for (const copy of copies) copy.dispose();
    }
  }

  /** Handles of the requested outputs; `given`: handles of tensors to write to, 0 for new ones. */
  #run(
    inputs: readonly number[],
    wanted: readonly string[],
    given: readonly number[],
    isInterruptible: boolean,
  ): number[] {
    const interrupt = isInterruptible ? this.interrupt : null;
    const inputNames = this.#list(this.inputNames.map((name) => this.#name(name)));
    const outputNames = this.#list(wanted.map((name) => this.#name(name)));
    const values = this.#list(inputs);
    const outputs = this.#list(given);
    const code = this.#module._OrtRun(
      this.#handle,
      inputNames,
      values,
      inputs.length,
      outputNames,
      wanted.length,
      outputs,
      interrupt?.options ?? 0,
    );
    if (code !== 0 && interrupt?.isSet) throw new RunInterrupted('The run was interrupted.');
    if (code !== 0) throw lastError(this.#module, 'failed to call OrtRun().');
    return wanted.map((_, i) => this.#module.getValue(outputs + 4 * i, '*'));
  }

  #list(pointers: readonly number[]): number {
    const at = this.#module.stackAlloc(4 * pointers.length);
    for (const [i, pointer] of pointers.entries()) this.#module.setValue(at + 4 * i, pointer, '*');
    return at;
  }

  #name(name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const bytes = this.#module.lengthBytesUTF8(name) + 1;
    const at = this.#module._malloc(bytes);
    this.#module.stringToUTF8(name, at, bytes);
    this.#names.set(name, at);
    return at;
  }
}

/** A graph on a GPU, or under a module that is not at hand: as the library runs it. */
class LibrarySession implements LoopSession {
  readonly writesInto = false;
  readonly interrupt = null;
  readonly #session: OrtSession;

  constructor(session: OrtSession) {
    this.#session = session;
  }

  get inputNames(): readonly string[] {
    return this.#session.inputNames;
  }

  get outputNames(): readonly string[] {
    return this.#session.outputNames;
  }

  allocate(dims: readonly number[]): OrtTensor {
    return zeros('float32', dims);
  }

  empty(input: string, dims: readonly number[]): OrtTensor {
    return zeros(this.#session.inputMetadata?.find(({ name }) => name === input)?.type, dims);
  }

  hold(tensor: OrtTensor): OrtTensor {
    return tensor;
  }

  run(feeds: Record<string, unknown>, wanted?: readonly string[]) {
    return this.#session.run(feeds, wanted);
  }
}

/**
 * A loaded graph for loops. `module`: null where sessions are not of the plain wasm build. `interrupt`: of several graphs, whose
 * runs one message ends; one of its own when absent.
 */
export function openLoopSession(
  session: OrtSession,
  module: OrtModule | null,
  interrupt?: RunInterrupt | null,
): LoopSession {
  const handle = session.handler?.sessionId;
  if (module?.PTR_SIZE !== 4 || handle === undefined) return new LibrarySession(session);
  const own = interrupt === undefined ? RunInterrupt.open(module) : interrupt;
  return new HeapSession(module, session, handle, own);
}
