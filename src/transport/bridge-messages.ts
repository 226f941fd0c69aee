/** Where the server describes itself; every build has an empty one for static hosts. */
export const BRIDGE_FILE = '/bridge.json';
/** Where the tab opens its socket to the server. */
export const BRIDGE_SOCKET = '/bridge';
/** Under which the server answers as a model hub does, for the models that `alcove pull` stored next to it. */
export const SERVER_MODELS_PATH = '/server-models';
/** Begins the fragment of the address that pairs a browser: fragments are never sent to a server. */
export const PAIR_FRAGMENT = '#pair=';

/** What `BRIDGE_FILE` says. */
export interface BridgeDescription {
  /** Version of this protocol; null on a static host, `away` from the service worker when no tab answers. */
  bridge: number | 'away' | null;
  /** Cards of the models that the server has under `SERVER_MODELS_PATH`; absent on a static host. */
  models?: unknown;
  /** Whether two devices can meet at the server to move data (`move-rooms.ts`). */
  rooms?: unknown;
}
export const BRIDGE_VERSION = 1;

/** First message of the tab, as text. */
export interface JoinMessage {
  type: 'join';
  /** From an earlier pairing. */
  credential: string | null;
  /** From the address or a person: pairs this browser. */
  token: string | null;
}

/** The server's answer, as text. After `joined` only frames follow. */
export type JoinAnswer =
  /** `credential`: after a pairing, for the next times. `relays`: it calls providers for the tab where they allow no page. */
  | { type: 'joined'; credential: string | null; relays?: boolean }
  | { type: 'refused'; reason: 'not-paired' | 'wrong-token' | 'too-many' };

const REASONS: readonly unknown[] = ['not-paired', 'wrong-token', 'too-many'];

export function isJoinAnswer(value: unknown): value is JoinAnswer {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'refused') return 'reason' in value && REASONS.includes(value.reason);
  if (value.type !== 'joined' || !('credential' in value)) return false;
  return value.credential === null || typeof value.credential === 'string';
}

/** How this browser stands with the server that serves its page. */
export interface BridgeStatus {
  /** `none`: a static host. `away`: the server does not answer. */
  state: 'none' | 'away' | 'not-paired' | 'connecting' | 'connected';
  /** Whether the server calls providers that do not let pages read their answers. */
  relays: boolean;
}
