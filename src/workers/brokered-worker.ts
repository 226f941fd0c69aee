import type { BrokerFailure, BrokerRequest } from './broker-messages.ts';

export type TransferList = Transferable[] | StructuredSerializeOptions;

/** `postMessage` in both of its forms. */
export function sendOver(port: MessagePort, message: unknown, transfer: TransferList = []): void {
  if (Array.isArray(transfer)) port.postMessage(message, transfer);
  else port.postMessage(message, transfer);
}

/** Makes every `new Worker` of this thread ask the page behind the port for it (worker-broker.ts). */
export function installWorkerBroker(broker: MessagePort): void {
  const started = new Map<number, BrokeredWorker>();
  let nextId = 1;
  const send = (request: BrokerRequest, transfer: Transferable[] = []) =>
    broker.postMessage(request, transfer);
  broker.onmessage = ({ data: { id, message } }: MessageEvent<BrokerFailure>) =>
    started.get(id)?.fail(message);

  class Brokered extends BrokeredWorker {
    constructor(script: string | URL, { name = '' }: WorkerOptions = {}) {
      const url = new URL(script, location.href);
      if (url.origin !== location.origin) {
        throw new DOMException(`Scripts come from this origin only: ${url}`, 'SecurityError');
      }
      const { port1, port2 } = new MessageChannel();
      const id = nextId++;
      super(port1, () => {
        started.delete(id);
        send({ type: 'end', id });
      });
      started.set(id, this);
      send({ type: 'start', id, url: url.href, name, port: port2 }, [port2]);
    }
  }
  Object.assign(globalThis, { Worker: Brokered });
}

/** A worker that another thread started: as `Worker`, with a port for its messages. */
class BrokeredWorker extends EventTarget {
  onmessage: ((event: Event) => void) | null = null;
  onmessageerror: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readonly #port: MessagePort;
  readonly #end: () => void;

  constructor(port: MessagePort, end: () => void) {
    super();
    this.#port = port;
    this.#end = end;
    for (const type of ['message', 'messageerror', 'error'] as const) {
      this.addEventListener(type, (event) => this[`on${type}`]?.(event));
    }
    port.onmessage = ({ data, ports }) =>
      this.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
    port.onmessageerror = () => this.dispatchEvent(new MessageEvent('messageerror'));
  }

  postMessage(message: unknown, transfer?: TransferList): void {
    sendOver(this.#port, message, transfer);
  }

  terminate(): void {
    this.#end();
    this.#port.close();
  }

  /** Like a browser: an error that no listener handles is an error of this thread. */
  fail(message: string): void {
    const event = message
      ? new ErrorEvent('error', { message, cancelable: true })
      : new Event('error', { cancelable: true });
    const isUnhandled = this.dispatchEvent(event);
    if (isUnhandled && message) reportError(new Error(message));
  }
}
