import { wrap } from 'comlink';
import { untilAborted } from '#base/promises.ts';
import { ApiError, engineUnavailable } from '#contract/api-error.ts';
import { BASE } from '#contract/app-path.ts';
import { isServicePath } from '#contract/paths.ts';
import type { HostControl } from '#transport/host-control.ts';
import { HostRefusedError, openConnection, WireVersionError } from '#transport/open-connection.ts';
import type { PortFetch } from '#transport/port-fetch.ts';
import type { PortUse } from '#transport/port-protocol.ts';
import type { HostPage } from './host-page.ts';
import { notifyServiceWorker } from './service-worker-registration.ts';

const ROUND_MS = 1_000;
const PAUSE_MS = 50;
/** Milliseconds without any way to the host after which its page counts as hung. */
const TAKE_OVER_MS = 6_000;
const GIVE_UP_MS = 15_000;

export interface Connection {
  /** `fetch` for `/v1`, over the port. Same answers as through the service worker. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /**
   * Calls the host's control interface, whichever page hosts it now. Asks the next host once when that one goes away
   * before it has answered. Rejects when the signal aborts.
   */
  control: <T>(use: (control: HostControl) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Hands a port to the host over this page's own way to it, which knows when that host is gone. */
  relay: (port: MessagePort, as?: PortUse) => Promise<Pick<PortFetch, 'onLost'>>;
}

interface Link {
  requests: PortFetch;
  control: HostControl;
}

/**
 * This page's own way to the host worker: direct when the page hosts it, else through the service
 * worker, which is asked even when it does not control the page. `onHost` is called for each host found.
 */
export function createConnection(
  host: HostPage,
  registered: Promise<ServiceWorkerRegistration | null>,
  onHost: (control: HostControl) => void = () => {},
): Connection {
  let current: Promise<Link> | null = null;

  async function link(): Promise<Link> {
    const asked = current;
    const known = await asked?.catch(() => null);
    if (known && !known.requests.isLost) return known;
    // The first caller searches; the others wait for the same link.
    if (current === asked) current = search();
    return current as Promise<Link>;
  }

  async function search(): Promise<Link> {
    const start = performance.now();
    let isTakingOver = false;
    while (performance.now() - start < GIVE_UP_MS) {
      const near = await reach();
      const requests = near ? await openConnection(near, ROUND_MS) : null;
      if (requests) {
        // Over the connection itself: it asks nothing of the page that runs the host.
        const { port1, port2 } = new MessageChannel();
        requests.attach('control', port2);
        const control = wrap<HostControl>(port1) as unknown as HostControl;
        onHost(control);
        return { requests, control };
      }
      if (!isTakingOver && performance.now() - start > TAKE_OVER_MS) {
        isTakingOver = true;
        host.takeOver();
      }
      await pause();
    }
    throw engineUnavailable('The models could not be started in any tab. Reload the page.');
  }

  /** The near end of a channel whose far end was handed to the host; null where it could not be. */
  async function reach(): Promise<MessagePort | null> {
    const { port1, port2 } = new MessageChannel();
    if (host.attach('requests', port2)) return port1;
    // Where service workers are blocked it may never be known; this page may become the host meanwhile.
    const registration = await Promise.race([registered, pause()]);
    const message = { type: 'alcove:attach', as: 'requests' } as const;
    const isSent = registration !== null && notifyServiceWorker(registration, message, [port2]);
    return isSent ? port1 : null;
  }

  return {
    async fetch(input, init) {
      const target = input instanceof Request ? input : new URL(String(input), location.href);
      const request = new Request(target, init);
      try {
        const { requests } = await untilAborted(link(), request.signal);
        return await requests.fetch(request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        return engineUnavailable(toSentence(error)).toResponse(crypto.randomUUID());
      }
    },
    async control(use, signal) {
      for (let isAgain = false; ; isAgain = true) {
        const { requests, control } = await untilAborted(link(), signal);
        let stop = () => {};
        const lost = new Promise<never>((_, reject) => {
          stop = requests.onLost(reject);
        });
        try {
          return await untilAborted(Promise.race([use(control), lost]), signal);
        } catch (error) {
          if (isAgain || !requests.isLost || signal?.aborted) throw error;
        } finally {
          stop();
        }
      }
    },
    async relay(port, as = 'requests') {
      const { requests } = await link();
      requests.attach(as, port);
      return requests;
    },
  };
}

function pause(): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), PAUSE_MS));
}

/** What a person is shown: errors that were not written for one are reported instead. */
function toSentence(error: unknown): string {
  const isSentence =
    error instanceof HostRefusedError ||
    error instanceof WireVersionError ||
    error instanceof ApiError;
  if (isSentence) return error.message;
  reportError(error);
  return 'The models could not be reached. Reload the page.';
}

/**
 * Has `fetch` of this page send requests of `/v1` that can be aborted over the page's own way to the host. Chromium does
 * not report an abort to the service worker (its `FetchEvent.request.signal` never fires): the model of an answer in one
 * piece would work for a client that has left, and a client that tries again would wait for it.
 */
export function followAborts({ fetch: overPort }: Pick<Connection, 'fetch'>): void {
  const throughNetwork = globalThis.fetch.bind(globalThis);
  globalThis.fetch = (input, init) => {
    const canAbort = Boolean(init?.signal) || input instanceof Request;
    return canAbort && isService(input) ? overPort(input, init) : throughNetwork(input, init);
  };
}

function isService(input: RequestInfo | URL): boolean {
  const address = input instanceof Request ? input.url : String(input);
  if (!URL.canParse(address, location.href)) return false;
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && isServicePath(pathname, BASE);
}
