/** Milliseconds that a row waits for others after a pause: the last words of an answer do not wait for its row. */
const GATHER_MS = 20;
/** Milliseconds between writes while rows follow each other: one for each request costs more than the rest of a small request. */
const BETWEEN_MS = 250;
/** Milliseconds without another row after which they are written sooner: a tab that is closed then loses none. */
const QUIET_MS = 50;

/** What writes rows immediately that wait in this thread. */
const waiting = new Set<() => void>();

/** Begins to write all rows that wait: the page of this thread is closing. */
export function writeWaiting(): void {
  for (const write of waiting) write();
}

/** Writes rows together that come together or shortly after each other. */
export class GatheredWrites<T> {
  readonly #writeRows: (rows: T[]) => Promise<unknown>;
  #rows: T[] = [];
  #writing: Promise<void> | null = null;
  #writtenAt = Number.NEGATIVE_INFINITY;
  /** The timer of the next write begins again: there is another row. */
  #delay = () => {};
  #hurry = () => {};

  constructor(writeRows: (rows: T[]) => Promise<unknown>) {
    this.#writeRows = writeRows;
  }

  /** Resolves when the row is written, with those that came meanwhile. */
  add(row: T): Promise<void> {
    this.#rows.push(row);
    this.#delay();
    this.#writing ??= this.#write();
    return this.#writing;
  }

  /** Resolves when all rows so far are written, or could not be: callers of `add` learn of that. */
  async flush(): Promise<void> {
    this.#hurry();
    await this.#writing?.catch(() => {});
  }

  async #write(): Promise<void> {
    await new Promise<void>((resolve) => {
      const latest = this.#writtenAt + BETWEEN_MS;
      const hasPaused = performance.now() >= latest;
      let timer: ReturnType<typeof setTimeout>;
      this.#hurry = () => {
        clearTimeout(timer);
        waiting.delete(this.#hurry);
        this.#delay = () => {};
        resolve();
      };
      const begin = () => {
        const left = latest - performance.now();
        timer = setTimeout(this.#hurry, hasPaused ? GATHER_MS : Math.min(QUIET_MS, left));
      };
      this.#delay = () => {
        if (hasPaused) return;
        clearTimeout(timer);
        begin();
      };
      waiting.add(this.#hurry);
      begin();
    });
    this.#writtenAt = performance.now();
    const rows = this.#rows;
    this.#rows = [];
    this.#writing = null;
    await this.#writeRows(rows);
  }
}
