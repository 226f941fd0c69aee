import type { PortRequest, PortResponse } from './port-protocol.ts';

type Head = Extract<PortResponse, { type: 'head' }>;

/** What crosses the socket between the tab and the server: the messages of the ports, without what only threads can move. */
export type Frame =
  | (Omit<Extract<PortRequest, { type: 'request' }>, 'body'> & {
      /** `whole`: the bytes of this frame. `parts`: `body` frames up to `body-end`. */
      body: 'none' | 'whole' | 'parts';
    })
  | { type: 'body'; id: number }
  | { type: 'body-end'; id: number }
  | { type: 'cancel'; id: number }
  | { type: 'hello'; version: number; epoch: string }
  | (Omit<Head, 'body'> & { body: 'none' | 'events' | 'chunks' })
  | { type: 'chunk'; id: number; isLast: boolean }
  | { type: 'end'; id: number }
  | { type: 'failed'; id: number; message: string }
  /** The receiver consumed this many bytes of a request or answer body: as many more may be sent. */
  | { type: 'ack'; id: number; bytes: number }
  /** Of a Realtime session. The text of a message is the bytes of this frame, and of those before it that are not its last. */
  | { type: 'session'; id: number; message: SessionMessage; isLast: boolean }
  | { type: 'ping' }
  | { type: 'pong' };

/** `open` and its answer, messages without their text, and the end. */
export type SessionMessage = WithoutText<RealtimeRequest> | WithoutText<RealtimeResponse>;
type WithoutText<M> = M extends { type: 'message' } ? Omit<M, 'data'> : M;

/** Bytes of one body or answer that may be on their way. */
export const WINDOW_BYTES = 1_048_576;
/** Bytes of one frame, its head apart. */
const FRAME_BYTES = 262_144;
/** Bytes beyond which a frame is refused: its bytes and a head with as many headers as a request may have. */
export const MAX_FRAME_BYTES = FRAME_BYTES + 131_072;

const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Length of the head in four bytes, the head as JSON, then the bytes. */
export function encodeFrame(frame: Frame, bytes: Uint8Array = NO_BYTES): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(JSON.stringify(frame));
  const out = new Uint8Array(4 + head.length + bytes.length);
  new DataView(out.buffer).setUint32(0, head.length);
  out.set(head, 4);
  out.set(bytes, 4 + head.length);
  return out;
}

/** @throws Error for an invalid frame. */
export function decodeFrame(data: unknown): { frame: Frame; bytes: Uint8Array<ArrayBuffer> } {
  if (!(data instanceof ArrayBuffer) || data.byteLength < 4) throw new Error('Not a frame.');
  const length = new DataView(data).getUint32(0);
  if (length > data.byteLength - 4) throw new Error('Not a whole frame.');
  const frame = JSON.parse(decoder.decode(new Uint8Array(data, 4, length))) as Frame;
  if (typeof frame?.type !== 'string') throw new Error('A frame without a type.');
  return { frame, bytes: new Uint8Array(data, 4 + length) };
}

/** The same bytes in pieces that fit into frames; one empty piece for none. */
export function* inFrames(bytes: Uint8Array): Generator<{ part: Uint8Array; isLast: boolean }> {
  let at = 0;
  do {
    const part = bytes.subarray(at, at + FRAME_BYTES);
    at += part.length;
    yield { part, isLast: at >= bytes.length };
  } while (at < bytes.length);
}

/**
 * A Realtime session over a port: what a WebSocket would carry, as messages. `key`: an API key. `lifeline`: a lock that the
 * page holds while it uses the session; null where something else closes it.
 */
export type RealtimeRequest =
  | { type: 'open'; url: string; key: string; lifeline: string | null }
  | { type: 'message'; data: string }
  | { type: 'close' };

/** `code`: of a WebSocket that closes. */
export type RealtimeResponse =
  | { type: 'opened' }
  | { type: 'message'; data: string }
  | { type: 'closed'; code: number; reason: string };
