/** Begins the path of a room in which two devices meet: `/move-rooms/<room>?first` for the one that opens it. */
export const MOVE_ROOMS = '/move-rooms/';
/** Names of rooms: two words, or 32 hexadecimal digits when the devices have met before. */
const NAME = /^(?:[a-z]{4,8}-[a-z]{4,8}|[\da-f]{32})$/;

/** The room that a path names, and whether it is opened by it; null for another path. */
export function roomOf(url: string): { room: string; isFirst: boolean } | null {
  if (!url.startsWith(MOVE_ROOMS)) return null;
  const [room = '', query] = url.slice(MOVE_ROOMS.length).split('?');
  return NAME.test(room) ? { room, isFirst: query === 'first' } : null;
}

/** Codes with which the server closes a socket of a room. */
export const ROOM_CODES = {
  /** No device opened the room. */
  unknown: 4404,
  /** Two devices are in it. */
  taken: 4409,
  /** The room was open too long, or passed on too much. */
  over: 4410,
  /** All rooms are open. */
  full: 4429,
} as const;

/** Texts of the server: the room is open; the other device is there. */
export const ROOM_OPEN = 'open';
export const ROOM_JOINED = 'joined';
/** Bytes of one message: what every browser's data channel passes on. */
export const MAX_ROOM_MESSAGE_BYTES = 65_536;
