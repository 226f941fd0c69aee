import type { TaskEvent } from '#engine/tasks.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import { PortFetch } from '#transport/port-fetch.ts';
import { providerReason, reportSent } from '#transport/sent-requests.ts';
import { RELAY_FAILED, RELAY_GRANT, toRelayFailure } from '#transport/server-relay.ts';
import { RelayError, type RelayPortMessage, type RemoteCall } from './relay-message.ts';
import type { RelayFetch } from './run-call.ts';
import { RunReader } from './run-port.ts';

interface Started {
  worker: Worker;
  port: PortFetch;
  runs: Set<RunReader>;
}

/** The threads whose policy lets requests leave, to the hosts that were configured when each started. */
export class Relay {
  readonly #open: () => Worker;
  #current: Started | null = null;
  /** The current one, and those before it that still answer. */
  readonly #all = new Set<Started>();

  constructor(open: () => Worker) {
    this.#open = open;
  }

  /** As `fetch` of a page, which rejects where the host cannot be reached. */
  readonly fetch: RelayFetch = async (url, init, grant) => {
    try {
      return await this.#fetch(url, init, grant);
    } catch (error) {
      // The host was configured after the thread started: a new one has its policy.
      const isOld = error instanceof RelayError && error.why === 'policy';
      if (!isOld || init.body instanceof ReadableStream) throw error;
      return this.#fetch(url, init, grant);
    }
  };

  async #fetch(...[url, init, grant]: Parameters<RelayFetch>): Promise<Response> {
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
    const sent = () => reportSent(url, 'provider', body, providerReason(url));
    const response = await port.fetch(request, reading).catch((error: unknown) => {
      sent();
      throw error;
    });
    const why = toRelayFailure(response.headers.get(RELAY_FAILED));
    // A policy without the host let nothing leave.
    if (why !== 'policy') sent();
    else this.renew();
    if (why !== null || port.isLost) throw new RelayError(why ?? 'network');
    return response;
  }

  /** Runs a task there, so that nothing that a provider sends is parsed on this thread. @throws EngineError */
  async *run(call: RemoteCall, signal: AbortSignal): AsyncGenerator<TaskEvent> {
    const started = this.#started();
    const { port1, port2 } = new MessageChannel();
    const reader = new RunReader(port1, () => {
      if (this.#current === started) this.renew();
    });
    started.runs.add(reader);
    const message: RelayPortMessage = { type: 'run', port: port2, call };
    started.worker.postMessage(message, [port2]);
    try {
      yield* reader.events(signal);
    } finally {
      started.runs.delete(reader);
      this.#endIfUnused(started);
    }
  }

  /** The next request starts a thread with the policy of the hosts configured then. Running answers continue. */
  renew(): void {
    const started = this.#current;
    this.#current = null;
    if (started) this.#endIfUnused(started);
  }

  /** Ends every thread with all that it runs: nothing more leaves. `why`: a sentence for those who wait. */
  end(why: string): void {
    this.#current = null;
    for (const started of this.#all) {
      for (const run of started.runs) run.fail(new UpstreamError(why, { fault: 'unreachable' }));
      this.#end(started);
    }
  }

  #endIfUnused(started: Started): void {
    if (started !== this.#current && started.runs.size === 0) this.#end(started);
  }

  #end(started: Started): void {
    this.#all.delete(started);
    started.port.lose();
    started.worker.terminate();
  }

  #started(): Started {
    if (this.#current) return this.#current;
    const worker = this.#open();
    const { port1, port2 } = new MessageChannel();
    // What the provider sends ends as the provider ends it.
    const port = new PortFetch(port1, { endsEvents: false });
    const started: Started = { worker, port, runs: new Set() };
    this.#current = started;
    this.#all.add(started);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#current === started) this.#current = null;
      const message = 'The thread that calls providers ended unexpectedly.';
      for (const run of started.runs)
        run.fail(new UpstreamError(message, { fault: 'unreachable' }));
      this.#endIfUnused(started);
    };
    const message: RelayPortMessage = { type: 'open', port: port2 };
    worker.postMessage(message, [port2]);
    return started;
  }
}
