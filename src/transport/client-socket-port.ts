import type { PortRequest, PortResponse, RequestPort } from './port-protocol.ts';
import { SendWindow } from './send-window.ts';
import type { RealtimeRequest, RealtimeResponse } from './socket-frames.ts';
import { decodeFrame, encodeFrame, type Frame, inFrames, WINDOW_BYTES } from './socket-frames.ts';
import { type SessionFrame, SessionReader, sendSession, TOO_LONG } from './socket-sessions.ts';

/** "Service Restart" of the registry of WebSocket codes: the tab is gone, or was replaced by another. */
const LOST = {
  type: 'closed',
  code: 1_012,
  reason: 'The tab that runs the models went away.',
} as const;

type Send = (bytes: Uint8Array<ArrayBuffer>) => void;

interface Session {
  receive: (message: RealtimeResponse) => void;
  reader: SessionReader;
}

/** Sends messages of a Realtime session. Resolves when the tab takes more. */
export type PostToSession = (message: RealtimeRequest) => Promise<void>;

/** The end of the socket that asks: the server, on behalf of programs outside the browser. */
export class ClientSocketPort implements RequestPort {
  onmessage: ((event: MessageEvent) => void) | null = null;
  /** When the tab last sent a message, in milliseconds of `performance.now()`. */
  lastMessageAt = performance.now();
  readonly #send: Send;
  /** Bodies being sent. */
  readonly #bodies = new Map<number, SendWindow>();
  /** Bytes of answers that came and were not acknowledged yet. */
  readonly #owed = new Map<number, number>();
  readonly #sessions = new Map<number, Session>();
  #nextSession = -1;
  #isClosed = false;

  constructor(send: Send) {
    this.#send = send;
  }

  postMessage(message: PortRequest | PortResponse): void {
    if (message.type === 'request') {
      const { body, ...head } = message;
      if (body instanceof ReadableStream) {
        this.#sendFrame({ ...head, body: 'parts' });
        this.#pump(head.id, body).catch(() => this.#sendFrame({ type: 'cancel', id: head.id }));
      } else if (body instanceof ArrayBuffer) {
        this.#sendFrame({ ...head, body: 'whole' }, new Uint8Array(body));
      } else {
        this.#sendFrame({ ...head, body: 'none' });
      }
    } else if (message.type === 'cancel') {
      this.#endBody(message.id);
      this.#owed.delete(message.id);
      this.#sendFrame(message);
    }
  }

  /** Handles a message of the socket. @throws Error for an invalid frame. */
  receive(data: unknown): void {
    this.lastMessageAt = performance.now();
    const { frame, bytes } = decodeFrame(data);
    switch (frame.type) {
      case 'chunk':
        this.#owed.set(frame.id, (this.#owed.get(frame.id) ?? 0) + bytes.length);
        this.#emit({ ...frame, bytes });
        if (frame.isLast) this.#owed.delete(frame.id);
        return;
      case 'head':
        // Whatever is left of the body is not wanted.
        this.#endBody(frame.id);
        this.#emit(frame);
        return;
      case 'end':
      case 'failed':
        this.#endBody(frame.id);
        this.#owed.delete(frame.id);
        this.#emit(frame);
        return;
      case 'hello':
        this.#emit(frame);
        return;
      case 'session':
        this.#receiveSession(frame, bytes);
        return;
      case 'ack':
        this.#bodies.get(frame.id)?.acknowledged(frame.bytes);
        return;
      default:
        return;
    }
  }

  /** Carries a Realtime session. `receive`: its messages; the last one is `closed`, also where the tab goes away. */
  openSession(receive: Session['receive']): PostToSession {
    // Requests count upwards from one.
    const id = this.#nextSession--;
    const window = new SendWindow();
    this.#bodies.set(id, window);
    this.#sessions.set(id, { receive, reader: new SessionReader() });
    if (this.#isClosed) this.#endSession(id, LOST);
    return async (message) => {
      if (!this.#sessions.has(id)) return;
      window.sent(sendSession((frame, part) => this.#sendFrame(frame, part), id, message));
      await window.whenOpen();
    };
  }

  /** Whether a Realtime session is open. */
  get hasSessions(): boolean {
    return this.#sessions.size > 0;
  }

  #receiveSession(frame: SessionFrame, bytes: Uint8Array<ArrayBuffer>): void {
    const { id } = frame;
    const session = this.#sessions.get(id);
    const message = session?.reader.read(frame, bytes) as RealtimeResponse | 'too-long' | null;
    if (!session || !message) return;
    if (message === 'too-long') {
      sendSession((one, part) => this.#sendFrame(one, part), id, { type: 'close' });
      this.#endSession(id, TOO_LONG);
    } else if (message.type === 'closed') this.#endSession(id, message);
    else session.receive(message);
  }

  #endSession(id: number, end: RealtimeResponse): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    this.#endBody(id);
    session?.receive(end);
  }

  acknowledge(id: number): void {
    const bytes = this.#owed.get(id) ?? 0;
    if (bytes < WINDOW_BYTES / 2) return;
    this.#owed.set(id, 0);
    this.#sendFrame({ type: 'ack', id, bytes });
  }

  ping(): void {
    this.#sendFrame({ type: 'ping' });
  }

  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#sessions.keys()]) this.#endSession(id, LOST);
    for (const id of [...this.#bodies.keys()]) this.#endBody(id);
    this.#owed.clear();
  }

  async #pump(id: number, body: ReadableStream<Uint8Array>): Promise<void> {
    const window = new SendWindow();
    this.#bodies.set(id, window);
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (!this.#bodies.has(id)) {
        await reader.cancel();
        return;
      }
      if (done) break;
      for (const { part } of inFrames(value)) this.#sendFrame({ type: 'body', id }, part);
      window.sent(value.length);
      await window.whenOpen();
    }
    this.#endBody(id);
    this.#sendFrame({ type: 'body-end', id });
  }

  #endBody(id: number): void {
    this.#bodies.get(id)?.release();
    this.#bodies.delete(id);
  }

  #emit(data: PortResponse): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  #sendFrame(frame: Frame, bytes?: Uint8Array): void {
    if (!this.#isClosed) this.#send(encodeFrame(frame, bytes));
  }
}
