import { PortFetch } from '#transport/port-fetch.ts';
import { reportSent } from '#transport/sent-requests.ts';
import {
  RELAY_FAILED,
  RELAY_GRANT,
  type RelayFailure,
  toRelayFailure,
} from '#transport/server-relay.ts';
import type { RelayPortMessage } from './relay-message.ts';

/**
 * A host was not reached. `policy`: the relay was started without the policy that lists it, before the service
 * worker answered its script.
 */
export class RelayError extends TypeError {
  override readonly name = 'RelayError';
  readonly why: RelayFailure;

  constructor(why: RelayFailure) {
    super('The host could not be reached.');
    this.why = why;
  }
}

/** The one thread whose policy lets requests leave, to the hosts that were configured when it started. */
export class Relay {
  readonly #open: () => Worker;
  #worker: { worker: Worker; port: PortFetch } | null = null;

  constructor(open: () => Worker) {
    this.#open = open;
  }

  /**
   * As `fetch` of a page, which rejects where the host cannot be reached. `grant`: the server of the page calls it.
   * @throws RelayError, AbortError
   */
  readonly fetch = async (url: string, init: RequestInit, grant?: string): Promise<Response> => {
    const { port } = this.#started();
    const { signal, ...rest } = init;
    // The relay decides how it fetches: only method, headers and body are passed on.
    const { method = 'GET', body = null } = rest;
    const headers = new Headers(rest.headers);
    if (grant !== undefined) headers.set(RELAY_GRANT, grant);
    const isText = typeof body === 'string';
    const request = new Request(url, {
      method,
      headers,
      body: isText ? null : body,
      ...(signal && { signal }),
    });
    // Text need not become a stream on its way.
    const reading = isText ? Promise.resolve(new TextEncoder().encode(body).buffer) : undefined;
    const sent = () => reportSent(url, 'provider', body);
    const response = await port.fetch(request, reading).catch((error: unknown) => {
      sent();
      throw error;
    });
    const why = toRelayFailure(response.headers.get(RELAY_FAILED));
    // A policy without the host let nothing leave.
    if (why !== 'policy') sent();
    if (why === 'policy') this.restart();
    if (why !== null || port.isLost) throw new RelayError(why ?? 'network');
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
    const message: RelayPortMessage = { type: 'open', port: port2 };
    worker.postMessage(message, [port2]);
    return started;
  }
}
