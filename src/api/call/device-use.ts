/** Counts the requests that somebody waits for: what can wait runs while there are none. */
export class DeviceUse {
  #running = 0;
  /** Of `performance.now()`. */
  #idleSince = Number.NEGATIVE_INFINITY;
  readonly #onBusy = new Set<() => void>();
  readonly #onIdle = new Set<() => void>();

  /** A request begins. @returns a function that ends it, harmless when called twice. */
  enter(): () => void {
    this.#running++;
    for (const listener of this.#onBusy) listener();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running--;
      if (this.#running > 0) return;
      this.#idleSince = performance.now();
      for (const listener of this.#onIdle) listener();
    };
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Calls back when a request begins. @returns a function that unsubscribes. */
  onBusy(listener: () => void): () => void {
    this.#onBusy.add(listener);
    return () => void this.#onBusy.delete(listener);
  }

  /** Resolves when no request has run for `quietMs`, or the signal aborts. */
  async whenIdle(quietMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ms = this.#idleSince + quietMs - performance.now();
      if (!this.isBusy && ms <= 0) return;
      await (this.isBusy ? this.#whenEnded(signal) : pause(ms, signal));
    }
  }

  async #whenEnded(signal: AbortSignal): Promise<void> {
    let end = () => {};
    await new Promise<void>((resolve) => {
      end = resolve;
      this.#onIdle.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
    this.#onIdle.delete(end);
    signal.removeEventListener('abort', end);
  }
}

/** Resolves after a time in milliseconds, earlier where the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}
