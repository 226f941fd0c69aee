import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { engineUnavailable } from '#contract/api-error.ts';
import { servicePath } from '#contract/paths.ts';
import { missingKey, queueFull } from '#contract/service-errors.ts';
import type { ClientSocketPort } from '#transport/client-socket-port.ts';
import { keyOf } from './forward.ts';
import type { Tabs } from './tabs.ts';
import { endWithError } from './write-answer.ts';

const PATH = '/v1/realtime';
/** Sessions at one time. */
const MAX_SESSIONS = 16;
/** Bytes of one event: 15 MB of sound as text, in its JSON. */
const MAX_EVENT_BYTES = 22 * 1_048_576;
/** Milliseconds in which a tab opens a session; one of an older version never does. */
const OPEN_MS = 30_000;
/** Milliseconds between pings; a program that has not answered one by the next is gone. */
const PING_MS = 30_000;
/** Bytes that wait for a program to read them: its events are far behind by then. */
const MAX_UNREAD_BYTES = 4 * 1_048_576;
/** "Unsupported Data" of the registry of WebSocket codes. */
const NOT_TEXT = 1_003;
/** How browsers, which cannot send a header with a WebSocket, name the key to OpenAI. */
const KEY_PROTOCOL = 'openai-insecure-api-key.';

interface RealtimeOptions {
  tabs: Tabs;
  waitMs: number;
  howToOpen: () => string;
  /** The key for programs of this machine that bring none; null refuses them. */
  keyForKeyless: () => string | null;
}

/** Whether an upgrade asks for a Realtime session. */
export function asksForSession({ url = '/' }: IncomingMessage): boolean {
  return servicePath(url.replace(/[?#].*$/s, '')) === PATH;
}

/** Realtime sessions of programs: their WebSockets, carried to the tab that runs the models. */
export class RealtimeSockets {
  readonly #options: RealtimeOptions;
  /** Sessions that wait for a tab. */
  #waiting = 0;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_EVENT_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('realtime') ? 'realtime' : false),
  });

  constructor(options: RealtimeOptions) {
    this.#options = options;
  }

  /** Accepts an upgrade whose host and origin may call this server. Errors before the session are answers of HTTP. */
  async accept(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { tabs, waitMs, howToOpen, keyForKeyless } = this.#options;
    const key = offeredKey(request) ?? keyOf(request, keyForKeyless);
    if (key === null) return endWithError(stream, missingKey());
    const sessions = this.#server.clients.size + this.#waiting;
    if (sessions >= MAX_SESSIONS) return endWithError(stream, queueFull());
    this.#waiting++;
    const tab = await tabs.findForSession(waitMs).finally(() => this.#waiting--);
    if (!tab) return endWithError(stream, engineUnavailable(howToOpen()));
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      // The path alone could name another host.
      const [query = ''] = /\?[^#]*/.exec(request.url ?? '') ?? [];
      carry(socket, { url: `http://localhost${PATH}${query}`, key }, tab);
    });
  }

  close(): void {
    for (const socket of this.#server.clients) socket.close(1_001);
    this.#server.close();
  }
}

/** Carries events both ways until one end closes the session. */
function carry(
  socket: WebSocket,
  session: { url: string; key: string },
  tab: ClientSocketPort,
): void {
  const timer = setTimeout(
    () => socket.close(1_011, 'The tab did not answer. Reload it.'),
    OPEN_MS,
  );
  const post = tab.openSession((message) => {
    clearTimeout(timer);
    if (message.type === 'message') sendBounded(socket, message.data);
    // A close frame holds 123 bytes.
    else if (message.type === 'closed') socket.close(message.code, message.reason.slice(0, 60));
  });
  const send = (message: Parameters<typeof post>[0], then = () => {}) => {
    post(message).then(then, () => socket.close());
  };
  send({ type: 'open', ...session, lifeline: null });
  // Broken pipes, events beyond the limit: the socket closes by itself.
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    // Bytes that are no text would grow to three times as many in it.
    if (isBinary) {
      socket.close(NOT_TEXT, 'Events are text.');
      return;
    }
    socket.pause();
    send({ type: 'message', data: String(data) }, () => socket.resume());
  });
  const stopPings = pingOften(socket);
  socket.on('close', () => {
    clearTimeout(timer);
    stopPings();
    send({ type: 'close' });
  });
}

function sendBounded(socket: WebSocket, text: string): void {
  socket.send(text);
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
}

/** Ends a socket whose other end is gone without a word. @returns a function that ends the pings */
function pingOften(socket: WebSocket): () => void {
  let isThere = true;
  socket.on('pong', () => {
    isThere = true;
  });
  const timer = setInterval(() => {
    // Nothing is read while the tab takes its time.
    if (socket.isPaused) return;
    if (!isThere) {
      socket.terminate();
      return;
    }
    isThere = false;
    socket.ping();
  }, PING_MS);
  return () => clearInterval(timer);
}

function offeredKey({ headers }: IncomingMessage): string | null {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((part) => part.trim());
  const named = offered.find((protocol) => protocol.startsWith(KEY_PROTOCOL));
  return named?.slice(KEY_PROTOCOL.length) ?? null;
}
