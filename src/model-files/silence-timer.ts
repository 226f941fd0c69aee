/** Milliseconds without a byte after which a connection counts as broken. */
const SILENCE_MS = 60_000;

/** Aborts with a download, or when nothing has come for too long. */
export class SilenceTimer {
  readonly #controller = new AbortController();
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(download: AbortSignal) {
    // Not `AbortSignal.any`, which Safari 17.0 lacks.
    const abort = () => this.#controller.abort(download.reason);
    if (download.aborted) abort();
    download.addEventListener('abort', abort, { once: true, signal: this.#ended.signal });
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), SILENCE_MS);
  }

  /** The connection is over: a download may have many. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }
}
