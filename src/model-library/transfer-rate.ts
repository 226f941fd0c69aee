/** Milliseconds that a rate is averaged over. */
const WINDOW_MS = 15_000;
/** A shorter measurement says little: connections start slowly. */
const MIN_MS = 2_000;

/** Bytes per second of a running download, over its last seconds. */
export class TransferRate {
  readonly #samples: { at: number; bytes: number }[] = [];

  /** `bytes`: how many are stored at `at`, in milliseconds. */
  add(at: number, bytes: number): void {
    const last = this.#samples.at(-1);
    // A file started over: earlier samples count bytes that were discarded.
    if (last && bytes < last.bytes) this.#samples.length = 0;
    this.#samples.push({ at, bytes });
    while ((this.#samples[1]?.at ?? at) < at - WINDOW_MS) this.#samples.shift();
  }

  /** Null until enough is known. */
  get bytesPerSecond(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < MIN_MS) return null;
    const rate = ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
    return rate > 0 ? Math.round(rate) : null;
  }
}
