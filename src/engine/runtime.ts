import type { ModelCard } from '#catalog/model-card.ts';
import type { Task, TaskEvent } from './tasks.ts';

/** Progress of a load. `loaded` and `total` are bytes; total is 0 while unknown. */
export interface LoadProgress {
  phase: 'download' | 'prepare' | 'warm-up';
  loaded: number;
  total: number;
}

/** Where a loaded model runs. */
export interface Backend {
  device: 'wasm' | 'webgpu' | 'script';
  threads: number;
  /** Why it runs elsewhere than was asked, in a sentence. */
  note?: string;
}

/**
 * One model on one library. Implementations live in `runtimes/` and run inside a slot worker;
 * the host drives them through the same interface over a port.
 */
export interface Runtime {
  /** @throws EngineError `load-failed`. */
  load(
    card: ModelCard,
    onProgress: (p: LoadProgress) => void,
    signal: AbortSignal,
  ): Promise<Backend>;
  /** Tokens of a task's prompt; for embeddings, of each text. @throws EngineError */
  countTokens(task: Task): Promise<number[]>;
  /** Runs one task. Ends soon after the signal aborts. @throws EngineError */
  run(task: Task, signal: AbortSignal): AsyncIterable<TaskEvent>;
  close(): Promise<void>;
}
