import { whenLifelineEnds } from './lifeline.ts';
import {
  type PortRequest,
  type PortResponse,
  type PortUse,
  type RequestPort,
  WIRE_VERSION,
} from './port-protocol.ts';

/**
 * `blob`: the body of the request where it came as one, which is cheaper to move than to read. `via`: who passed the
 * request on, where it did not come from a page.
 */
type Handler = (request: Request, blob: Blob | null, via?: 'bridge') => Promise<Response>;

/** The error of failures that no other code has described. */
const FAILED = 'The request could not be answered. Please try again.';

export interface PortService {
  /** Name of the lock this host holds while it lives. */
  epoch: string;
  handle: Handler;
  /** Serves the control interface on a port. */
  control: (port: MessagePort) => void;
  /** Serves a Realtime session on a port; absent where no models run. */
  realtime?: (port: MessagePort, via?: 'bridge') => void;
}

/** Serves a port for what it is attached as. */
export function attachPort(
  { as, port }: { as: PortUse; port: MessagePort },
  service: PortService,
): void {
  if (as === 'requests') servePort(port, service);
  else service[as]?.(port);
}

/**
 * Answers HTTP requests that come over a port, and serves every port attached to it.
 * @returns a function that aborts the running requests, for ports that report the loss of their other end.
 */
export function servePort(port: RequestPort, service: PortService): () => void {
  const running = new Map<number, AbortController>();
  const send = (message: PortResponse, transfer: Transferable[] = []) =>
    port.postMessage(message, transfer);

  async function answer(message: Extract<PortRequest, { type: 'request' }>): Promise<void> {
    const { id, method, url, headers, body } = message;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const request = new Request(url, { method, headers, body, signal: controller.signal });
      const response = await service.handle(request, body instanceof Blob ? body : null);
      const head = { type: 'head', id, status: response.status } as const;
      const pairs: [string, string][] = [...response.headers];
      if (!response.body) {
        running.delete(id);
        send({ ...head, headers: pairs, body: 'none' });
      } else if (isWhole(response) && !port.whenWanted) {
        const bytes = await readWhole(response.body, controller.signal);
        running.delete(id);
        send({ type: 'whole', id, status: response.status, headers: pairs, bytes }, [bytes]);
      } else {
        send({ ...head, headers: pairs, body: isEvents(response) ? 'events' : 'chunks' });
        await pump(id, response.body, controller.signal);
        running.delete(id);
      }
    } catch {
      running.delete(id);
      send({ type: 'failed', id, message: FAILED });
    }
  }

  async function pump(id: number, body: ReadableStream<Uint8Array>, signal: AbortSignal) {
    const reader = body.getReader();
    signal.addEventListener('abort', () => reader.cancel().catch(() => {}), { once: true });
    let isOver = false;
    reader.closed.then(
      () => {
        isOver = true;
      },
      () => {},
    );
    for (;;) {
      await port.whenWanted?.(id);
      const { done, value } = await reader.read();
      if (done) break;
      // A stream that ends with this chunk says so in the next microtask.
      await Promise.resolve();
      const bytes = new Uint8Array(value);
      send({ type: 'chunk', id, bytes, isLast: isOver }, [bytes.buffer]);
      if (isOver) return;
    }
    send({ type: 'end', id });
  }

  const abortAll = () => {
    for (const controller of running.values()) controller.abort();
  };
  port.onmessage = ({ data }: MessageEvent<PortRequest>) => {
    switch (data.type) {
      case 'request':
        // `answer` turns every failure into a message.
        answer(data).catch(() => {});
        return;
      case 'cancel':
        running.get(data.id)?.abort();
        return;
      case 'attach':
        attachPort(data, service);
        return;
      case 'lifeline':
        whenLifelineEnds(data.name, () => {
          abortAll();
          port.close();
        });
        return;
    }
  };
  send({ type: 'hello', version: WIRE_VERSION, epoch: service.epoch });
  return abortAll;
}

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';
const isEvents = (response: Response) => typeOf(response).startsWith('text/event-stream');
/** JSON is made before it is sent; everything else may be sent while it is made. */
const isWhole = (response: Response) => typeOf(response).startsWith('application/json');

/** A body that is aborted breaks off: its reader has left. */
async function readWhole(body: ReadableStream<Uint8Array>, signal: AbortSignal) {
  const stop = () => body.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  return new Response(body).arrayBuffer();
}
