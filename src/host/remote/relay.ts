import { PortFetch } from '#transport/port-fetch.ts';
import { RELAY_FAILED, type RelayMessage } from './relay-message.ts';

/** The relay was started without the policy that lists this host: before the service worker answered its script. */
export class RelayPolicyError extends TypeError {
  override readonly name = 'RelayPolicyError';
}

/** The one thread whose policy lets requests leave, to the hosts that were configured when it started. */
export class Relay {
  readonly #open: () => Worker;
  #worker: { worker: Worker; port: PortFetch } | null = null;

  constructor(open: () => Worker) {
    this.#open = open;
  }

  /** As `fetch` of a page, which rejects where the host cannot be reached. @throws TypeError, AbortError */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { port } = this.#started();
    const { signal, ...rest } = init;
    // The relay decides how it fetches: of these fields only what is sent crosses.
    const { method = 'GET', headers = {}, body = null } = rest;
    const isText = typeof body === 'string';
    const request = new Request(url, {
      method,
      headers,
      body: isText ? null : body,
      ...(signal && { signal }),
    });
    // Text need not become a stream on its way.
    const reading = isText ? Promise.resolve(new TextEncoder().encode(body).buffer) : undefined;
    const response = await port.fetch(request, reading);
    const failure = response.headers.get(RELAY_FAILED);
    if (failure === 'policy') {
      this.restart();
      throw new RelayPolicyError('The relay has no permission for this host.');
    }
    if (failure !== null || port.isLost) {
      throw new TypeError('The host could not be reached.');
    }
    return response;
  };

  /** Ends the thread: the next request starts one with the policy of the hosts configured then. */
  restart(): void {
    this.#worker?.port.lose();
    this.#worker?.worker.terminate();
    this.#worker = null;
  }

  #started() {
    if (this.#worker) return this.#worker;
    const worker = this.#open();
    const { port1, port2 } = new MessageChannel();
    // What the provider sends ends as the provider ends it.
    const started = { worker, port: new PortFetch(port1, { endsEvents: false }) };
    this.#worker = started;
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === started) this.restart();
    };
    const message: RelayMessage = { type: 'open', port: port2 };
    worker.postMessage(message, [port2]);
    return started;
  }
}
