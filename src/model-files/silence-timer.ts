/** Milliseconds without a byte after which a connection counts as broken. */
const SILENCE_MS = 60_000;

/** Aborts with a download, or when nothing has come for too long. */
export class SilenceTimer {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(download: AbortSignal) {
    // Not `AbortSignal.any`, which Safari 17.0 lacks.
    const stop = () => this.#controller.abort(download.reason);
    if (download.aborted) stop();
    download.addEventListener('abort', stop, { once: true, signal: this.signal });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), SILENCE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
