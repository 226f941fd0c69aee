import { anySignal } from '#base/promises.ts';
import { sha256 } from '#base/sha256.ts';
import { appPath } from '#contract/app-path.ts';
import { MOVE_ROOMS } from '#transport/move-rooms.ts';
import type { Code } from './code-words.ts';
import { type Connection, connectAsReceiver, connectAsSender } from './connect.ts';
import type { Meeting } from './handshake.ts';
import { isInterruption, MoveError, type MoveFault } from './move-error.ts';
import type { Connect } from './tend-link.ts';
import { roomWire, type Wire } from './wire.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Wrong words that a code allows. */
export const MAX_TRIES = 3;
/** Milliseconds in which two devices that met before find each other again, and between two tries. */
const AGAIN_MS = 600_000;
const RETRY_MS = 1_000;

/** Opens a place where the devices meet; a test gives one of its own. */
export type OpenRoom = (
  room: string,
  options: { signal: AbortSignal; isFirst: boolean },
) => Promise<{ wire: Wire; whenJoined: Promise<void> }>;

/** A room of the server that this page comes from. */
export const openOwnRoom: OpenRoom = (room, options) => {
  const url = new URL(appPath(`${MOVE_ROOMS}${room}`), location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  if (options.isFirst) url.search = '?first';
  return roomWire(url, options);
};

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A room, and the secret that the device in it proves. */
interface Place {
  room: string;
  secret: Bytes;
}

const placeOfCode = ({ room, secret }: Code): Place => ({ room, secret: utf8(secret) });

/** Where two devices that met find each other again: only they know it. */
async function placeOf({ resumeSecret }: Meeting): Promise<Place> {
  const room = (await sha256(resumeSecret)).slice(0, 32);
  return { room, secret: resumeSecret };
}

/** Waits in the room of a code for the device that knows its words. `onWaiting`: the room is open. */
export function senderInRoom(code: Code, openRoom: OpenRoom, onWaiting: () => void): Connect {
  // Where the other device may be: a connection that was cut before it said `ready` leaves two places.
  let places: readonly Place[] = [placeOfCode(code)];
  let tries = 0;
  /** @throws where no other device may try. */
  const count = (error: unknown) => {
    const isWrong = error instanceof MoveError && error.fault === 'wrong-code';
    if (isWrong && ++tries >= MAX_TRIES) throw new MoveError('too-many-tries');
    // A device that went away in the middle has guessed nothing.
    if (!isWrong && !isInterruption(error)) throw error;
  };
  const attempt = async (signal: AbortSignal) => {
    const { wire, place } = await whereJoined(places, openRoom, signal, onWaiting);
    try {
      const connection = await connectAsSender(wire, place.secret, async (meeting) => {
        places = [place, await placeOf(meeting)];
      });
      places = places.slice(-1);
      return connection;
    } catch (error) {
      wire.close();
      throw error;
    }
  };
  return async (signal, isAgain) => {
    if (isAgain) return again(signal, attempt);
    for (;;) {
      try {
        return await attempt(signal);
      } catch (error) {
        signal.throwIfAborted();
        count(error);
        await pause(signal);
      }
    }
  };
}

/** Opens the rooms of all places. @returns the one that the other device joined; the rest are closed. */
async function whereJoined(
  places: readonly Place[],
  openRoom: OpenRoom,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<{ wire: Wire; place: Place }> {
  const wires: Wire[] = [];
  let isOver = false;
  const waiting = places.map(async (place) => {
    const { wire, whenJoined } = await openRoom(place.room, { signal, isFirst: true });
    wires.push(wire);
    if (isOver) wire.close();
    else onWaiting();
    await whenJoined;
    return { wire, place };
  });
  let joined: Wire | null = null;
  try {
    const found = await Promise.race(waiting);
    joined = found.wire;
    return found;
  } finally {
    isOver = true;
    for (const wire of wires) if (wire !== joined) wire.close();
    for (const other of waiting) other.catch(() => {});
  }
}

/** Joins the room of a code. */
export function receiverInRoom(code: Code, openRoom: OpenRoom): Connect {
  let place = placeOfCode(code);
  const attempt = async (signal: AbortSignal) => {
    const { wire } = await openRoom(place.room, { signal, isFirst: false });
    try {
      const connection = await connectAsReceiver(wire, place.secret);
      if (connection.path === 'direct') wire.close();
      place = await placeOf(connection.meeting);
      return connection;
    } catch (error) {
      wire.close();
      throw error;
    }
  };
  return async (signal, isAgain) => {
    if (isAgain) return again(signal, attempt);
    try {
      return await attempt(signal);
    } catch (error) {
      signal.throwIfAborted();
      throw isInterruption(error) ? new MoveError('no-way', { cause: error }) : error;
    }
  };
}

/** Faults of a room that the next try may not meet. */
const PASSING: readonly MoveFault[] = ['cut', 'changed', 'unknown-code', 'in-use', 'full', 'gone'];

/** Tries until the other device is there again. */
async function again(
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<Connection>,
): Promise<Connection> {
  const limited = anySignal([signal]);
  const timer = setTimeout(limited.abort, AGAIN_MS);
  try {
    for (;;) {
      try {
        return await attempt(limited.signal);
      } catch (error) {
        signal.throwIfAborted();
        const isPassing = error instanceof MoveError && PASSING.includes(error.fault);
        if (!isPassing) throw error;
        if (limited.signal.aborted) throw new MoveError('gone', { cause: error });
      }
      await pause(limited.signal).catch(() => {});
    }
  } finally {
    clearTimeout(timer);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, RETRY_MS);
    signal.addEventListener('abort', stop, { once: true });
  });
}
