import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import {
  RELAY_FAILED,
  RELAY_GRANT,
  RELAY_METHOD,
  RELAY_TARGET,
  type RelayFailure,
} from '#transport/server-relay.ts';
import { awaitsContinue, MAX_BODY_BYTES } from './read-upload.ts';
import type { GrantedCall, RelayGrants } from './relay-grants.ts';
import { BAD_NAME, isLoopback, safeLookup } from './safe-address.ts';

const MAX_RUNNING = 64;
/** Milliseconds a host has to accept a connection. */
const CONNECT_MS = 10_000;
/** Milliseconds an unused connection is open: shorter than servers' own timeouts, so that none closes a connection as it is reused. */
const IDLE_MS = 4_000;
/** What the page says about its request, besides who it is. */
const ASKED = ['content-type', 'authorization'] as const;
/** Headers that the page needs, without any that a browser acts on. */
const ANSWERED = ['content-type', 'content-encoding', 'retry-after', 'retry-after-ms'] as const;
/** An answer is read by the app's own code; a page made of it could run nothing. */
const INERT = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

/** Calls providers for a paired tab, where they do not let its page read their answers (CORS). */
export class ServerRelay {
  readonly #grants: RelayGrants;
  readonly #agents = {
    http: new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    https: new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };
  #running = 0;

  constructor(grants: RelayGrants) {
    this.#grants = grants;
  }

  /** Answers a request that came from our own page, as far as a browser says. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const { headers, method, socket } = request;
    const call = this.#grants.find(
      headers[RELAY_GRANT],
      headers[RELAY_TARGET],
      headers[RELAY_METHOD],
    );
    // If this server is open to a network, another machine's browser must not reach this machine's servers through it.
    const isHere = isLoopback(socket.remoteAddress ?? '');
    const fits = Number(headers['content-length'] ?? Number.NaN) <= MAX_BODY_BYTES;
    const mayPass = isHere && fits && method === 'POST' && this.#running < MAX_RUNNING;
    if (!call || !mayPass || isOwnAddress(call.url, socket.localPort)) {
      fail(response, 'not-allowed');
      request.resume();
      return;
    }
    if (awaitsContinue.delete(request)) response.writeContinue();
    this.#running++;
    response.once('close', () => {
      this.#running--;
    });
    this.#pass(call, request, response);
  }

  #pass(call: GrantedCall, request: IncomingMessage, response: ServerResponse): void {
    const { url, ended } = call;
    const isEncrypted = url.protocol === 'https:';
    const asked = (isEncrypted ? requestHttps : requestHttp)(url, {
      method: call.method,
      agent: isEncrypted ? this.#agents.https : this.#agents.http,
      lookup: safeLookup(call.boundary),
      signal: ended,
      headers: headersOf(call, request),
    });
    const connecting = setTimeout(() => asked.destroy(new Error('timeout')), CONNECT_MS);
    const settle = () => clearTimeout(connecting);
    asked.once('socket', (socket) => {
      if (!socket.connecting) settle();
      else socket.once(isEncrypted ? 'secureConnect' : 'connect', settle);
    });
    asked.once('close', settle);
    asked.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else fail(response, whyFailed(error));
    });
    // The page gave up, or is gone.
    response.once('close', () => asked.destroy());
    asked.once('response', (answer) => answerWith(answer, response, asked));
    // Errors are reported by `asked`.
    if (call.method === 'POST') pipeline(request, asked, () => {});
    else {
      request.resume();
      asked.end();
    }
  }
}

/** Whether an address is this server, whose models the page has without it. */
function isOwnAddress({ hostname, port }: URL, localPort: number | undefined): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return Number(port) === localPort && (isLoopback(host) || /^(?:.*\.)?localhost\.?$/.test(host));
}

function headersOf(call: GrantedCall, { headers }: IncomingMessage): Record<string, string> {
  const sent: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  for (const name of ASKED) {
    const value = headers[name];
    if (value !== undefined) sent[name] = value;
  }
  const length = headers['content-length'];
  if (call.method === 'POST' && length !== undefined) sent['content-length'] = length;
  return sent;
}

function answerWith(answer: IncomingMessage, response: ServerResponse, asked: ClientRequest): void {
  const { statusCode: status = 502 } = answer;
  if (status >= 300 && status < 400) {
    fail(response, 'redirect');
    asked.destroy();
    return;
  }
  const headers: Record<string, string> = { ...INERT };
  for (const name of ANSWERED) {
    const value = answer.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  clearHeaders(response);
  response.writeHead(status, headers);
  response.flushHeaders();
  // An answer that breaks off must break off here too: half of one must not look whole.
  pipeline(answer, response, (error) => {
    if (error) response.destroy();
  });
}

function fail(response: ServerResponse, why: RelayFailure): void {
  clearHeaders(response);
  response.writeHead(why === 'not-allowed' ? 403 : 502, { ...INERT, [RELAY_FAILED]: why }).end();
}

/** Without the headers that the server adds to files. */
function clearHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
}

function whyFailed(error: NodeJS.ErrnoException): RelayFailure {
  const { code = '' } = error;
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === BAD_NAME || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  return /CERT|SSL|SELF_SIGNED|ERR_TLS/.test(code) ? 'certificate' : 'network';
}
