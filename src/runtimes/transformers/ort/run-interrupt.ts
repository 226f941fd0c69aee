import { hasThreads } from '#device/capabilities.ts';
import type { OrtModule } from './ort-module.ts';

/** A run was ended by `RunInterrupt`: its inputs are as they were. */
export class RunInterrupted extends Error {
  override readonly name = 'RunInterrupted';
}

/** Bytes of onnxruntime's run options among which the one that ends a run is. */
const OPTION_BYTES = 24;
const WARNING = 2;

/**
 * Ends a run of a graph from another thread. A run on wasm blocks its thread, so that no message could;
 * onnxruntime reads one byte of the run's options before each node, and the module's memory is shared.
 */
export class RunInterrupt {
  /** Handle of the options of interruptible runs. */
  readonly options: number;
  readonly #module: OrtModule;
  readonly #at: number;

  private constructor(module: OrtModule, options: number, at: number) {
    this.#module = module;
    this.options = options;
    this.#at = at;
  }

  /** Null where memory is not shared between threads, or onnxruntime lays out its options differently. */
  static open(module: OrtModule): RunInterrupt | null {
    if (!hasThreads()) return null;
    const running = module._OrtCreateRunOptions(WARNING, 0, 0, 0);
    const ended = module._OrtCreateRunOptions(WARNING, 0, 1, 0);
    const bytes = module.HEAPU8;
    const places = Array.from({ length: OPTION_BYTES }, (_, i) => i).filter(
      (i) => running && ended && bytes[running + i] === 0 && bytes[ended + i] === 1,
    );
    if (ended) module._OrtReleaseRunOptions(ended);
    const [place] = places;
    if (place !== undefined && places.length === 1) {
      return new RunInterrupt(module, running, running + place);
    }
    if (running) module._OrtReleaseRunOptions(running);
    return null;
  }

  /** The byte that ends interruptible runs once it is 1, in memory that other threads can be sent. */
  get flag(): Uint8Array {
    return this.#module.HEAPU8.subarray(this.#at, this.#at + 1);
  }

  get isSet(): boolean {
    return Atomics.load(this.#module.HEAPU8, this.#at) !== 0;
  }

  clear(): void {
    Atomics.store(this.#module.HEAPU8, this.#at, 0);
  }
}

/**
 * A port that sets the flag with each message. A small thread of its own receives it: were the memory
 * shared with the host, it would not be freed when this thread ends.
 */
export function openInterruptPort({ flag }: RunInterrupt): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./interrupt-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ flag, port: port2 } satisfies InterruptStart, [port2]);
  return port1;
}

export interface InterruptStart {
  flag: Uint8Array;
  port: MessagePort;
}
