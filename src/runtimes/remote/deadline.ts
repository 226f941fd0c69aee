import { EngineError } from '#engine/engine-error.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import type { RemoteTimeouts } from './remote-target.ts';

/** The time that one call may take: until its first content, between two parts, and altogether. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #timeouts: RemoteTimeouts;
  readonly #name: string;
  readonly #total: ReturnType<typeof setTimeout>;
  readonly #over: Promise<never>;
  #fail: (reason: Error) => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasContent = false;

  constructor(name: string, timeouts: RemoteTimeouts, outer: AbortSignal) {
    this.#name = name;
    this.#timeouts = timeouts;
    this.#outer = outer;
    this.#over = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    // Avoids an unhandled rejection when nothing awaits the deadline.
    this.#over.catch(() => {});
    this.#total = setTimeout(() => this.#end('total'), timeouts.totalMs);
    if (outer.aborted) this.#abort();
    else outer.addEventListener('abort', this.#abort, { once: true });
    this.#wait();
  }

  /** Aborts the request to the server. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The same promise, which rejects when the time is over even where its work ignores the abort. */
  guard<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over]);
  }

  /** Bytes arrived. */
  progress(): void {
    if (this.#hasContent) this.#wait();
  }

  /** The first content arrived: from now on only silence counts. */
  content(): void {
    this.#hasContent = true;
    this.#wait();
  }

  /** Ends the request, whether its answer was read or not. */
  close(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#timer);
    this.#outer.removeEventListener('abort', this.#abort);
    this.#controller.abort();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const { firstTokenMs, silenceMs } = this.#timeouts;
    const kind = this.#hasContent ? 'silence' : 'first';
    this.#timer = setTimeout(() => this.#end(kind), this.#hasContent ? silenceMs : firstTokenMs);
  }

  readonly #abort = () => {
    this.#fail(new EngineError('aborted', 'The request was aborted.'));
    this.#controller.abort();
  };

  #end(kind: 'first' | 'silence' | 'total'): void {
    const { firstTokenMs, silenceMs, totalMs } = this.#timeouts;
    const after = { first: firstTokenMs, silence: silenceMs, total: totalMs }[kind] / 1000;
    const name = this.#name;
    const message = {
      first: `${name} did not begin to answer within ${after} s.`,
      silence: `${name} stopped answering for ${after} s.`,
      total: `${name} did not finish within ${after} s.`,
    }[kind];
    this.#fail(new UpstreamError(message, { fault: 'timeout' }));
    this.#controller.abort();
  }
}
