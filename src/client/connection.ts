import { wrap } from 'comlink';
import { engineUnavailable } from '#contract/api-error.ts';
import type { HostControl } from '#transport/host-control.ts';
import { openConnection } from '#transport/open-connection.ts';
import type { PortFetch } from '#transport/port-fetch.ts';
import type { HostPage } from './host-page.ts';
import { tellServiceWorker } from './service-worker-registration.ts';

const ROUND_MS = 1_000;
const GIVE_UP_MS = 15_000;

export interface Connection {
  /** `fetch` for `/v1`, over the port. Same answers as through the service worker. */
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
  /** Calls the host's control interface, whichever page hosts it now. */
  control: <T>(use: (control: HostControl) => Promise<T>) => Promise<T>;
}

/**
 * This page's own way to the host worker: direct when the page hosts it, else through the service
 * worker, which is asked even when it does not control the page.
 */
export function createConnection(
  host: HostPage,
  registered: Promise<ServiceWorkerRegistration | null>,
): Connection {
  let current: Promise<Link> | null = null;

  interface Link {
    requests: PortFetch;
    control: HostControl;
  }

  async function link(): Promise<Link> {
    const asked = current;
    const known = await asked?.catch(() => null);
    if (known && !known.requests.isLost) return known;
    // Whoever comes first searches; the others wait for the same link.
    if (current === asked) current = search();
    return current as Promise<Link>;
  }

  async function search(): Promise<Link> {
    const start = performance.now();
    while (performance.now() - start < GIVE_UP_MS) {
      const [near, far] = await reach('requests');
      const requests = far ? await openConnection(near, ROUND_MS) : null;
      if (requests) {
        const [control] = await reach('control');
        return { requests, control: wrap<HostControl>(control) as unknown as HostControl };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw engineUnavailable('The models could not be started in any tab. Reload the page.');
  }

  /** A channel whose far end was handed to the host, or could not be. */
  async function reach(as: 'requests' | 'control'): Promise<[MessagePort, boolean]> {
    const { port1, port2 } = new MessageChannel();
    if (host.attach(as, port2)) return [port1, true];
    const registration = await registered;
    const message = { type: 'alcove:attach', as } as const;
    return [port1, registration !== null && tellServiceWorker(registration, message, [port2])];
  }

  return {
    async fetch(input, init) {
      const target = input instanceof Request ? input : new URL(String(input), location.href);
      const request = new Request(target, init);
      try {
        return await (await link()).requests.fetch(request);
      } catch (error) {
        if (request.signal.aborted) throw error;
        const message = error instanceof Error ? error.message : String(error);
        return engineUnavailable(message).toResponse(crypto.randomUUID());
      }
    },
    control: async (use) => use((await link()).control),
  };
}
