/** A run that is expected to take longer is begun only when the person wants that. */
const LONG_SECONDS = 60;
/** Lines after which the rest is estimated; the first request may load the model. */
const MIN_LINES = 16;

/** How long a run takes, from its first requests. */
export class RunPace {
  readonly #lines: number;
  #read = 0;
  #steps = 0;
  #began = 0;
  /** Lines of the first request. */
  #first = 0;
  #secondsLeft: number | null = null;
  #isSaid = false;

  constructor(lines: number) {
    this.#lines = lines;
  }

  /** After a request about some lines. @returns seconds until the end; null while unknown */
  note(lines: number): number | null {
    const now = performance.now();
    // The first request may have loaded the model.
    if (this.#steps++ === 0) [this.#began, this.#first] = [now, lines];
    this.#read += lines;
    const timed = this.#read - this.#first;
    const perLine = (now - this.#began) / 1_000 / Math.max(1, timed);
    this.#secondsLeft = timed > 0 ? perLine * (this.#lines - this.#read) : null;
    return this.#secondsLeft;
  }

  /** Whether it is known by now that the rest takes long; true once. */
  takesLong(): boolean {
    if (this.#isSaid || this.#read < MIN_LINES || this.#secondsLeft === null) return false;
    this.#isSaid = true;
    return this.#secondsLeft >= LONG_SECONDS;
  }
}
