import { appPath } from '#contract/app-path.ts';
import {
  BRIDGE_SOCKET,
  isJoinAnswer,
  type JoinAnswer,
  type JoinMessage,
} from '#transport/bridge-messages.ts';
import { HostSocketPort } from '#transport/host-socket-port.ts';
import { type PortService, servePort } from '#transport/port-serve.ts';
import { TabRelay } from './tab-relay.ts';

/** Milliseconds that the server has to accept. */
const JOIN_MS = 5_000;

export interface Joined {
  /** After a pairing. */
  credential: string | null;
  /** Null where the server calls no providers. */
  relay: TabRelay | null;
  /** Resolves when the socket is closed and everything that ran for it was aborted. */
  closed: Promise<void>;
}

/** Opens the socket to the server and answers its requests. `lost`: it was closed before it was accepted. */
export function joinBridge(
  { credential, token }: { credential: string | null; token: string | null },
  service: PortService,
): Promise<Joined | 'not-paired' | 'wrong-token' | 'too-many' | 'lost'> {
  return new Promise((resolve) => {
    const url = new URL(appPath(BRIDGE_SOCKET), location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    const timer = setTimeout(() => socket.close(), JOIN_MS);
    let end = () => {};
    const closed = new Promise<void>((resolveClosed) => {
      end = resolveClosed;
    });
    socket.onopen = () => {
      const message: JoinMessage = { type: 'join', credential, token };
      socket.send(JSON.stringify(message));
    };
    socket.onclose = () => {
      clearTimeout(timer);
      end();
      resolve('lost');
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(timer);
      const answer = parseAnswer(data);
      // Something else than our server: closing the socket settles the call.
      if (!answer) {
        socket.close();
        return;
      }
      if (answer.type === 'refused') {
        resolve(answer.reason);
        socket.close();
        return;
      }
      const relay = answer.relays === true ? new TabRelay((text) => sendOver(socket, text)) : null;
      const stop = serve(socket, service, relay);
      closed.then(stop, stop);
      resolve({ credential: answer.credential, relay, closed });
    };
  });
}

function parseAnswer(data: unknown): JoinAnswer | null {
  try {
    const answer: unknown = JSON.parse(String(data));
    return isJoinAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}

/** @returns a function that ends all work for the socket. */
function serve(socket: WebSocket, service: PortService, relay: TabRelay | null): () => void {
  const port = new HostSocketPort((bytes) => sendOver(socket, bytes));
  const handle: PortService['handle'] = (request, blob) => service.handle(request, blob, 'bridge');
  const abortAll = servePort(port, { ...service, handle });
  port.onsession = service.realtime ? (session) => service.realtime?.(session, 'bridge') : null;
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    try {
      if (typeof data === 'string') relay?.receive(data);
      else port.receive(data);
    } catch (error) {
      reportError(error);
      socket.close();
    }
  };
  return () => {
    abortAll();
    port.close();
    relay?.close();
  };
}

function sendOver(socket: WebSocket, data: string | Uint8Array<ArrayBuffer>): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(data);
}
