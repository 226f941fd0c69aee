import { fromBase64, toBase64 } from '#base/bytes.ts';
import { deferred } from '#base/promises.ts';
import type { Added } from './added.ts';
import type { Code } from './code-words.ts';
import { type Connection, DirectAnswer, DirectOffer } from './connect.ts';
import { Opening, Reply } from './handshake.ts';
import { MAX_TRIES } from './meet.ts';
import { MoveError, type MoveFault } from './move-error.ts';
import { isReceipt, ReceiptGiven, readReceipt, writeReceipt } from './receipt.ts';
import type { Connect } from './tend-link.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Milliseconds in which a person carries a text to the other device and one back. */
const CARRY_MS = 1_800_000;
const TEXT_START = 'alcove-move:';
/** Characters of a text that is pasted. */
const MAX_TEXT = 40_000;

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Shows a text for the other device, and resolves with the text that came back from it. */
export type Exchange = (text: string, fault: MoveFault | null) => Promise<string>;

/**
 * Meets without a server: a person carries a text there and one back. After a first meeting that may be the receipt for the file `id`,
 * which is thrown as `ReceiptGiven`.
 */
export function senderByText(code: Code, id: string, exchange: Exchange): Connect {
  let secret: Bytes = utf8(code.secret);
  let hasMet = false;
  const exchangeTexts: Exchange = async (offered, fault) => {
    const text = await exchange(offered, fault);
    if (hasMet && isReceipt(text)) throw new ReceiptGiven(await readReceipt(secret, id, text));
    return text;
  };
  return async (signal) => {
    const offer = await DirectOffer.make();
    const stop = () => offer.close();
    signal.addEventListener('abort', stop);
    try {
      const opening = new Opening(secret, utf8(offer.sdp));
      const { meeting, data } = await answered(opening, exchangeTexts);
      const sdp = new TextDecoder().decode(data);
      const connection = await unlessAborted(signal, offer.open(sdp, meeting));
      secret = meeting.resumeSecret;
      hasMet = true;
      return connection;
    } catch (error) {
      offer.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

/** A connection that is closed where the person gave up first. */
function unlessAborted(signal: AbortSignal, opening: Promise<Connection>): Promise<Connection> {
  const { promise, resolve, reject } = deferred<Connection>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  opening.then((connection) => {
    if (signal.aborted) connection.link.close();
    else resolve(connection);
  }, reject);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

async function answered(opening: Opening, exchange: Exchange) {
  let fault: MoveFault | null = null;
  for (let tries = 0; tries < MAX_TRIES; ) {
    try {
      const text = await exchange(writeText(opening.message), fault);
      return await opening.read(readText(text));
    } catch (error) {
      if (!(error instanceof MoveError)) throw error;
      fault = error.fault === 'wrong-code' ? 'wrong-code' : 'no-text';
      if (fault === 'wrong-code') tries++;
    }
  }
  throw new MoveError('too-many-tries');
}

/** The other end of `senderByText`. */
export interface TextReceiver {
  connect: Connect;
  /** A receipt for the device that sent; null before they met. */
  receipt(id: string, added: Added): Promise<string | null>;
}

/** `ask`: the text of the other device; `show`: the one to carry back. */
export function receiverByText(
  code: Code,
  ask: () => Promise<string>,
  show: (text: string) => void,
): TextReceiver {
  let secret: Bytes = utf8(code.secret);
  let hasMet = false;
  const connect: Connect = async (signal) => {
    const text = readText(await ask());
    const made: { answer: DirectAnswer | null } = { answer: null };
    const stop = () => made.answer?.close();
    signal.addEventListener('abort', stop);
    try {
      const reply = await Reply.to(text, secret, async (sdp) => {
        made.answer = await DirectAnswer.to(new TextDecoder().decode(sdp)).catch(
          (cause: unknown) => {
            throw new MoveError('no-text', { cause });
          },
        );
        return utf8(made.answer.sdp);
      });
      show(writeText(reply.message));
      if (!made.answer) throw new MoveError('no-text');
      // The first frame proves the words: it opens under a key that takes them.
      const connection = await unlessAborted(signal, made.answer.open(reply.meeting, CARRY_MS));
      secret = reply.meeting.resumeSecret;
      hasMet = true;
      return connection;
    } catch (error) {
      made.answer?.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  return {
    connect,
    receipt: async (id, added) => (hasMet ? writeReceipt(secret, id, added) : null),
  };
}

function writeText(bytes: Bytes): string {
  return TEXT_START + toBase64(bytes);
}

/** @throws MoveError where it is no such text. */
function readText(text: string): Bytes {
  const packed = text.replace(/\s+/g, '');
  if (!packed.startsWith(TEXT_START) || packed.length > MAX_TEXT) throw new MoveError('no-text');
  try {
    return fromBase64(packed.slice(TEXT_START.length));
  } catch (error) {
    throw new MoveError('no-text', { cause: error });
  }
}
