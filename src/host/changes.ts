/** Milliseconds between two reports: what changes many times a second is drawn a few times. */
const PAUSE_MS = 300;

/** Counts the changes of what pages show, so that they ask again when there is something new, and only then. */
export class Changes {
  readonly #pauseMs: number;
  /** Of this host: a page that knows a number of an earlier one is behind. */
  #version = Date.now();
  #waiting: Array<(version: number) => void> = [];
  #reportedAt = -Infinity;
  #isPlanned = false;

  constructor(pauseMs = PAUSE_MS) {
    this.#pauseMs = pauseMs;
  }

  /** Something changed. */
  readonly note = (): void => {
    this.#version++;
    if (this.#waiting.length > 0) this.#plan();
  };

  /** Resolves with the version once it is another than the seen one. */
  after(seen: number): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (seen !== this.#version) this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    const sinceLast = performance.now() - this.#reportedAt;
    setTimeout(() => this.#report(), Math.max(0, this.#pauseMs - sinceLast));
  }

  #report(): void {
    this.#isPlanned = false;
    this.#reportedAt = performance.now();
    for (const resolve of this.#waiting.splice(0)) resolve(this.#version);
  }
}
