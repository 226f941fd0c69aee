import { WebSocket } from 'ws';
import type { JoinAnswer, JoinMessage } from '#transport/bridge-messages.ts';
import { HostSocketPort } from '#transport/host-socket-port.ts';
import { servePort } from '#transport/port-serve.ts';

export interface FakeTab {
  answer: JoinAnswer | null;
  /** Sends a message to the server itself; resolves with its answer, or with null when it closes the socket. */
  send: (message: object | string) => Promise<unknown>;
  /** Reads nothing any more, as a page that hangs. */
  hang: () => void;
  close: () => void;
  closed: Promise<void>;
}

/** A process that speaks the tab's side of the bridge, over a real socket. */
export function joinAsTab(
  url: string,
  join: Partial<JoinMessage>,
  handle: (request: Request) => Promise<Response>,
  {
    headers = { origin: url },
    realtime,
  }: { headers?: Record<string, string>; realtime?: (port: MessagePort) => void } = {},
): Promise<FakeTab> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/bridge`, { headers });
  socket.binaryType = 'arraybuffer';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const send = async (message: object | string) => {
    const answered = new Promise<unknown>((resolve) => {
      socket.once('close', () => resolve(null));
      socket.on('message', (data: ArrayBuffer, isBinary) => {
        if (!isBinary) resolve(JSON.parse(Buffer.from(data).toString()));
      });
    });
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return answered;
  };
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () =>
      resolve({ answer: null, send, hang: () => {}, close: () => {}, closed }),
    );
    socket.once('open', () => {
      const message = { type: 'join', credential: null, token: null, ...join };
      socket.send(JSON.stringify(message));
    });
    socket.once('message', (data: ArrayBuffer) => {
      const answer = JSON.parse(Buffer.from(data).toString()) as JoinAnswer;
      if (answer.type === 'joined') {
        const port = new HostSocketPort((bytes) => socket.send(bytes));
        const stop = servePort(port, { epoch: 'test', handle, control: () => {} });
        port.onsession = realtime ?? null;
        socket.on('message', (frame: ArrayBuffer, isBinary) => {
          if (isBinary) port.receive(frame);
        });
        closed.then(stop, stop);
      }
      const hang = () => socket.pause();
      resolve({ answer, send, hang, close: () => socket.terminate(), closed });
    });
  });
}
