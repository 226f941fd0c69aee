import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  MAX_ROOM_MESSAGE_BYTES,
  ROOM_CODES,
  ROOM_JOINED,
  ROOM_OPEN,
  roomOf,
} from '#transport/move-rooms.ts';

export interface RoomLimits {
  rooms: number;
  /** Milliseconds that the first device waits for the other one. */
  waitMs: number;
  /** Milliseconds in which nothing is sent, after which a room ends. */
  idleMs: number;
  /** Bytes that a room passes on. */
  bytes: number;
}

const LIMITS: RoomLimits = {
  rooms: 64,
  waitMs: 600_000,
  idleMs: 180_000,
  bytes: 64e9,
};
/** Bytes that wait for a device to read them before the other one has to wait too. */
const MAX_UNREAD_BYTES = 2 * 1_048_576;

interface Room {
  first: WebSocket;
  second: WebSocket | null;
  bytes: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const isSecret = (name: string) => /^[\da-f]{32}$/.test(name);

/**
 * Rooms in which two devices of one person meet and move data: bytes of one are passed on to the other, nothing is stored, and the
 * server can read none of it (docs/backups.md).
 */
export class MoveRooms {
  readonly #limits: RoomLimits;
  readonly #rooms = new Map<string, Room>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_ROOM_MESSAGE_BYTES,
    perMessageDeflate: false,
  });

  constructor(limits: Partial<RoomLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get count(): number {
    return this.#rooms.size;
  }

  /** Accepts an upgrade of our own page. @returns whether it asks for a room. */
  accept(request: IncomingMessage, stream: Duplex, head: Buffer): boolean {
    const asked = roomOf(request.url ?? '');
    if (!asked) return false;
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      // Broken pipes and messages beyond the limit: the socket closes by itself.
      socket.on('error', () => {});
      if (asked.isFirst) this.#open(asked.room, socket);
      else this.#join(asked.room, socket);
    });
    return true;
  }

  close(): void {
    for (const socket of this.#server.clients) socket.close(1_001);
    this.#server.close();
  }

  #open(name: string, socket: WebSocket): void {
    const known = this.#rooms.get(name);
    // Two devices that met before have a name that no other knows: the rest of their last connection makes room.
    if (known && isSecret(name)) this.#end(name, known);
    const code = this.#rooms.has(name) ? ROOM_CODES.taken : ROOM_CODES.full;
    if (this.#rooms.has(name) || this.#rooms.size >= this.#limits.rooms) {
      socket.close(code);
      return;
    }
    const room: Room = { first: socket, second: null, bytes: 0, timer: undefined };
    this.#rooms.set(name, room);
    socket.once('close', () => this.#end(name, room));
    socket.on('message', (data, isBinary) => this.#pass(name, room, 'second', data, isBinary));
    this.#endIn(this.#limits.waitMs, name, room);
    socket.send(ROOM_OPEN);
  }

  #join(name: string, socket: WebSocket): void {
    const room = this.#rooms.get(name);
    // As in `#open`. Of a room of words, an outsider may guess the name: that ends nothing.
    if (room?.second && isSecret(name)) this.#end(name, room);
    if (!room || room.second) {
      socket.close(room ? ROOM_CODES.taken : ROOM_CODES.unknown);
      return;
    }
    room.second = socket;
    socket.once('close', () => {
      // The first one decides whether another may try: it opens the room again.
      if (room.second === socket) this.#end(name, room);
    });
    socket.on('message', (data, isBinary) => this.#pass(name, room, 'first', data, isBinary));
    this.#endIn(this.#limits.idleMs, name, room);
    room.first.send(ROOM_JOINED);
    socket.send(ROOM_JOINED);
  }

  #pass(name: string, room: Room, to: 'first' | 'second', data: unknown, isBinary: boolean): void {
    const target = room[to];
    const source = to === 'first' ? room.second : room.first;
    const isMessage = isBinary && Buffer.isBuffer(data);
    if (isMessage) room.bytes += data.length;
    if (!isMessage || !target || !source || room.bytes > this.#limits.bytes) {
      this.#end(name, room);
      return;
    }
    this.#endIn(this.#limits.idleMs, name, room);
    target.send(data, () => {
      if (target.bufferedAmount < MAX_UNREAD_BYTES) source.resume();
    });
    if (target.bufferedAmount >= MAX_UNREAD_BYTES) source.pause();
  }

  #endIn(ms: number, name: string, room: Room): void {
    clearTimeout(room.timer);
    room.timer = setTimeout(() => this.#end(name, room), ms);
    room.timer.unref();
  }

  #end(name: string, room: Room): void {
    clearTimeout(room.timer);
    if (this.#rooms.get(name) === room) this.#rooms.delete(name);
    for (const socket of [room.first, room.second]) {
      socket?.resume();
      socket?.close(ROOM_CODES.over);
    }
  }
}
