/**
 * Leading-edge throttle: once started it calls `send` every `ms` milliseconds, and stops
 * by itself when there was nothing to send (`send` gave false).
 */
export class JoinTimer {
  readonly #ms: number;
  readonly #send: () => boolean;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(ms: number, send: () => boolean) {
    this.#ms = ms;
    this.#send = send;
  }

  get isRunning(): boolean {
    return this.#timer !== null;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#send()) this.start();
    }, this.#ms);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
