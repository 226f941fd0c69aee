import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { BOUNDARIES, type Boundary } from '#contract/boundary.ts';
import { providerOrigin } from '#contract/provider-origin.ts';
import { z } from '#contract/zod.ts';
import {
  MAX_RELAY_MESSAGE,
  RELAY_CALLS,
  type RelayMessage,
  type RelayReady,
} from '#transport/server-relay.ts';
import { isCallable } from './safe-address.ts';

/** What one connected tab lets this server call. */
interface Grant {
  hash: Buffer;
  targets: RelayMessage['targets'];
  /** Ends the calls that run when the tab goes, or revokes the grant. */
  ended: AbortController;
}

/** A call that a tab may have made. */
export interface GrantedCall {
  url: URL;
  method: 'GET' | 'POST';
  boundary: Boundary;
  ended: AbortSignal;
}

const message = z.object({
  type: z.literal('relay'),
  grant: z.string().regex(/^[\w-]{32,128}$/),
  targets: z
    .array(
      z.object({
        baseUrl: z.string().refine((address) => providerOrigin(address) !== null),
        boundary: z.enum(BOUNDARIES),
      }),
    )
    .max(200),
});

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** What paired tabs have configured, for as long as they are connected. A request names its tab by the grant. */
export class RelayGrants {
  readonly #grants = new Map<object, Grant>();

  /** Handles a text message from a tab's socket. @returns the answer; null for other messages. */
  receive(socket: object, text: string): RelayReady | null {
    if (text.length > MAX_RELAY_MESSAGE) return null;
    const { data } = message.safeParse(readJson(text));
    if (!data) return null;
    this.drop(socket);
    const { grant, targets } = data;
    this.#grants.set(socket, { hash: sha256(grant), targets, ended: new AbortController() });
    return { type: 'relay-ready', grant };
  }

  drop(socket: object): void {
    this.#grants.get(socket)?.ended.abort();
    this.#grants.delete(socket);
  }

  /** What a request may call; null where its tab is unknown, or has not configured that address. */
  find(grant: unknown, address: unknown, method: unknown): GrantedCall | null {
    if (typeof grant !== 'string' || typeof address !== 'string') return null;
    const hash = sha256(grant);
    const found = [...this.#grants.values()].find((known) => timingSafeEqual(known.hash, hash));
    // Written in one way only: what two parsers could read as two addresses is refused.
    if (!found || !URL.canParse(address) || new URL(address).href !== address) return null;
    for (const { baseUrl, boundary } of found.targets) {
      const call = callOf(address, baseUrl);
      if (call === null || call !== method) continue;
      const url = new URL(address);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isCallable(host)) return null;
      return { url, method: call, boundary, ended: found.ended.signal };
    }
    return null;
  }
}

/** The method of a provider's address; null if it is not part of the provider's API. */
function callOf(address: string, baseUrl: string): 'GET' | 'POST' | null {
  const base = new URL(baseUrl).href.replace(/\/+$/, '');
  if (!address.startsWith(`${base}/`)) return null;
  const path = address.slice(base.length);
  return Object.hasOwn(RELAY_CALLS, path) ? (RELAY_CALLS[path] ?? null) : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
