import type { ModelCard } from '#catalog/model-card.ts';
import { EngineError, fromErrorData, toErrorData } from '#engine/engine-error.ts';
import type { Backend, LoadProgress, ProbedAbilities, Runtime } from '#engine/runtime.ts';
import type { Task, TaskEvent } from '#engine/tasks.ts';
import type { SlotAnswer, SlotRequest } from './slot-protocol.ts';

/** A slot worker seen from the host: everything that crosses goes through `postMessage`. */
interface SlotWorker {
  postMessage(message: SlotRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<SlotAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Milliseconds an aborted run may take to stop before its worker is ended by force. */
const GRACE_MS = 2_000;

/** Milliseconds without progress after which a load has failed: shaders of large models take minutes. */
const LOAD_SILENCE_MS = 300_000;

type Listener = (answer: SlotAnswer) => void;

/** A runtime that lives in a separate worker. */
export class SlotClient implements Runtime {
  readonly #worker: SlotWorker;
  readonly #listeners = new Map<number, Listener>();
  #nextId = 1;
  #crash: EngineError | null = null;
  #interrupt: MessagePort | null = null;

  /** @param onStarted The worker's script runs. */
  constructor(worker: SlotWorker, onStarted?: () => void) {
    this.#worker = worker;
    if (onStarted) this.#listeners.set(0, onStarted);
    worker.onmessage = ({ data }) => this.#listeners.get(data.id)?.(data);
    worker.onerror = (event) => {
      // Not for people: it is left to the console, which the event reaches by itself.
      this.#fail(new EngineError('slot-crashed', 'Its thread ended unexpectedly.', event));
    };
  }

  /** Starts the threads and WebAssembly that every model on the processor needs; a load may follow immediately. */
  prepare(): void {
    this.#worker.postMessage({ type: 'prepare', id: this.#nextId++ });
  }

  load(
    card: ModelCard,
    onProgress: (p: LoadProgress) => void,
    signal: AbortSignal,
    known?: ProbedAbilities,
  ): Promise<Backend> {
    const request = { type: 'load', card, known } as const;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A worker that the browser ended without a word answers nothing, ever.
    const late = () =>
      this.#fail(new EngineError('slot-crashed', 'The model did not load in time.'));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(late, LOAD_SILENCE_MS);
    };
    wait();
    return this.#ask(request, signal, (answer, resolve: (b: Backend) => void) => {
      wait();
      if (answer.type === 'progress') onProgress(answer.progress);
      if (answer.type !== 'loaded') return;
      this.#interrupt = answer.interrupt;
      resolve(answer.backend);
    }).finally(() => clearTimeout(timer));
  }

  countTokens(task: Task): Promise<number[]> {
    return this.#ask({ type: 'count', task }, null, (answer, resolve: (n: number[]) => void) => {
      if (answer.type === 'counted') resolve(answer.counts);
    });
  }

  async *run(task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    if (this.#crash) throw this.#crash;
    if (signal.aborted) throw new EngineError('aborted', 'The request was aborted.');
    const id = this.#nextId++;
    const waiting: TaskEvent[][] = [];
    let over = false;
    let error: EngineError | null = null;
    let wake = () => {};
    this.#listeners.set(id, (answer) => {
      if (answer.type === 'events' || answer.type === 'done') waiting.push(answer.events);
      if (answer.type === 'failed') error = fromErrorData(answer.error);
      if (answer.type === 'failed' || answer.type === 'done') over = true;
      wake();
    });
    const cancel = () => this.#cancel(id, () => over);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.#worker.postMessage({ type: 'run', id, task });
      while (!over || waiting.length > 0) {
        const events = waiting.shift();
        if (events) yield* events;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      if (error) throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      if (!over)
        await this.#drain(
          id,
          () => over,
          (w) => (wake = w),
        );
      this.#listeners.delete(id);
    }
  }

  close(): Promise<void> {
    this.#fail(new EngineError('slot-crashed', 'The model was unloaded.'));
    this.#worker.terminate();
    return Promise.resolve();
  }

  /** Left before its end: the run is cancelled and awaited, or the next one would overlap it. */
  async #drain(id: number, isOver: () => boolean, onWake: (w: () => void) => void): Promise<void> {
    this.#cancel(id, isOver);
    while (!isOver()) await new Promise<void>((resolve) => onWake(resolve));
  }

  #cancel(id: number, isOver: () => boolean): void {
    if (this.#crash || isOver()) return;
    this.#worker.postMessage({ type: 'cancel', id });
    // After the message: once its step ends, the slot finds it.
    this.#interrupt?.postMessage(null);
    setTimeout(() => {
      if (!isOver()) this.#fail(new EngineError('slot-crashed', 'The model did not stop in time.'));
    }, GRACE_MS);
  }

  #fail(error: EngineError): void {
    this.#crash ??= error;
    const data = toErrorData(this.#crash);
    for (const [id, listener] of this.#listeners) listener({ type: 'failed', id, error: data });
  }

  #ask<T>(
    request:
      | { type: 'load'; card: ModelCard; known?: ProbedAbilities | undefined }
      | { type: 'count'; task: Task },
    signal: AbortSignal | null,
    listen: (answer: SlotAnswer, resolve: (value: T) => void) => void,
  ): Promise<T> {
    if (this.#crash) return Promise.reject(this.#crash);
    const id = this.#nextId++;
    return new Promise<T>((resolve, reject) => {
      const finish = () => this.#listeners.delete(id);
      this.#listeners.set(id, (answer) => {
        if (answer.type === 'failed') {
          finish();
          reject(fromErrorData(answer.error));
          return;
        }
        listen(answer, (value) => {
          finish();
          resolve(value);
        });
      });
      signal?.addEventListener('abort', () => this.#worker.postMessage({ type: 'cancel', id }));
      this.#worker.postMessage({ ...request, id } as SlotRequest);
    });
  }
}
