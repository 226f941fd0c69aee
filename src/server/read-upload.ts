import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '#contract/service-errors.ts';

/** Twice the size of a form with the largest file that `/v1` accepts; the answer for a larger file comes from the tab. */
export const MAX_BODY_BYTES = 67_108_864;
/** Bytes up to which a body crosses in one piece with its request. */
const SMALL_BYTES = 65_536;
/** Fewer bytes than these wait for others that were received with them: a client may send chunks of one byte. */
const PART_BYTES = 16_384;

/** Requests with `Expect: 100-continue`: the client sends the body after our 100. */
export const awaitsContinue = new WeakSet<IncomingMessage>();

/** Bytes that a request says it brings; null where it does not say. */
export function announcedBytes({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  if (headers['transfer-encoding'] !== undefined) return null;
  return 0;
}

export const isSmall = (bytes: number | null): bytes is number =>
  bytes !== null && bytes <= SMALL_BYTES;

/** A small body. Its length was announced: Node lets no more through. */
export async function readSmall(request: IncomingMessage): Promise<ArrayBuffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const whole = Buffer.concat(parts);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length) as ArrayBuffer;
}

/** A large body, read no faster than it is passed on. `onTooLarge`: it is longer than the limit. */
export function readLarge(
  request: IncomingMessage,
  onTooLarge: (error: Error) => void,
): ReadableStream<Uint8Array> {
  const parts = request[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (request.readableLength < PART_BYTES && !request.complete) await nextTurn();
        const { done, value } = await parts.next();
        if (done) {
          controller.close();
          return;
        }
        bytes += value.length;
        if (bytes > MAX_BODY_BYTES) {
          const error = bodyTooLarge();
          onTooLarge(error);
          controller.error(error);
          return;
        }
        controller.enqueue(value);
      },
      // The rest is dropped with the connection.
      cancel: () => {},
    },
    { highWaterMark: 0 },
  );
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
