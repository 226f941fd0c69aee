import { anySignal, untilAborted } from '#base/promises.ts';

/** Milliseconds without a task after which a moment is quiet. */
const QUIET_MS = 1_000;

/** Work for moments in which no task runs: a task that comes ends it, and it begins again in the next quiet moment. */
export class BetweenTasks {
  #tasks = 0;
  #endedAt = 0;
  #work: { end: () => void; over: Promise<unknown> } | null = null;

  /** Begins a task, which waits for the end of the work, or for its own abort. `leave` follows in any case. */
  async enter(signal: AbortSignal): Promise<void> {
    this.#tasks++;
    this.#work?.end();
    await untilAborted(Promise.resolve(this.#work?.over), signal).catch(() => {});
  }

  leave(): void {
    this.#tasks--;
    this.#endedAt = performance.now();
  }

  /** @param work Rejects soon after its signal aborts. @throws what it throws, and the reason of `signal`. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      do {
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        signal.throwIfAborted();
      } while (this.#tasks > 0 || performance.now() - this.#endedAt < QUIET_MS);
      const end = anySignal([signal]);
      const over = work(end.signal);
      this.#work = { end: end.abort, over: over.catch(() => {}) };
      try {
        return await over;
      } catch (error) {
        if (signal.aborted || !end.signal.aborted) throw error;
      } finally {
        this.#work = null;
        end.release();
      }
    }
  }
}
