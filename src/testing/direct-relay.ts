import type { RemoteCall } from '#host/remote/relay-message.ts';
import type { RemoteService } from '#host/remote/remote-service.ts';
import { type RelayFetch, runCall } from '#host/remote/run-call.ts';

/** A relay that calls providers from this thread. */
export function directRelay(
  fetch: RelayFetch = (url, init) => globalThis.fetch(url, init),
): ConstructorParameters<typeof RemoteService>[0]['relay'] {
  const run = (call: RemoteCall, signal: AbortSignal) => runCall(call, fetch, signal);
  return { fetch, run, renew: () => {}, end: () => {} };
}
