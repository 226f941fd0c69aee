/** Long work: `onProgress` receives the part done, 0…1; the signal ends it. */
export interface Job {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** One computation for several callers: it starts with the first and ends when the last of them has left. */
export class SharedWork<T> {
  /** Null until the work is done. */
  result: T | null = null;
  readonly #work: (job: Job) => Promise<T>;
  readonly #callers = new Set<Job>();
  #running: { promise: Promise<T>; controller: AbortController } | null = null;

  constructor(work: (job: Job) => Promise<T>) {
    this.#work = work;
  }

  async join(job: Job): Promise<T> {
    if (this.result !== null) return this.result;
    job.signal.throwIfAborted();
    const { promise, controller } = this.#start();
    this.#callers.add(job);
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(job.signal.reason);
    });
    job.signal.addEventListener('abort', leave);
    try {
      return await Promise.race([promise, left]);
    } finally {
      job.signal.removeEventListener('abort', leave);
      this.#callers.delete(job);
      if (this.#callers.size === 0) controller.abort();
    }
  }

  /** Ends the work; the callers' promises reject. */
  end(): void {
    this.#running?.controller.abort();
  }

  #start() {
    if (this.#running) return this.#running;
    const controller = new AbortController();
    const onProgress = (part: number) => {
      for (const caller of this.#callers) caller.onProgress(part);
    };
    const promise = this.#work({ onProgress, signal: controller.signal });
    const running = { promise, controller };
    this.#running = running;
    // A failed search is started again by the next caller, also by one that comes while it ends.
    controller.signal.addEventListener('abort', () => {
      if (this.#running === running) this.#running = null;
    });
    promise.then(
      (result) => {
        this.result = result;
      },
      () => controller.abort(),
    );
    return running;
  }
}
