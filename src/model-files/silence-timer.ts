import { anySignal } from '#base/promises.ts';

/** Milliseconds without a byte after which a connection counts as broken. */
const SILENCE_MS = 60_000;

/** Aborts with a download, or when nothing has come for too long. */
export class SilenceTimer {
  readonly #either;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(download: AbortSignal) {
    this.#either = anySignal([download]);
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#either.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#either.abort, SILENCE_MS);
  }

  /** The connection is over: a download may have many. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#either.release();
  }
}
