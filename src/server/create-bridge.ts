import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EXPOSED_HEADERS } from '#contract/headers.ts';
import { isOllamaPath, isServicePath } from '#contract/paths.ts';
import { PAIR_FRAGMENT } from '#transport/bridge-messages.ts';
import { RELAY_PATH } from '#transport/server-relay.ts';
import {
  type AllowList,
  allowList,
  hasOwnName,
  isAllowedHost,
  isOwnPage,
  isOwnTab,
  mayCall,
  originOf,
} from './allowed.ts';
import { Forwarder, METHODS, WAIT_MS } from './forward.ts';
import { tendConnections } from './keep-alive.ts';
import { ModelFolder } from './models/model-folder.ts';
import { serveModels } from './models/serve-models.ts';
import { MoveRooms } from './move-rooms.ts';
import { ownAnswer } from './own-answers.ts';
import { Pairings } from './pairings.ts';
import { awaitsContinue } from './read-upload.ts';
import { asksForSession, RealtimeSockets } from './realtime-sockets.ts';
import { RelayGrants } from './relay-grants.ts';
import { ServerRelay } from './relay-request.ts';
import { asksForSocket, serveWithoutUpgrade, takeWholeAddress } from './request-line.ts';
import { Tabs } from './tabs.ts';
import {
  endWithError,
  foreignOrigin,
  foreignSocket,
  unreadable,
  writeAnswer,
  writeError,
  wrongHost,
} from './write-answer.ts';

export interface BridgeOptions {
  /** File for the hashes of paired browsers; null forgets them. */
  pairingFile: string | null;
  allowHosts: readonly string[];
  origins: readonly string[];
  isLan: boolean;
  /** Prints a line for each request; null prints none. */
  log?: ((line: string) => void) | null;
  /** Says something to the person at the terminal. */
  say: (text: string) => void;
  /** Whether the server starts a browser itself, so that no person has to open a page. */
  isHeadless: boolean;
  /** The key for requests of programs that bring none; absent or null refuses them. */
  keyForKeyless?: () => string | null;
  /** Milliseconds a request waits for a tab. */
  waitMs?: number;
  /** Folder of the models that browsers can install from this server; absent for none. */
  models?: string;
}

/** Limits of the HTTP server: a slow or talkative client ends before it costs anything. */
export const SERVER_OPTIONS = {
  maxHeaderSize: 16_384,
  headersTimeout: 30_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};
const MAX_CONNECTIONS = 256;
/** Milliseconds a browser has to pair by itself before the terminal shows how. */
const SAY_AFTER_MS = 5_000;
/** Milliseconds in which clients are sent the error of a server that ends. */
const END_MS = 1_000;

export interface Bridge {
  /** Answers requests that are not for files. @returns whether it did. */
  first: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Attaches it to a server. `url`: the address at which it serves the page; null for a further server. */
  attach: (server: Server, url: string | null) => void;
  /** Ends requests in flight with an error. Resolves when their clients have been sent it. */
  close: () => Promise<void>;
  /** Address that pairs one browser. */
  readonly pairingUrl: string;
  readonly tabs: Tabs;
}

export function createBridge(options: BridgeOptions): Bridge {
  const allowed = allowList(options.allowHosts, options.origins, options.isLan);
  const pairings = new Pairings(options.pairingFile);
  let address = '';
  let saidAt = Number.NEGATIVE_INFINITY;
  const pairingUrl = () => `${address}/developer/connect${PAIR_FRAGMENT}${pairings.token}`;
  const grants = new RelayGrants();
  const relay = new ServerRelay(grants);
  const models = options.models === undefined ? null : new ModelFolder(options.models);
  const tabs = new Tabs(pairings, {
    onText: (socket, text) => grants.receive(socket, text),
    onGone: (socket) => grants.drop(socket),
    onUnknown: () => {
      if (options.isHeadless || performance.now() - saidAt < 60_000) return;
      saidAt = performance.now();
      // One that opens the address asks before it has read the token.
      const say = () => {
        if (tabs.count > 0) return;
        options.say(`A browser is not paired. To pair it, open in it ${pairingUrl()}`);
      };
      setTimeout(say, SAY_AFTER_MS).unref();
    },
    onPaired: (isStored) => {
      if (options.isHeadless) return;
      options.say('A browser was paired: programs can call it now.');
      if (isStored || options.pairingFile === null) return;
      options.say(
        `It must be paired again after a restart: ${options.pairingFile} is not writable.`,
      );
    },
  });
  const forwarder = new Forwarder({
    tabs,
    howToOpen: howToOpen(options.isHeadless, () => address),
    isTabExpected: options.isHeadless,
    log: options.log ?? null,
    keyForKeyless: options.keyForKeyless ?? (() => null),
    ...(options.waitMs !== undefined && { waitMs: options.waitMs }),
  });
  const parts = { allowed, forwarder, relay, models, isLan: options.isLan };
  const sessions = new RealtimeSockets({
    tabs,
    waitMs: options.waitMs ?? WAIT_MS,
    howToOpen: howToOpen(options.isHeadless, () => address),
    keyForKeyless: options.keyForKeyless ?? (() => null),
  });
  const rooms = new MoveRooms();
  return {
    tabs,
    get pairingUrl() {
      return pairingUrl();
    },
    attach(server, url) {
      address = url ?? address;
      server.maxConnections = MAX_CONNECTIONS;
      server.maxHeadersCount = 100;
      tendConnections(server);
      // Bodies are requested after the checks, so a refused request is not uploaded.
      server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
        awaitsContinue.add(request);
        server.emit('request', request, response);
      });
      server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
        if (!asksForSocket(request)) return serveWithoutUpgrade(server, request, stream, head);
        stream.on('error', () => stream.destroy());
        if (isOwnTab(request, allowed)) tabs.accept(request, stream, head);
        else if (isOwnPage(request, allowed) && rooms.accept(request, stream, head)) return;
        else if (mayCall(request, allowed) && asksForSession(request)) {
          sessions.accept(request, stream, head).catch(() => stream.destroy());
        } else endWithError(stream, foreignSocket());
      });
      server.on('clientError', (error, stream) => {
        // An answer may be on its way already: a second one would be read as a part of it.
        const isFree = stream.writable && !('_httpMessage' in stream && stream._httpMessage);
        if (isFree) endWithError(stream, unreadable(error));
        else stream.destroy();
      });
    },
    async close() {
      sessions.close();
      rooms.close();
      tabs.close();
      await forwarder.whenIdle(END_MS);
      // Node sends the last part of an answer at its next tick.
      await new Promise((resolve) => setImmediate(resolve));
    },
    first: (request, response) => answer(request, response, parts),
  };
}

