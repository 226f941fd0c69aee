import type { Provider } from '#contract/providers.ts';
import { UpstreamError } from '#engine/upstream-error.ts';
import type { RelayFailure, RelayTarget } from '#transport/server-relay.ts';
import { type Relay, RelayError } from './relay.ts';

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

/** The same; where the server of the page knows why a provider was not reached, the error says so. @throws UpstreamError */
export function describedFetch({ name, via }: Pick<Provider, 'name' | 'via'>, fetch: Fetch): Fetch {
  if (via === 'page') return fetch;
  return (url, init) =>
    fetch(url, init).catch((error: unknown) => {
      const why = error instanceof RelayError ? REASONS[error.why] : undefined;
      if (why === undefined) throw error;
      throw new UpstreamError(
        `${name} could not be reached ${why}.`,
        { fault: 'unreachable' },
        error,
      );
    });
}

const REASONS: Partial<Record<RelayFailure, string>> = {
  'no-server': 'because the server of this page is not connected (Developer, Connect)',
  'not-allowed': 'because the server of this page does not call that address',
  certificate: 'because its certificate is not trusted by the server of this page',
  name: 'because its name has no address that its label allows',
  refused: 'because nothing listens at its address',
  redirect: 'because it redirects to another address',
};

/** The providers that the server of the page may call. */
export function relayTargets(providers: readonly Provider[]): RelayTarget[] {
  return providers.flatMap(({ via, baseUrl, boundary }) =>
    via === 'server' ? [{ baseUrl, boundary }] : [],
  );
}
