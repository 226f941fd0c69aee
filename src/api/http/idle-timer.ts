/** Calls `onOver` when nothing arrived for `ms` milliseconds. Tokens come by the thousand: progress sets no timer. */
export class IdleTimer {
  readonly #ms: number;
  readonly #onOver: () => void;
  #lastProgressAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  isOver = false;

  constructor(ms: number, onOver: () => void) {
    this.#ms = ms;
    this.#onOver = onOver;
  }

  start(): void {
    this.progress();
    this.#wait(this.#ms);
  }

  progress(): void {
    this.#lastProgressAt = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#lastProgressAt + this.#ms - performance.now();
      if (left > 0) {
        this.#wait(left);
        return;
      }
      this.isOver = true;
      this.#onOver();
    }, ms);
  }
}