interface Parts {
  allowed: AllowList;
  forwarder: Forwarder;
  relay: ServerRelay;
  models: ModelFolder | null;
  isLan: boolean;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<boolean> {
  const { allowed, models } = parts;
  if (!isForUs(request, allowed)) {
    await writeError(response, wrongHost(), { connection: 'close' });
    return true;
  }
  const path = (request.url ?? '/').replace(/[?#].*$/s, '');
  if (models && serveModels(request, response, models)) return true;
  return answerPath(path, request, response, parts);
}

async function answerPath(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<boolean> {
  const { allowed, forwarder, relay } = parts;
  const own = ownAnswer(path, request, parts);
  if (own) {
    await writeAnswer(response, own, { 'cache-control': 'no-store' });
    return true;
  }
  const isReference = path === '/openapi.json';
  const isRelay = path === RELAY_PATH;
  if (!isAsked(path) && !isReference && !isRelay) return false;
  const kind = originOf(request.headers, allowed);
  if (kind === 'foreign' || (isRelay && kind !== 'own')) {
    await refuseOrigin(request, response, isRelay);
    return true;
  }
  if (isRelay) {
    relay.handle(request, response);
    return true;
  }
  const cors = kind === 'listed' ? corsHeaders(request.headers.origin ?? '') : NO_CORS;
  if (request.method === 'OPTIONS') {
    preflight(request, response, cors);
    return true;
  }
  if (isReference) {
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    return false;
  }
  await forwarder.forward(request, response, cors);
  return true;
}

const isAsked = (path: string) => isServicePath(path) || isOllamaPath(path);

/** Whether everything a request calls this server by is a name of it. Leaves the path alone as its address. */
function isForUs(request: IncomingMessage, allowed: AllowList): boolean {
  const named = takeWholeAddress(request);
  return hasOwnName(request, allowed) && (named === null || isAllowedHost(named, allowed));
}

const NO_CORS = { vary: 'origin' };

function corsHeaders(origin: string): Record<string, string> {
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
}

/** Nothing is asked of the tab; a page may read why, which takes an answer to its preflight. */
async function refuseOrigin(
  request: IncomingMessage,
  response: ServerResponse,
  isRelay: boolean,
): Promise<void> {
  const { origin } = request.headers;
  const isSite = !isRelay && origin !== undefined && origin !== 'null';
  const readable = isSite ? corsHeaders(origin) : {};
  if (isSite && request.method === 'OPTIONS') preflight(request, response, readable);
  else {
    const error = foreignOrigin(origin ?? 'that asks');
    await writeError(response, error, { ...readable, connection: 'close' });
  }
}

function preflight(
  request: IncomingMessage,
  response: ServerResponse,
  cors: Readonly<Record<string, string>>,
): void {
  const isListed = 'access-control-allow-origin' in cors;
  response.writeHead(204, {
    ...cors,
    ...(isListed && {
      'access-control-allow-methods': METHODS.join(', '),
      'access-control-allow-headers':
        request.headers['access-control-request-headers'] ?? 'authorization, content-type',
      'access-control-max-age': '600',
    }),
  });
  response.end();
}

function howToOpen(isHeadless: boolean, address: () => string): () => string {
  return () =>
    isHeadless
      ? 'The browser that runs the models is starting. Try again in a few seconds.'
      : `No open tab runs the models. Open ${address()} in a browser that is paired (Developer, Connect) and try again.`;
}
