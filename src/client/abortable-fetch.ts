import { BASE } from '#contract/app-path.ts';
import { isServicePath } from '#contract/paths.ts';
import type { Connection } from './connection.ts';

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
