import { deferred } from '#base/promises.ts';
import type { OpenRoom } from '#move/meet.ts';
import { MoveError } from '#move/move-error.ts';
import { Inbox, type Wire } from '#move/wire.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a network does with a message: pass it on as it is or changed, not at all, or cut the connection. */
export type Network = (bytes: Bytes, from: 'first' | 'second') => Bytes | 'drop' | 'cut';

/** Rooms in memory, as the server of `alcove` has them, on a network that a test controls. */
export class MemoryRooms {
  network: Network = (bytes) => bytes;
  readonly #rooms = new Map<string, { inbox: Inbox; join: (inbox: Inbox) => void }>();
  /** Names of the rooms that were opened. */
  readonly opened: string[] = [];

  readonly open: OpenRoom = async (room, { signal, isFirst }) => {
    const inbox = new Inbox();
    signal.addEventListener('abort', () => inbox.end(new MoveError('cut')));
    if (!isFirst) {
      const found = this.#rooms.get(room);
      if (!found) throw new MoveError('unknown-code');
      this.#rooms.delete(room);
      found.join(inbox);
      return { wire: this.#wire(inbox, found.inbox, 'second'), whenJoined: Promise.resolve() };
    }
    this.opened.push(room);
    const joined = deferred<Inbox>();
    signal.addEventListener('abort', () => joined.reject(new MoveError('cut')));
    this.#rooms.set(room, { inbox, join: joined.resolve });
    let other: Inbox | null = null;
    const whenJoined = joined.promise.then((found) => {
      other = found;
    });
    whenJoined.catch(() => {});
    const to = {
      add: (data: unknown) => other?.add(data) ?? false,
      end: (error: MoveError) => {
        other?.end(error);
        // A device that goes away while it waits takes its room with it.
        if (this.#rooms.get(room)?.inbox === inbox) this.#rooms.delete(room);
        joined.reject(error);
      },
    };
    return { wire: this.#wire(inbox, to, 'first'), whenJoined };
  };

  #wire(own: Inbox, other: Pick<Inbox, 'add' | 'end'>, from: 'first' | 'second'): Wire {
    const close = () => {
      own.end(new MoveError('cut'));
      other.end(new MoveError('cut'));
    };
    return {
      send: (bytes) => {
        if (own.isOver) throw new MoveError('cut');
        const passed = this.network(bytes, from);
        if (passed === 'cut') close();
        else if (passed !== 'drop' && !other.add(passed.slice().buffer)) close();
      },
      receive: () => own.next(),
      close,
    };
  }
}
