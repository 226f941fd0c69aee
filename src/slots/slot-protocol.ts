import type { ModelCard } from '#catalog/model-card.ts';
import type { EngineErrorData } from '#engine/engine-error.ts';
import type { Backend, LoadProgress, ProbedAbilities } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';

/** Host to slot. `id` names one call; its answers carry the same id. */
export type SlotRequest =
  /** Loads the library and onnxruntime for models of transformers.js on the processor. Has no answer. */
  | { type: 'prepare'; id: number }
  | { type: 'load'; id: number; card: ModelCard; known?: ProbedAbilities | undefined }
  | { type: 'probe'; id: number }
  | { type: 'count'; id: number; task: Task }
  | { type: 'run'; id: number; task: Task }
  | { type: 'cancel'; id: number };

/** Slot to host. Events of one run come in batches, in order; the last with word of its end. */
export type SlotAnswer =
  /** Its script runs: the first message, which answers no request. */
  | { type: 'started'; id: 0 }
  | { type: 'progress'; id: number; progress: LoadProgress }
  /** `interrupt`: wakes the slot's thread from a long step after a `cancel`. */
  | { type: 'loaded'; id: number; backend: Backend; interrupt: MessagePort | null }
  | { type: 'probed'; id: number; abilities: ProbedAbilities }
  | { type: 'counted'; id: number; counts: number[] }
  | { type: 'events'; id: number; events: TaskEvent[] }
  | { type: 'done'; id: number; events: TaskEvent[] }
  | { type: 'failed'; id: number; error: EngineErrorData };
