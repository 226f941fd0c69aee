import type { RealtimeRequest, RealtimeResponse } from './socket-frames.ts';
import { type Frame, inFrames, type SessionMessage } from './socket-frames.ts';

type Message = RealtimeRequest | RealtimeResponse;
export type SessionFrame = Extract<Frame, { type: 'session' }>;
type Send = (frame: SessionFrame, bytes?: Uint8Array) => void;

/** Bytes of one message, as long as an event of the Realtime API may be. */
const MAX_MESSAGE_BYTES = 24 * 1_048_576;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Sends a message of a session as frames. @returns the bytes of its text */
export function sendSession(send: Send, id: number, message: Message): number {
  if (message.type !== 'message') {
    send({ type: 'session', id, message, isLast: true });
    return 0;
  }
  const bytes = encoder.encode(message.data);
  for (const { part, isLast } of inFrames(bytes)) {
    send({ type: 'session', id, message: { type: 'message' }, isLast }, part);
  }
  return bytes.length;
}

/** How a session ends whose message is too long: "Message Too Big" of the registry of WebSocket codes. */
export const TOO_LONG = { type: 'closed', code: 1_009, reason: 'An event is too long.' } as const;

/** Joins the frames of one session to messages. */
export class SessionReader {
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  /** @returns the message that ends with this frame; null for none, `too-long` for one that no event may be as long as. */
  read(
    { message, isLast }: SessionFrame,
    bytes: Uint8Array<ArrayBuffer>,
  ): Message | 'too-long' | null {
    if (!isText(message)) return message;
    this.#size += bytes.length;
    if (this.#size > MAX_MESSAGE_BYTES) return 'too-long';
    this.#parts.push(bytes);
    if (!isLast) return null;
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts.splice(0)) {
      whole.set(part, at);
      at += part.length;
    }
    this.#size = 0;
    return { type: 'message', data: decoder.decode(whole) };
  }
}

const isText = (message: SessionMessage): message is { type: 'message' } =>
  message.type === 'message';
