export type WorkerProblem =
  /** Its script could not be loaded or started. */
  | 'not-started'
  /** It failed, or the browser ended it. */
  | 'ended'
  /** It reported nothing for too long. */
  | 'silent';

const SENTENCES: Record<WorkerProblem, string> = {
  'not-started':
    'A part of the app could not be loaded. Check the connection, reload the page, and try again.',
  ended: 'The browser ended the work: it may need too much memory.',
  silent: 'The work took too long and was ended.',
};

/** A worker does not answer, and never will. The message is a sentence for a person. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly problem: WorkerProblem;

  constructor(problem: WorkerProblem, cause?: unknown) {
    super(SENTENCES[problem], { cause });
    this.problem = problem;
  }
}

/** The part of a worker that is used here. */
export type EndableWorker = Pick<Worker, 'addEventListener' | 'terminate'>;

export interface CallLimits {
  /** Milliseconds without a message or a call of `alive` after which the worker is ended. */
  silenceMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * A worker whose calls always settle. Workers that do not load, run out of memory or hang send no
 * answer: their calls reject with a WorkerError instead.
 */
export class WorkerThread<W extends EndableWorker> {
  readonly #worker: W;
  readonly #calls = new Set<{ fail: (error: unknown) => void; alive: () => void }>();
  #failure: unknown = null;
  #hasAnswered = false;

  /** @throws WorkerError where the browser lets this page start no worker. */
  constructor(open: () => W) {
    try {
      this.#worker = open();
    } catch (error) {
      throw new WorkerError('not-started', error);
    }
    this.#worker.addEventListener('message', () => {
      this.#hasAnswered = true;
      for (const { alive } of this.#calls) alive();
    });
    this.#worker.addEventListener('messageerror', (event) => this.#fail('ended', event));
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      // Only an exception has a message: a script that was not fetched has none.
      const isLoaded = this.#hasAnswered || Boolean(event.message);
      this.#fail(isLoaded ? 'ended' : 'not-started', event.message || event);
    });
  }

  /** Whether calls reject immediately. */
  get isOver(): boolean {
    return this.#failure !== null;
  }

  /**
   * Settles as `use` does, or rejects when the worker fails or the signal aborts, whichever comes first.
   * `alive` puts the time limit off; so does every message of the worker.
   */
  call<T>(
    use: (worker: W, alive: () => void) => Promise<T>,
    { silenceMs, signal }: CallLimits,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.isOver) return Promise.reject(this.#failure);
    return new Promise<T>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle =
        <V>(end: (value: V) => void) =>
        (value: V) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', stop);
          this.#calls.delete(call);
          end(value);
        };
      const alive = () => {
        clearTimeout(timer);
        if (this.#calls.has(call)) timer = setTimeout(() => this.#fail('silent'), silenceMs);
      };
      const call = { fail: settle(reject), alive };
      const stop = () => call.fail(signal?.reason);
      this.#calls.add(call);
      signal?.addEventListener('abort', stop);
      alive();
      // A `use` that throws before its first wait rejects like any other.
      Promise.resolve()
        .then(() => use(this.#worker, alive))
        .then(settle(resolve), settle(reject));
    });
  }

  /** Ends the worker; calls under way reject. */
  end(): void {
    this.#fail('ended');
  }

  #fail(problem: WorkerProblem, cause?: unknown): void {
    if (this.isOver) return;
    this.#failure = new WorkerError(problem, cause);
    this.#worker.terminate();
    for (const { fail } of [...this.#calls]) fail(this.#failure);
  }
}

/**
 * Runs one piece of work in a separate worker, which ends with it.
 * @throws WorkerError where the worker does not load, dies, or is silent for too long.
 */
export async function inOwnWorker<W extends EndableWorker, T>(
  open: () => W,
  use: (worker: W, alive: () => void) => Promise<T>,
  limits: CallLimits,
): Promise<T> {
  limits.signal?.throwIfAborted();
  const thread = new WorkerThread(open);
  try {
    return await thread.call(use, limits);
  } finally {
    thread.end();
  }
}
