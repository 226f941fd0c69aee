import type { Provider } from '#contract/providers.ts';
import type { RelayTarget } from '#transport/server-relay.ts';
import type { Relay } from './relay.ts';
import { RelayError } from './relay-message.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The server of this page, which calls providers that do not let pages read their answers. */
export interface PageServer {
  /** Replaces the addresses that it may call. */
  allowRelay: (targets: readonly RelayTarget[]) => void;
  /** Proves that a call comes from this tab; null where no server calls anything for it. */
  relayGrant: () => Promise<string | null>;
}

/** Calls a provider in the way that is set for it. @throws RelayError, AbortError */
export function fetchOf(
  { via }: Pick<Provider, 'via'>,
  relay: Pick<Relay, 'fetch'>,
  server: PageServer,
): Fetch {
  if (via === 'page') return relay.fetch;
  return async (url, init) => {
    const grant = await server.relayGrant();
    if (grant === null) throw new RelayError('no-server');
    return relay.fetch(url, init, grant);
  };
}

/** The providers that the server of the page may call. */
export function relayTargets(providers: readonly Provider[]): RelayTarget[] {
  return providers.flatMap(({ via, baseUrl, boundary }) =>
    via === 'server' ? [{ baseUrl, boundary }] : [],
  );
}
