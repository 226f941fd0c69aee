import { EngineError } from '#engine/engine-error.ts';

/** The part of a worker that is used here. */
export interface HelperWorker<Job, Value> {
  postMessage(job: Job, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<HelperAnswer<Value>>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export type HelperAnswer<Value> =
  /** Runs once, before the first job. */
  { type: 'ready' } | { type: 'done'; value: Value } | { type: 'failed'; message: string };

/** How a job ended: with a value, too late, or with its thread broken down. */
export type Outcome<Value> =
  | { state: 'done'; value: Value }
  | { state: 'too-slow' }
  | { state: 'failed' };

interface JobOptions {
  signal: AbortSignal;
  /** Milliseconds the job may take once it has started. */
  limitMs: number;
  transfer?: Transferable[];
}

/** Milliseconds after which a thread that has not started counts as one that never will. */
const START_MS = 15_000;

/** Runs jobs in sequence in a worker, which is ended when a job takes too long or is aborted. */
export class HelperThread<Job, Value> {
  readonly #open: () => HelperWorker<Job, Value>;
  #worker: { port: HelperWorker<Job, Value>; ready: Promise<void> } | null = null;
  /** Resolves when the thread is free. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: () => HelperWorker<Job, Value>) {
    this.#open = open;
  }

  /** @throws EngineError `aborted`, and `runtime-failed` for a thread that does not start. */
  async run(job: Job, options: JobOptions): Promise<Outcome<Value>> {
    const before = this.#last;
    let release = () => {};
    const free = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#last = before.then(() => free);
    try {
      await withSignal(before, options.signal);
      return await this.#start(job, options);
    } finally {
      release();
    }
  }

  async #start(job: Job, options: JobOptions): Promise<Outcome<Value>> {
    this.#worker ??= openPort(this.#open());
    const { port, ready } = this.#worker;
    try {
      await withSignal(ready, options.signal);
      const outcome = await ask(port, job, options);
      if (outcome.state !== 'done') this.#end();
      return outcome;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #end(): void {
    this.#worker?.port.terminate();
    this.#worker = null;
  }
}

function openPort<Job, Value>(port: HelperWorker<Job, Value>) {
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (message: string) => {
      clearTimeout(timer);
      reject(new EngineError('runtime-failed', message));
    };
    const timer = setTimeout(() => fail('A thread of the service did not start.'), START_MS);
    port.onmessage = ({ data }) => {
      if (data.type === 'failed') fail(data.message);
      clearTimeout(timer);
      resolve();
    };
    port.onerror = (event) => {
      event.preventDefault();
      fail(event.message || 'A thread of the service did not start.');
    };
  });
  return { port, ready };
}

function ask<Job, Value>(
  port: HelperWorker<Job, Value>,
  job: Job,
  { signal, limitMs, transfer = [] }: JobOptions,
): Promise<Outcome<Value>> {
  return new Promise<Outcome<Value>>((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      end();
    };
    const stop = () => settle(() => reject(aborted()));
    const timer = setTimeout(() => settle(() => resolve({ state: 'too-slow' })), limitMs);
    signal.addEventListener('abort', stop, { once: true });
    port.onmessage = ({ data }) => {
      if (data.type === 'done') settle(() => resolve({ state: 'done', value: data.value }));
      if (data.type === 'failed') settle(() => resolve({ state: 'failed' }));
    };
    port.onerror = (event) => {
      event.preventDefault();
      settle(() => resolve({ state: 'failed' }));
    };
    port.postMessage(job, transfer);
  });
}

function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(aborted());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function aborted(): EngineError {
  return new EngineError('aborted', 'The request was aborted.');
}
