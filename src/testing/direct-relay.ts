import type { RemoteService } from '#host/remote/remote-service.ts';
import { type RelayFetch, runCall } from '#host/remote/run-call.ts';

/** A relay that calls providers from this thread. */
export function directRelay(
  fetch: RelayFetch = (url, init) => globalThis.fetch(url, init),
): ConstructorParameters<typeof RemoteService>[0]['relay'] {
  return { fetch, renew: () => {}, run: (call, signal) => runCall(call, fetch, signal) };
}
