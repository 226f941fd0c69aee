/** A Realtime session over a port: what a WebSocket would carry, as messages. */

/** `key`: an API key. `lifeline`: a lock that the page holds while it uses the session; null where something else closes it. */
export type RealtimeRequest =
  | { type: 'open'; url: string; key: string; lifeline: string | null }
  | { type: 'message'; data: string }
  | { type: 'close' };

/** `code`: of a WebSocket that closes. */
export type RealtimeResponse =
  | { type: 'opened' }
  | { type: 'message'; data: string }
  | { type: 'closed'; code: number; reason: string };
