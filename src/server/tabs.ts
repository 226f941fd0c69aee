import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { JoinAnswer, JoinMessage } from '#transport/bridge-messages.ts';
import { ClientSocketPort } from '#transport/client-socket-port.ts';
import { PortFetch } from '#transport/port-fetch.ts';
import { type PortResponse, WIRE_VERSION } from '#transport/port-protocol.ts';
import type { RelayReady } from '#transport/server-relay.ts';
import { MAX_FRAME_BYTES } from '#transport/socket-frames.ts';
import type { Pairings } from './pairings.ts';

/** Milliseconds a new socket has for its first message. */
const JOIN_MS = 5_000;
const MAX_UNKNOWN = 16;
const MAX_JOIN_BYTES = 1_024;
/** Milliseconds between looks at a tab that works, and after how many of silence it counts as hung. */
const PING_MS = 2_000;
const HUNG_MS = 10_000;

interface Tab {
  requests: PortFetch;
  port: ClientSocketPort;
  /** Which browser it is in. */
  hash: string;
  socket: WebSocket;
}

interface TabEvents {
  /** A browser without a credential asked. */
  onUnknown: () => void;
  onPaired: (isStored: boolean) => void;
  /** A tab that has joined says something to the server itself; null where it means nothing. */
  onText: (socket: object, text: string) => RelayReady | null;
  /** The socket of a tab that had joined is closed. */
  onGone: (socket: object) => void;
}

/** The tabs that can answer. One does; others, in other browsers, wait until it goes. */
export class Tabs {
  readonly #pairings: Pairings;
  readonly #events: TabEvents;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  #tabs: Tab[] = [];
  #unknown = 0;
  readonly #waiting = new Set<(tab: Tab | null) => void>();
  #isClosed = false;
  /** When there was a tab last, milliseconds of `performance.now()`; at the start one may be on its way. */
  #seenAt = performance.now();

  constructor(pairings: Pairings, events: TabEvents) {
    this.#pairings = pairings;
    this.#events = events;
  }

  get count(): number {
    return this.#tabs.length;
  }

  /** Milliseconds since a tab answered here, or since the start; 0 while there is one. */
  get awayMs(): number {
    return this.#tabs.length > 0 ? 0 : performance.now() - this.#seenAt;
  }

