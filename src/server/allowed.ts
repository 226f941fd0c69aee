import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { BRIDGE_SOCKET } from '#transport/bridge-messages.ts';

export interface AllowList {
  /** Names this server may be called by, lower case, without a port. */
  hosts: ReadonlySet<string>;
  /** Origins of other sites that may call it. */
  origins: ReadonlySet<string>;
}

/** @param hosts, origins As given on the command line. */
export function allowList(
  hosts: readonly string[],
  origins: readonly string[],
  isLan: boolean,
): AllowList {
  const name = hostname().toLowerCase();
  const own = isLan && name !== '' ? [name, `${name}.local`] : [];
  return {
    hosts: new Set(['localhost', ...own, ...hosts.map((host) => host.toLowerCase())]),
    origins: new Set(origins),
  };
}

/**
 * Whether a `Host` header names this server. A page that had its own name point here (DNS rebinding)
 * sends that name; addresses cannot be made to point elsewhere.
 */
export function isAllowedHost(header: string | undefined, { hosts }: AllowList): boolean {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(header ?? '');
  const name = (match?.[1] ?? match?.[2] ?? '').toLowerCase();
  return hosts.has(name) || isIP(name) !== 0;
}

/** `own`: our own page. `listed`: a site on the list. `none`: no browser says where it comes from. */
export type OriginKind = 'own' | 'listed' | 'none' | 'foreign';

/** Whether an origin is on the list, as it is or by `http://localhost:*`. */
function isListed(origin: string, origins: ReadonlySet<string>): boolean {
  return origins.has(origin) || origins.has(`${origin.replace(/:\d+$/, '')}:*`);
}

/** Where a request comes from, by what browsers send and scripts cannot change. */
export function originOf(
  headers: {
    host?: string | undefined;
    origin?: string | undefined;
    'sec-fetch-site'?: string | undefined;
  },
  { origins }: AllowList,
): OriginKind {
  const { origin, host = '' } = headers;
  if (origin !== undefined) {
    // Behind a proxy with a certificate the page's scheme differs from ours.
    if (origin === `http://${host}` || origin === `https://${host}`) return 'own';
    return isListed(origin, origins) ? 'listed' : 'foreign';
  }
  // Images and links of other sites send no Origin.
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return 'own';
  return site === undefined || site === 'none' ? 'none' : 'foreign';
}

/** Addresses of the same computer. */
export const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** Whether every `Host` of a request names this server. */
export function hasOwnName(
  { headersDistinct: { host = [''] } }: IncomingMessage,
  allowed: AllowList,
): boolean {
  return host.every((name) => isAllowedHost(name, allowed));
}

/** Whether an upgrade comes from our own page, as far as a browser says; programs must prove it by the pairing. */
export const isOwnTab = (request: IncomingMessage, allowed: AllowList): boolean =>
  request.url === BRIDGE_SOCKET && isOwnPage(request, allowed);

/** The same for any upgrade. */
export function isOwnPage(request: IncomingMessage, allowed: AllowList): boolean {
  const { headers } = request;
  if (!hasOwnName(request, allowed)) return false;
  return headers.origin !== undefined && originOf(headers, allowed) === 'own';
}

/** Whether a program, our own page or a listed site asks, by a name of this server. */
export const mayCall = (request: IncomingMessage, allowed: AllowList): boolean =>
  hasOwnName(request, allowed) && originOf(request.headers, allowed) !== 'foreign';
