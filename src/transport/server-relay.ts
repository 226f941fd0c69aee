import type { Boundary } from '#contract/boundary.ts';

/** Where the relay worker has the server of its page call providers that do not let pages read their answers. */
export const RELAY_PATH = '/bridge/relay';
/** Header: proves that a request comes from the tab which the server is paired with. */
export const RELAY_GRANT = 'x-alcove-relay-grant';
/** Header: the address that is called, as `URL` writes it. */
export const RELAY_TARGET = 'x-alcove-relay-target';
/** Header: GET or POST. */
export const RELAY_METHOD = 'x-alcove-relay-method';
/** Header of a substitute answer: why the host was not reached, a `RelayFailure`. */
export const RELAY_FAILED = 'x-alcove-relay-failed';

export type RelayFailure =
  /** Not reached; browsers do not say why. */
  | 'network'
  /** The policy of the relay worker does not list the host. */
  | 'policy'
  /** The certificate is not trusted. */
  | 'certificate'
  /** The name has no address, or one that its label does not allow. */
  | 'name'
  /** Nothing listens there. */
  | 'refused'
  /** It sends the request elsewhere. */
  | 'redirect'
  /** The server does not know the tab, or the address is not configured. */
  | 'not-allowed'
  /** The page has no server that calls it, or is not paired with it. */
  | 'no-server';

const FAILURES: readonly unknown[] = [
  'network',
  'policy',
  'certificate',
  'name',
  'refused',
  'redirect',
  'not-allowed',
] satisfies RelayFailure[];

export function toRelayFailure(text: string | null): RelayFailure | null {
  if (text === null) return null;
  return FAILURES.includes(text) ? (text as RelayFailure) : 'network';
}

/** A provider that the tab lets its server call. */
export interface RelayTarget {
  baseUrl: string;
  boundary: Boundary;
}

/** Message of the tab, as text, after it has joined: replaces the addresses that the server may call. */
export interface RelayMessage {
  type: 'relay';
  /** A secret of this connection: requests prove with it where they come from. */
  grant: string;
  targets: RelayTarget[];
}

/** The server's answer, as text: the grant is valid from now on. */
export interface RelayReady {
  type: 'relay-ready';
  grant: string;
}

/** Characters of a `RelayMessage`. */
export const MAX_RELAY_MESSAGE = 262_144;

/** Paths that the adapter of providers adds to a base URL, by method: the server calls nothing else. */
export const RELAY_CALLS: Readonly<Record<string, 'GET' | 'POST'>> = {
  '/models': 'GET',
  '/chat/completions': 'POST',
  '/completions': 'POST',
  '/embeddings': 'POST',
  '/rerank': 'POST',
  '/audio/transcriptions': 'POST',
  '/audio/translations': 'POST',
};
