import type { PortRequest, PortResponse, RequestPort } from './port-protocol.ts';
import { SendWindow } from './send-window.ts';
import type { RealtimeResponse } from './socket-frames.ts';
import { decodeFrame, encodeFrame, type Frame, inFrames } from './socket-frames.ts';
import { type SessionFrame, SessionReader, sendSession, TOO_LONG } from './socket-sessions.ts';

type Send = (bytes: Uint8Array<ArrayBuffer>) => void;
type Asked = Extract<Frame, { type: 'request' }>;

/** A request whose body is still arriving. */
interface Arriving {
  asked: Asked;
  parts: Uint8Array<ArrayBuffer>[];
}

/** The end of the socket that answers: the worker that hosts the models. */
export class HostSocketPort implements RequestPort {
  onmessage: ((event: MessageEvent) => void) | null = null;
  /** Serves a Realtime session on a port. */
  onsession: ((port: MessagePort) => void) | null = null;
  readonly #send: Send;
  readonly #arriving = new Map<number, Arriving>();
  readonly #answers = new Map<number, SendWindow>();
  readonly #sessions = new Map<number, { port: MessagePort; reader: SessionReader }>();
  #isClosed = false;

  constructor(send: Send) {
    this.#send = send;
  }

  postMessage(message: PortRequest | PortResponse): void {
    switch (message.type) {
      case 'hello':
        this.#sendFrame(message);
        return;
      case 'head': {
        const { body, ...head } = message;
        if (typeof body !== 'string') throw new Error('A stream cannot cross a socket.');
        if (body !== 'none') this.#answers.set(message.id, new SendWindow());
        this.#sendFrame({ ...head, body });
        return;
      }
      case 'chunk': {
        const { id, isLast } = message;
        for (const piece of inFrames(message.bytes)) {
          const frame = { type: 'chunk', id, isLast: isLast && piece.isLast } as const;
          this.#sendFrame(frame, piece.part);
        }
        this.#answers.get(id)?.sent(message.bytes.length);
        if (isLast) this.#end(id);
        return;
      }
      case 'end':
      case 'failed':
        this.#end(message.id);
        this.#sendFrame(message);
        return;
      default:
        return;
    }
  }

  /** Handles a message of the socket. @throws Error for an invalid frame. */
  receive(data: unknown): void {
    const { frame, bytes } = decodeFrame(data);
    switch (frame.type) {
      case 'request':
        if (frame.body === 'parts') this.#arriving.set(frame.id, { asked: frame, parts: [] });
        else this.#ask(frame, frame.body === 'whole' ? bytes.slice().buffer : null);
        return;
      case 'body': {
        const { id } = frame;
        this.#arriving.get(id)?.parts.push(bytes);
        this.#sendFrame({ type: 'ack', id, bytes: bytes.length });
        return;
      }
      case 'body-end': {
        const arrived = this.#arriving.get(frame.id);
        this.#arriving.delete(frame.id);
        // Not one long array: the form's parser reads a blob once, and nothing is copied before.
        if (arrived) this.#ask(arrived.asked, new Blob(arrived.parts));
        return;
      }
      case 'cancel':
        this.#arriving.delete(frame.id);
        this.#end(frame.id);
        this.#emit(frame);
        return;
      case 'ack':
        this.#answers.get(frame.id)?.acknowledged(frame.bytes);
        return;
      case 'session':
        this.#receiveSession(frame, bytes);
        return;
      case 'ping':
        this.#sendFrame({ type: 'pong' });
        return;
      default:
        return;
    }
  }

  whenWanted(id: number): Promise<void> {
    return this.#answers.get(id)?.whenOpen() ?? Promise.resolve();
  }

  close(): void {
    this.#isClosed = true;
    this.#arriving.clear();
    for (const id of [...this.#answers.keys()]) this.#end(id);
    for (const { port } of this.#sessions.values()) port.postMessage({ type: 'close' });
    this.#sessions.clear();
  }

  #receiveSession(frame: SessionFrame, bytes: Uint8Array<ArrayBuffer>): void {
    const { id } = frame;
    const session = frame.message.type === 'open' ? this.#openSession(id) : this.#sessions.get(id);
    const message = session?.reader.read(frame, bytes);
    if (message === 'too-long') this.#refuse(id);
    else if (message) session?.port.postMessage(message);
    if (bytes.length > 0) this.#sendFrame({ type: 'ack', id, bytes: bytes.length });
  }

  #openSession(id: number): { port: MessagePort; reader: SessionReader } {
    const { port1, port2 } = new MessageChannel();
    const session = { port: port1, reader: new SessionReader() };
    this.#sessions.set(id, session);
    port1.onmessage = ({ data }: MessageEvent<RealtimeResponse>) => {
      if (data.type === 'closed') {
        this.#sessions.delete(id);
        port1.close();
      }
      sendSession((frame, part) => this.#sendFrame(frame, part), id, data);
    };
    this.onsession?.(port2);
    return session;
  }

  /** Ends one session; the socket carries the others on. */
  #refuse(id: number): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session) {
      session.port.onmessage = null;
      session.port.postMessage({ type: 'close' });
    }
    sendSession((frame, part) => this.#sendFrame(frame, part), id, TOO_LONG);
  }

  #ask({ body: _, ...head }: Asked, body: Blob | ArrayBuffer | null): void {
    this.#emit({ ...head, body });
  }

  #end(id: number): void {
    this.#answers.get(id)?.release();
    this.#answers.delete(id);
  }

  #emit(data: PortRequest): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  #sendFrame(frame: Frame, bytes?: Uint8Array): void {
    if (!this.#isClosed) this.#send(encodeFrame(frame, bytes));
  }
}
