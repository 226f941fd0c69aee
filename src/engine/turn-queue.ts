import { EngineError } from './engine-error.ts';

interface Waiting {
  start: () => void;
  fail: (error: EngineError) => void;
}

/** First in, first out; bounded. Overflow and abort are errors, never silent waits. */
export class TurnQueue {
  readonly #parallel: number;
  /** Most requests that may wait. */
  readonly maxWaiting: number;
  /** Called when a request comes, starts or leaves. */
  readonly #onChange: () => void;
  #running = 0;
  readonly #waiting: Waiting[] = [];

  constructor(parallel: number, maxWaiting: number, onChange = () => {}) {
    this.#parallel = parallel;
    this.maxWaiting = maxWaiting;
    this.#onChange = onChange;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#running >= this.#parallel && this.#waiting.length >= this.maxWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  /**
   * Joins the queue synchronously; the promise resolves with the function that releases the turn.
   * `isReturning`: a request that was admitted before and yielded; it may join a full queue.
   * @throws EngineError `queue-full` now, `aborted` while waiting.
   */
  enter(signal: AbortSignal, { isReturning = false } = {}): Promise<() => void> {
    if (signal.aborted) return Promise.reject(abortedWhileWaiting());
    if (this.isFull && !isReturning) {
      return Promise.reject(new EngineError('queue-full', 'Too many requests in flight.'));
    }
    if (this.#running < this.#parallel && this.#waiting.length === 0) {
      this.#running++;
      this.#onChange();
      return Promise.resolve(this.#leaver());
    }
    return new Promise((resolve, reject) => {
      const drop = () => {
        const at = this.#waiting.indexOf(place);
        if (at >= 0) this.#waiting.splice(at, 1);
        this.#onChange();
        reject(abortedWhileWaiting());
      };
      const place: Waiting = {
        start: () => {
          signal.removeEventListener('abort', drop);
          resolve(this.#leaver());
        },
        fail: (error) => {
          signal.removeEventListener('abort', drop);
          reject(error);
        },
      };
      signal.addEventListener('abort', drop, { once: true });
      this.#waiting.push(place);
      this.#onChange();
    });
  }

  /** Fails everyone in line, as when the slot they wait for is gone. */
  failWaiting(error: EngineError): void {
    for (const place of this.#waiting.splice(0)) place.fail(error);
    this.#onChange();
  }

  #leaver(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#running--;
      this.#onChange();
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running++;
      next.start();
    };
  }
}

function abortedWhileWaiting(): EngineError {
  return new EngineError('aborted', 'The request was aborted while it waited.');
}
