/** Downloads one; resolves when it has succeeded, failed or been paused. */
type Download = (id: string, signal: AbortSignal) => Promise<void>;

interface Waiting {
  readonly id: string;
  readonly ended: Promise<void>;
  /** Settles `ended`. */
  readonly end: () => void;
}

interface Running extends Waiting {
  readonly controller: AbortController;
}

/** Runs one download at a time: concurrent ones would only share the connection. */
export class DownloadQueue {
  readonly #download: Download;
  /** Called when a place in the queue is another one. */
  readonly #onChange: () => void;
  #running: Running | null = null;
  #waiting: Waiting[] = [];

  constructor(download: Download, onChange = () => {}) {
    this.#download = download;
    this.#onChange = onChange;
  }

  /** 0 for the one that runs, 1 for the next; null for one that is not in the queue. */
  placeOf(id: string): number | null {
    if (this.#running?.id === id) return 0;
    const at = this.#waiting.findIndex((entry) => entry.id === id);
    return at < 0 ? null : at + 1;
  }

  /** Adds one at the end, unless it is in the queue. Resolves when it has ended. */
  add(id: string): Promise<void> {
    const known = this.#find(id);
    if (known) return known.ended;
    // Safari before 17.4 has no `Promise.withResolvers`.
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#waiting.push({ id, ended, end });
    this.#next();
    this.#onChange();
    return ended;
  }

  /** Moves a waiting one to the front. */
  moveToFront(id: string): void {
    const entry = this.#waiting.find((other) => other.id === id);
    if (entry) this.#waiting = [entry, ...this.#waiting.filter((other) => other !== entry)];
    this.#onChange();
  }

  /** Removes one. Resolves when it no longer runs. */
  async remove(id: string): Promise<void> {
    if (this.#running?.id === id) {
      this.#running.controller.abort();
      await this.#running.ended;
      return;
    }
    this.#find(id)?.end();
    this.#waiting = this.#waiting.filter((entry) => entry.id !== id);
    this.#onChange();
  }

  #find(id: string): Waiting | undefined {
    return this.#running?.id === id ? this.#running : this.#waiting.find((e) => e.id === id);
  }

  #next(): void {
    if (this.#running) return;
    const entry = this.#waiting.shift();
    if (!entry) return;
    const controller = new AbortController();
    this.#running = { ...entry, controller };
    const finish = () => {
      this.#running = null;
      entry.end();
      this.#next();
      this.#onChange();
    };
    this.#download(entry.id, controller.signal).catch(reportError).then(finish, finish);
  }
}
