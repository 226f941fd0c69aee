import { deferred } from '#base/promises.ts';
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

const aborted = () => new EngineError('aborted', 'The request was aborted.');

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
    this.#listeners.set(0, ({ type }) => {
      if (type === 'started') onStarted?.();
    });
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

  probeRest(signal: AbortSignal): Promise<ProbedAbilities> {
    return this.#ask({ type: 'probe' }, signal, (answer, resolve: (a: ProbedAbilities) => void) => {
      if (answer.type === 'probed') resolve(answer.abilities);
    });
  }

  countTokens(task: Task): Promise<number[]> {
    return this.#ask({ type: 'count', task }, null, (answer, resolve: (n: number[]) => void) => {
      if (answer.type === 'counted') resolve(answer.counts);
    });
  }

  async *run(task: Task, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    if (this.#crash) throw this.#crash;
    if (signal.aborted) throw aborted();
    const id = this.#nextId++;
    const run = new RunEvents();
    this.#listeners.set(id, (answer) => run.take(answer));
    const cancel = () => this.#cancel(id, run);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.#worker.postMessage({ type: 'run', id, task });
      yield* run.read();
    } finally {
      signal.removeEventListener('abort', cancel);
      // Left before its end: it is awaited, or the next run would overlap it.
      cancel();
      await run.over;
      this.#listeners.delete(id);
    }
  }

  close(): Promise<void> {
    this.#fail(new EngineError('slot-crashed', 'The model was unloaded.'));
    this.#worker.terminate();
    return Promise.resolve();
  }

  #cancel(id: number, run: RunEvents): void {
    if (this.#crash || run.isOver) return;
    this.#worker.postMessage({ type: 'cancel', id });
    // After the message: once its step ends, the slot finds it.
    this.#interrupt?.postMessage(null);
    setTimeout(() => {
      if (!run.isOver) {
        this.#fail(new EngineError('slot-crashed', 'The model did not stop in time.'));
      }
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
      | { type: 'probe' }
      | { type: 'count'; task: Task },
    signal: AbortSignal | null,
    listen: (answer: SlotAnswer, resolve: (value: T) => void) => void,
  ): Promise<T> {
    if (this.#crash) return Promise.reject(this.#crash);
    if (signal?.aborted) return Promise.reject(aborted());
    const id = this.#nextId++;
    return new Promise<T>((resolve, reject) => {
      const cancel = () => this.#worker.postMessage({ type: 'cancel', id });
      const finish = () => {
        this.#listeners.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
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
      signal?.addEventListener('abort', cancel, { once: true });
      this.#worker.postMessage({ ...request, id } as SlotRequest);
    });
  }
}

/** The events of one run: held until they are read. */
class RunEvents {
  #waiting: TaskEvent[] = [];
  #error: EngineError | null = null;
  #wake = () => {};
  readonly #end = deferred();
  isOver = false;
  /** Resolves once the worker has ended the run, or failed. */
  readonly over = this.#end.promise;

  take(answer: SlotAnswer): void {
    if (answer.type === 'events' || answer.type === 'done') this.#waiting.push(...answer.events);
    if (answer.type === 'failed') this.#error = fromErrorData(answer.error);
    if (answer.type === 'failed' || answer.type === 'done') {
      this.isOver = true;
      this.#end.resolve();
    }
    this.#wake();
  }

  /** @throws EngineError after the last event, where the run failed */
  async *read(): AsyncGenerator<TaskEvent> {
    for (;;) {
      const events = this.#waiting;
      this.#waiting = [];
      yield* events;
      if (this.#waiting.length > 0) continue;
      if (this.#error) throw this.#error;
      if (this.isOver) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
