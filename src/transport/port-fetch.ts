import { type ApiError, engineUnavailable, hostLost } from '#contract/api-error.ts';
import type { PortRequest, PortResponse, PortUse, RequestPort } from './port-protocol.ts';
import { type RequestBody, readBody } from './read-body.ts';
import { openBody, type ResponseBody } from './response-body.ts';
import { isTraced, trace, traceNow } from './trace.ts';

interface Pending {
  resolve: (response: Response) => void;
  /** Null until the answer's head has come. */
  body: ResponseBody | null;
  onAbort: () => void;
  signal: AbortSignal | null;
  /** For the trace: the request, its time, and its id once the answer names it. */
  sent: { detail: string; at: number } | null;
  requestId: string | null;
}

/** `fetch` over a port to the host worker. */
export class PortFetch {
  readonly #port: RequestPort;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #lost: ApiError | null = null;
  readonly #listeners = new Set<(error: ApiError) => void>();

  readonly #endsEvents: boolean;

  /**
   * The port must have said hello already. `endsEvents`: a stream of events that breaks off ends with an error event
   * of ours; otherwise it breaks off here, too.
   */
  constructor(port: RequestPort, { endsEvents = true } = {}) {
    this.#port = port;
    this.#endsEvents = endsEvents;
    port.onmessage = ({ data }: MessageEvent<PortResponse>) => this.#receive(data);
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** Whether an answer is pending or being written. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** Calls back when the host is gone, immediately if it is already. @returns a function that unsubscribes. */
  onLost(listener: (error: ApiError) => void): () => void {
    if (this.#lost) listener(this.#lost);
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Rejects only with an AbortError; every other failure is a response with a typed error.
   * `reading`: the body, where the caller has begun to read it already.
   */
  async fetch(
    request: Request,
    reading: Promise<RequestBody> = readBody(request),
  ): Promise<Response> {
    const signal = request.signal;
    signal.throwIfAborted();
    const { method, url } = request;
    const headers = [...request.headers];
    const body = await reading;
    signal.throwIfAborted();
    if (this.#lost) return this.#lost.toResponse(crypto.randomUUID());
    const id = this.#nextId++;
    const message: PortRequest = { type: 'request', id, method, url, headers, body };
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        // Nothing more is read for it: readers of its body must get the error now.
        this.#pending.get(id)?.body?.abort(signal.reason);
        this.#cancel(id);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const sent = isTraced()
        ? { detail: `${method} ${new URL(url).pathname}`, at: traceNow() }
        : null;
      this.#pending.set(id, { resolve, body: null, onAbort, signal, sent, requestId: null });
      this.#port.postMessage(message, body instanceof ArrayBuffer ? [body] : []);
    });
  }

  /** Gives another thread a port of its own to the same host. */
  attach(as: PortUse, port: MessagePort): void {
    const message: PortRequest = { type: 'attach', as, port };
    this.#port.postMessage(message, [port]);
  }

  /** The host is gone: everything in flight fails immediately with a typed error. */
  lose(): void {
    const error = hostLost();
    this.#lost = error;
    for (const [id, pending] of this.#pending) {
      if (pending.body) pending.body.lose(error);
      else pending.resolve(error.toResponse(crypto.randomUUID()));
      this.#forget(id);
    }
    this.#port.close();
    for (const listener of this.#listeners) listener(error);
    this.#listeners.clear();
  }

  #receive(data: PortResponse): void {
    const pending = 'id' in data ? this.#pending.get(data.id) : undefined;
    if (!pending) return;
    switch (data.type) {
      case 'hello':
      case 'refused':
        return;
      case 'head': {
        // The pairs as they came: a Headers object between would be walked once more.
        const { id, status, headers } = data;
        if (pending.sent) traceHead(pending, status, headers);
        if (data.body === 'none') this.#forget(id);
        else pending.body = this.#openBody(id, data.body);
        pending.resolve(new Response(pending.body?.stream ?? null, { status, headers }));
        return;
      }
      case 'whole': {
        const { id, status, headers, bytes } = data;
        if (pending.sent) traceHead(pending, status, headers);
        this.#forget(id);
        // As a stream: Chromium makes a blob of the bytes a service worker answers with, in another process.
        const body = openBody({ isEvents: false, onCancel: () => {} });
        body.push(new Uint8Array(bytes));
        body.end();
        pending.resolve(new Response(body.stream, { status, headers }));
        return;
      }
      case 'chunk':
        pending.body?.push(data.bytes);
        if (!data.isLast) return;
        pending.body?.end();
        this.#forget(data.id);
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

  #openBody(id: number, source: 'events' | 'chunks'): ResponseBody {
    const onCancel = () => this.#cancel(id);
    const { acknowledge } = this.#port;
    const pull = acknowledge && (async () => acknowledge.call(this.#port, id));
    const isEvents = source === 'events' && this.#endsEvents;
    return openBody({ isEvents, onCancel, ...(pull && { pull }) });
  }

  #cancel(id: number): void {
    if (!this.#pending.has(id)) return;
    const message: PortRequest = { type: 'cancel', id };
    this.#port.postMessage(message);
    this.#forget(id);
  }

  #forget(id: number): void {
    const pending = this.#pending.get(id);
    if (pending?.requestId) trace(pending.requestId, 'ended');
    pending?.signal?.removeEventListener('abort', pending.onAbort);
    this.#pending.delete(id);
  }
}

/** The id of a request comes with its answer: the step before it is reported late, with its own time. */
function traceHead(pending: Pending, status: number, headers: readonly [string, string][]): void {
  const requestId = headers.find(([name]) => name === 'x-request-id')?.[1];
  if (!requestId || !pending.sent) return;
  pending.requestId = requestId;
  trace(requestId, 'sent', pending.sent);
  trace(requestId, 'headers', { detail: String(status) });
}
