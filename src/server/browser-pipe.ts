import type { Readable, Writable } from 'node:stream';

interface Message {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  sessionId?: string;
  result?: unknown;
  error?: { message: string };
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * The DevTools protocol over a pipe: no port that other programs could connect to, and nothing secret among the
 * arguments of the process. Messages are JSON, each ended by a zero byte.
 */
export class BrowserPipe {
  readonly #write: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #onEvent: (method: string, params: Record<string, unknown>) => void;
  #nextId = 1;
  #isClosed = false;

  constructor(
    write: Writable,
    read: Readable,
    onEvent: (method: string, params: Record<string, unknown>) => void,
  ) {
    this.#write = write;
    this.#onEvent = onEvent;
    let rest = '';
    read.setEncoding('utf8');
    read.on('data', (text: string) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#handle(JSON.parse(message) as Message);
    });
    for (const stream of [read, write]) {
      stream.on('error', () => this.close());
      stream.on('close', () => this.close());
    }
  }

  /** @throws Error when the browser refuses, or is gone. */
  send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error('The browser is gone.'));
    const id = this.#nextId++;
    const message = { id, method, params, ...(sessionId && { sessionId }) };
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#write.write(`${JSON.stringify(message)}\0`);
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone.'));
    this.#waiting.clear();
  }

  #handle({ id, method, params, result, error }: Message): void {
    if (id === undefined) {
      if (method) this.#onEvent(method, params ?? {});
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
