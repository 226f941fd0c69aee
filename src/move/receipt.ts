import { fromBase64, joinBytes, toBase64 } from '#base/bytes.ts';
import { isRecord } from '#base/guards.ts';
import { type Added, readAdded } from './added.ts';
import { MoveError } from './move-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const START = 'alcove-receipt:';
const CONTEXT = 'alcove move receipt 1';
const TAG_BYTES = 32;
/** Characters of a receipt that is pasted. */
const MAX_TEXT = 2_000;

const utf8 = (text: string) => new TextEncoder().encode(text);

/** The receipt of the other device in place of a connection: it has everything, and reports the result. */
export class ReceiptGiven extends Error {
  override readonly name = 'ReceiptGiven';
  readonly added: Added;

  constructor(added: Added) {
    super('The other device has everything.');
    this.added = added;
  }
}

/**
 * The result of a move as a text that a person carries to the device that sent, where the connection ended before it was reported.
 * `secret`: of the last meeting, never the words: a text under these could be guessed from. `id`: of the file.
 */
export async function writeReceipt(secret: Bytes, id: string, added: Added): Promise<string> {
  const content = utf8(JSON.stringify(added));
  const tag = await crypto.subtle.sign('HMAC', await keyOf(secret), signed(id, content));
  return START + toBase64(joinBytes([new Uint8Array(tag), content]));
}

export const isReceipt = (text: string): boolean => text.trimStart().startsWith(START);

/** @throws MoveError `no-text` for a receipt of another file or meeting, and for one that was changed */
export async function readReceipt(secret: Bytes, id: string, text: string): Promise<Added> {
  try {
    const packed = text.replace(/\s+/g, '').slice(START.length);
    if (packed.length > MAX_TEXT) throw new RangeError('Too long.');
    const bytes = fromBase64(packed);
    const [tag, content] = [bytes.slice(0, TAG_BYTES), bytes.slice(TAG_BYTES)];
    const key = await keyOf(secret);
    if (!(await crypto.subtle.verify('HMAC', key, tag, signed(id, content)))) {
      throw new RangeError('Of another move.');
    }
    const value: unknown = JSON.parse(new TextDecoder().decode(content));
    return readAdded(isRecord(value) ? value : {});
  } catch (cause) {
    throw new MoveError('no-text', { cause });
  }
}

const keyOf = (secret: Bytes) =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

const signed = (id: string, content: Bytes) => joinBytes([utf8(`${CONTEXT} ${id} `), content]);
