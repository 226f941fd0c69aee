import { type ApiError, engineUnavailable } from '#contract/api-error.ts';
import type { PortRequest, PortResponse, PortUse } from './port-protocol.ts';

interface Pending {
  resolve: (response: Response) => void;
  /** Set once the answer has a body that this side fills. */
  body: BodyFeed | null;
  streamed: boolean;
  onAbort: () => void;
  signal: AbortSignal | null;
}

interface BodyFeed {
  push: (bytes: Uint8Array<ArrayBuffer>) => void;
  end: () => void;
  /** The asker has had enough: an event stream ends, anything else breaks off. */
  abort: (reason: unknown) => void;
  /** Ends the body with a typed error event where it is an event stream, else breaks it off. */
  lose: (error: ApiError) => void;
}

/** `fetch` over a port to the host worker. */
export class PortFetch {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #lost: ApiError | null = null;

  /** The port must have said hello already. */
  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<PortResponse>) => this.#receive(data);
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** Rejects only with an AbortError; every other failure is a response with a typed error. */
  async fetch(request: Request): Promise<Response> {
    const signal = request.signal;
    signal.throwIfAborted();
    const reading = readBody(request);
    const { method, url } = request;
    const headers = [...request.headers];
    const body = await reading;
    if (this.#lost) return this.#lost.toResponse(crypto.randomUUID());
    const id = this.#nextId++;
    const message: PortRequest = { type: 'request', id, method, url, headers, body };
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        // Nothing more is taken for it: whoever still reads its body must be told now.
        this.#pending.get(id)?.body?.abort(signal.reason);
        this.#cancel(id);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#pending.set(id, { resolve, body: null, streamed: false, onAbort, signal });
      this.#port.postMessage(message, body instanceof ArrayBuffer ? [body] : []);
    });
  }

  /** Gives another thread a port of its own to the same host. */
  attach(as: PortUse, port: MessagePort): void {
    const message: PortRequest = { type: 'attach', as, port };
    this.#port.postMessage(message, [port]);
  }

  /** The host is gone: everything in flight ends with a typed error, at once. */
  lose(): void {
    const error = engineUnavailable(
      'The tab that ran the models was closed. Another takes over; please try again.',
    );
    this.#lost = error;
    for (const [id, pending] of this.#pending) {
      if (pending.body) pending.body.lose(error);
      else pending.resolve(error.toResponse(crypto.randomUUID()));
      this.#forget(id);
    }
    this.#port.close();
  }

  #receive(data: PortResponse): void {
    const pending = data.type === 'hello' ? undefined : this.#pending.get(data.id);
    if (!pending) return;
    switch (data.type) {
      case 'hello':
        return;
      case 'head': {
        const headers = new Headers(data.headers);
        const body =
          data.body === 'none' ? null : this.#openBody(data.id, pending, headers, data.body);
        pending.resolve(new Response(body, { status: data.status, headers }));
        if (!body) this.#forget(data.id);
        return;
      }
      case 'chunk':
        pending.body?.push(data.bytes);
        return;
      case 'end':
        pending.body?.end();
        this.#forget(data.id);
        return;
      case 'failed': {
        const error = engineUnavailable(data.message);
        if (pending.body) pending.body.lose(error);
        else pending.resolve(error.toResponse(crypto.randomUUID()));
        this.#forget(data.id);
        return;
      }
    }
  }

  #openBody(
    id: number,
    pending: Pending,
    headers: Headers,
    source: ReadableStream<Uint8Array> | 'chunks',
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const isEvents = headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    const reader = source === 'chunks' ? null : source.getReader();
    let open = true;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        pending.body = {
          push: (bytes) => {
            if (open) controller.enqueue(bytes);
          },
          end: () => {
            if (open) controller.close();
            open = false;
          },
          abort: (reason) => {
            if (!open) return;
            open = false;
            reader?.cancel().catch(() => {});
            if (isEvents) controller.close();
            else controller.error(reason);
          },
          lose: (error) => {
            if (!open) return;
            open = false;
            reader?.cancel().catch(() => {});
            if (!isEvents) {
              controller.error(error);
              return;
            }
            const event = JSON.stringify({ error: error.toBody('').error });
            controller.enqueue(new TextEncoder().encode(`data: ${event}\n\ndata: [DONE]\n\n`));
            controller.close();
          },
        };
      },
      pull: async (controller) => {
        if (!reader) return;
        const { done, value } = await reader.read();
        if (!open) return;
        if (done) {
          open = false;
          this.#forget(id);
          controller.close();
        } else {
          controller.enqueue(value as Uint8Array<ArrayBuffer>);
        }
      },
      cancel: () => {
        open = false;
        reader?.cancel().catch(() => {});
        this.#cancel(id);
      },
    });
  }

  #cancel(id: number): void {
    if (!this.#pending.has(id)) return;
    const message: PortRequest = { type: 'cancel', id };
    this.#port.postMessage(message);
    this.#forget(id);
  }

  #forget(id: number): void {
    const pending = this.#pending.get(id);
    pending?.signal?.removeEventListener('abort', pending.onAbort);
    this.#pending.delete(id);
  }
}

/** Making a blob asks another process, which a small request would feel: only uploads become one. */
function readBody(request: Request): Promise<Blob | ArrayBuffer | null> {
  if (!request.body) return Promise.resolve(null);
  const isJson = request.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson ? request.arrayBuffer() : request.blob();
}
