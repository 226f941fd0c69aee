import type { ModelCard } from '#catalog/model-card.ts';
import type { Task, TaskEvent } from './tasks.ts';

/** Progress of a load. `loaded` and `total` are bytes; total is 0 while unknown. */
export interface LoadProgress {
  phase: 'download' | 'prepare' | 'warm-up';
  loaded: number;
  total: number;
}

/** Abilities of a model that a probe found; the fields depend on its kind. */
export interface ProbedAbilities {
  /** Whether an input gives the same output in a batch as alone. */
  supportsBatching?: boolean;
  /** Decoders: the side on which shorter conversations of a batch are padded. */
  padding?: 'left' | 'right';
  /** Decoders: whether new keys and values are written into the cache that is read. */
  writesInPlace?: boolean;
  /** Decoders: whether logits are the same however a prompt is cut into steps. */
  isExact?: boolean;
}

/** The result of probing a loaded model. */
export interface ProbeResult {
  abilities: ProbedAbilities;
  /** What it gave for an input that is always the same: nearly the same on every device. */
  numbers: Float32Array[];
  /** Whether some abilities take too long to be found before the first answer of a large model: `probeRest` finds them. */
  isPartial?: boolean;
}

/** Where a loaded model runs. */
export interface Backend {
  device: 'wasm' | 'webgpu' | 'script' | 'browser' | 'remote';
  threads: number;
  /** Why it runs on another device than requested, as a sentence. */
  note?: string;
  /** Absent if the results of an earlier probe were known. */
  probeResult?: ProbeResult;
}

/**
 * One model on one library. Implementations live in `runtimes/` and run inside a slot worker;
 * the host drives them through the same interface over a port.
 */
export interface Runtime {
  /** `known`: results of an earlier probe on this device. @throws EngineError `load-failed`. */
  load(
    card: ModelCard,
    onProgress: (p: LoadProgress) => void,
    signal: AbortSignal,
    known?: ProbedAbilities,
  ): Promise<Backend>;
  /**
   * The abilities that a partial probe left open, found while no task runs; the model has them from then on.
   * @throws EngineError, and the reason of `signal` once it aborts
   */
  probeRest?(signal: AbortSignal): Promise<ProbedAbilities>;
  /** Tokens of a task's prompt; for embeddings, of each text. @throws EngineError */
  countTokens(task: Task): Promise<number[]>;
  /** Runs one task. Ends soon after the signal aborts. @throws EngineError */
  run(task: Task, signal: AbortSignal): AsyncIterable<TaskEvent>;
  /**
   * A port that ends the step under way with each message, once a model is loaded: for runtimes that block their
   * thread. A step whose task was not aborted is repeated.
   */
  openInterruptPort?(): MessagePort | null;
  close(): Promise<void>;
}
