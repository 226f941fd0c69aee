import { anySignal, untilAborted } from '#base/promises.ts';

/** Milliseconds without a task after which a moment is quiet. */
const QUIET_MS = 1_000;

/**
 * Work for moments in which no task runs: a task that comes ends it, and it begins again in the next quiet moment. Once
 * several tasks come together it is done before the second, because they could run side by side only after it.
 */
export class BetweenTasks {
  #tasks = 0;
  /** Tasks that wait for the work to be done. */
  #waiting = 0;
  #endedAt = 0;
  #done: Promise<unknown> | null = null;
  #work: { end: () => void; over: Promise<unknown> } | null = null;

  /** Begins a task, which waits for the work, or for its own abort. `leave` follows in any case. */
  async enter(signal: AbortSignal): Promise<void> {
    const isOneOfSeveral = this.#tasks + this.#waiting > 0;
    if (this.#done && isOneOfSeveral) {
      this.#waiting++;
      await untilAborted(this.#done, signal).catch(() => {});
      this.#waiting--;
    }
    this.#tasks++;
    if (signal.aborted) return;
    this.#work?.end();
    await untilAborted(Promise.resolve(this.#work?.over), signal).catch(() => {});
  }

  leave(): void {
    this.#tasks--;
    this.#endedAt = performance.now();
  }

  /** @param work Rejects soon after its signal aborts. @throws what it throws, and the reason of `signal`. */
  run<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const result = this.#run(work, signal).finally(() => {
      this.#done = null;
    });
    this.#done = result.catch(() => {});
    return result;
  }

  async #run<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      do {
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        signal.throwIfAborted();
      } while (!this.#isTime);
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

  get #isTime(): boolean {
    const isQuiet = performance.now() - this.#endedAt >= QUIET_MS;
    return this.#tasks === 0 && (isQuiet || this.#waiting > 0);
  }
}
