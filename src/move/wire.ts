import { type Deferred, deferred } from '#base/promises.ts';
import {
  MAX_ROOM_MESSAGE_BYTES as MAX_MESSAGE_BYTES,
  ROOM_CODES,
  ROOM_JOINED,
  ROOM_OPEN,
} from '#transport/move-rooms.ts';
import { MoveError } from './move-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that wait to be read: twice what a sender that waits for receipts ever has on its way. */
const MAX_UNREAD_BYTES = 8 * 1_048_576;

/** Milliseconds in which the last messages of a data channel arrive. */
const CLOSE_MS = 3_000;

/** Messages both ways, in order, until it is cut. */
export interface Wire {
  /** @throws MoveError when it is cut. */
  send(bytes: Bytes): void;
  /** @throws MoveError when it is cut. */
  receive(): Promise<Bytes>;
  close(): void;
}

/** Messages that came and were not read yet. */
export class Inbox {
  readonly #messages: Bytes[] = [];
  #bytes = 0;
  #waiting: Deferred<Bytes> | null = null;
  #error: MoveError | null = null;

  get isOver(): boolean {
    return this.#error !== null;
  }

  /** @returns whether there was room for it. */
  add(data: unknown): boolean {
    const isMessage = data instanceof ArrayBuffer && data.byteLength <= MAX_MESSAGE_BYTES;
    if (!isMessage || this.#bytes + data.byteLength > MAX_UNREAD_BYTES) return false;
    const bytes = new Uint8Array(data);
    if (this.#waiting) {
      this.#waiting.resolve(bytes);
      this.#waiting = null;
    } else {
      this.#messages.push(bytes);
      this.#bytes += bytes.length;
    }
    return true;
  }

  end(error: MoveError): void {
    this.#error ??= error;
    this.#waiting?.reject(this.#error);
    this.#waiting = null;
  }

  async next(): Promise<Bytes> {
    const message = this.#messages.shift();
    if (message) {
      this.#bytes -= message.length;
      return message;
    }
    if (this.#error) throw this.#error;
    this.#waiting = deferred();
    return this.#waiting.promise;
  }
}

/** A data channel that is open or opening. */
export function channelWire(channel: RTCDataChannel, connection: RTCPeerConnection): Wire {
  channel.binaryType = 'arraybuffer';
  const inbox = new Inbox();
  const end = () => {
    inbox.end(new MoveError('cut'));
    channel.close();
    connection.close();
  };
  channel.addEventListener('message', ({ data }) => {
    if (!inbox.add(data)) end();
  });
  channel.addEventListener('close', end);
  channel.addEventListener('error', end);
  connection.addEventListener('connectionstatechange', () => {
    // Before it is open the other device may not have the answer yet.
    const isOpen = channel.readyState === 'open';
    if (isOpen && ['failed', 'closed'].includes(connection.connectionState)) end();
  });
  return {
    send(bytes) {
      if (inbox.isOver || channel.readyState !== 'open') throw new MoveError('cut');
      channel.send(bytes);
    },
    receive: () => inbox.next(),
    close() {
      inbox.end(new MoveError('cut'));
      // Messages sent before are delivered first: the other device learns why it ends.
      channel.close();
      setTimeout(end, CLOSE_MS);
    },
  };
}

/**
 * A socket to the own server, which passes messages on to the other device in the room.
 * @throws MoveError: the room is unknown, in use, or the server is not reached.
 */
export async function roomWire(
  url: URL,
  { signal, isFirst }: { signal: AbortSignal; isFirst: boolean },
): Promise<{ wire: Wire; whenJoined: Promise<void> }> {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const inbox = new Inbox();
  const joined = deferred<void>();
  joined.promise.catch(() => {});
  const opened = deferred<void>();
  const end = (error: MoveError) => {
    inbox.end(error);
    opened.reject(error);
    joined.reject(error);
    signal.removeEventListener('abort', stop);
    socket.close();
  };
  const stop = () => end(new MoveError('cut', { cause: signal.reason }));
  signal.addEventListener('abort', stop);
  let hasJoined = false;
  socket.addEventListener('message', ({ data }) => {
    if (data === ROOM_JOINED) {
      hasJoined = true;
      opened.resolve();
      joined.resolve();
    } else if (data === ROOM_OPEN) opened.resolve();
    else if (!inbox.add(data)) end(new MoveError('changed'));
  });
  socket.addEventListener('close', ({ code }) => end(closeError(code, hasJoined)));
  socket.addEventListener('error', () => end(new MoveError('cut')));
  if (signal.aborted) stop();
  await opened.promise;
  return {
    wire: {
      send(bytes) {
        if (inbox.isOver || socket.readyState !== socket.OPEN) throw new MoveError('cut');
        socket.send(bytes);
      },
      receive: () => inbox.next(),
      close: () => end(new MoveError('cut')),
    },
    whenJoined: isFirst ? joined.promise : Promise.resolve(),
  };
}

function closeError(code: number, hasJoined: boolean): MoveError {
  if (code === ROOM_CODES.unknown) return new MoveError('unknown-code');
  if (code === ROOM_CODES.taken) return new MoveError('in-use');
  if (code === ROOM_CODES.full) return new MoveError('full');
  if (code === ROOM_CODES.over && !hasJoined) return new MoveError('gone');
  return new MoveError('cut');
}