  /** The tab that answers; null when none comes within `waitMs`. */
  async find(waitMs: number): Promise<PortFetch | null> {
    return (await this.#find(waitMs))?.requests ?? null;
  }

  /** The same for a Realtime session. */
  async findForSession(waitMs: number): Promise<ClientSocketPort | null> {
    return (await this.#find(waitMs))?.port ?? null;
  }

  #find(waitMs: number): Promise<Tab | null> {
    const [tab] = this.#tabs;
    if (tab || waitMs <= 0 || this.#isClosed) return Promise.resolve(tab ?? null);
    return new Promise((resolve) => {
      const done = (found: Tab | null) => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve(found);
      };
      const timer = setTimeout(() => done(null), waitMs);
      this.#waiting.add(done);
    });
  }

  /** Accepts the socket of an upgrade that came from our own page. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (this.#isClosed || this.#unknown >= MAX_UNKNOWN) {
      stream.destroy();
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#greet(socket));
  }

  /** Ends requests in flight with an error, and answers none any more. */
  close(): void {
    this.#isClosed = true;
    for (const done of [...this.#waiting]) done(null);
    for (const { requests } of this.#tabs.splice(0)) requests.lose();
    // Also those that have not said yet what they are: a server with an open socket does not end.
    for (const socket of this.#server.clients) socket.close(1001);
    this.#server.close();
  }

  /** Until it has proved which browser it is in, a socket is sent nothing and may say one thing. */
  #greet(socket: WebSocket): void {
    this.#unknown++;
    socket.binaryType = 'arraybuffer';
    const timer = setTimeout(() => socket.terminate(), JOIN_MS);
    const known = () => {
      clearTimeout(timer);
      socket.off('close', known);
      this.#unknown--;
    };
    socket.on('close', known);
    // Frames beyond the limits, broken pipes: the socket closes by itself.
    socket.on('error', () => {});
    socket.once('message', (data, isBinary) => {
      known();
      const message = isBinary ? null : parseJoin(String(data));
      const answer = message && this.#judge(message);
      if (!answer) {
        socket.terminate();
        return;
      }
      socket.send(JSON.stringify(answer.answer));
      if (answer.hash === null) socket.close();
      else this.#add(socket, answer.hash);
    });
  }

  #judge({ credential, token }: JoinMessage): { answer: JoinAnswer; hash: string | null } {
    const known = credential === null ? null : this.#pairings.recognise(credential);
    if (known) return { answer: { type: 'joined', credential: null, relays: true }, hash: known };
    if (token === null) {
      this.#events.onUnknown();
      return { answer: { type: 'refused', reason: 'not-paired' }, hash: null };
    }
    const paired = this.#pairings.redeem(token);
    if (typeof paired === 'string') {
      if (paired === 'wrong-token') this.#events.onUnknown();
      return { answer: { type: 'refused', reason: paired }, hash: null };
    }
    this.#events.onPaired(paired.isStored);
    return {
      answer: { type: 'joined', credential: paired.credential, relays: true },
      hash: paired.hash,
    };
  }

  #add(socket: WebSocket, hash: string): void {
    const port = new ClientSocketPort((bytes) => socket.send(bytes));
    const requests = new PortFetch(port);
    const handleHello = port.onmessage;
    port.onmessage = (event: MessageEvent<PortResponse>) => {
      const { data } = event;
      if (data.type !== 'hello') return;
      port.onmessage = handleHello;
      if (data.version === WIRE_VERSION) this.#serve({ requests, port, hash, socket });
      else socket.close(1002);
    };
    const timer = setInterval(() => {
      if (!requests.isBusy && !port.hasSessions) {
        port.lastMessageAt = performance.now();
        return;
      }
      if (performance.now() - port.lastMessageAt > HUNG_MS) socket.terminate();
      else port.ping();
    }, PING_MS);
    socket.on('message', (data, isBinary) => {
      try {
        if (isBinary) port.receive(data);
        else this.#listen(socket, String(Buffer.from(data as ArrayBuffer)));
      } catch {
        socket.terminate();
      }
    });
    socket.on('close', () => {
      clearInterval(timer);
      this.#seenAt = this.#tabs[0]?.socket === socket ? performance.now() : this.#seenAt;
      this.#tabs = this.#tabs.filter((tab) => tab.socket !== socket);
      requests.lose();
      port.close();
      this.#events.onGone(socket);
    });
  }

  /** What a tab says to the server itself. @throws Error where it means nothing. */
  #listen(socket: WebSocket, text: string): void {
    const answer = this.#events.onText(socket, text);
    if (!answer) throw new Error('Not a message of the tab.');
    socket.send(JSON.stringify(answer));
  }

  #serve(tab: Tab): void {
    // Of one browser the newest worker hosts the models: an older one hangs, or is about to close.
    const rest = this.#tabs.filter(({ hash }) => hash !== tab.hash);
    const replaced = this.#tabs.filter(({ hash }) => hash === tab.hash);
    const wasFirst = replaced.some((old) => old === this.#tabs[0]);
    this.#tabs = wasFirst ? [tab, ...rest] : [...rest, tab];
    for (const { socket, requests } of replaced) {
      requests.lose();
      socket.terminate();
    }
    const [first] = this.#tabs;
    if (first) for (const resolve of [...this.#waiting]) resolve(first);
  }
}

function parseJoin(text: string): JoinMessage | null {
  if (text.length > MAX_JOIN_BYTES) return null;
  try {
    const { type, credential, token } = JSON.parse(text) as Partial<JoinMessage>;
    const isText = (value: unknown) => value === null || typeof value === 'string';
    if (type !== 'join' || !isText(credential) || !isText(token)) return null;
    return { type, credential: credential ?? null, token: token ?? null };
  } catch {
    return null;
  }
}
