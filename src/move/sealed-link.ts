import { MoveError } from './move-error.ts';
import type { Wire } from './wire.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes of a frame that are not its content: what it is, and the tag of AES-GCM. */
const EXTRA_BYTES = 1 + 16;
/** Bytes of content in one frame, so that a message fits into every data channel. */
export const MAX_CONTENT_BYTES = 65_536 - EXTRA_BYTES;

const CONTROL = 0;
const DATA = 1;
/** Bytes of a frame of control, which is parsed. */
const MAX_CONTROL_BYTES = 32_768;

export type Frame = { kind: 'control'; value: unknown } | { kind: 'data'; bytes: Bytes };

/** The keys of one direction each. */
export interface LinkKeys {
  send: CryptoKey;
  receive: CryptoKey;
}

/**
 * Frames under AES-256-GCM. The nonce is the number of the frame, so that none can be changed, repeated, left out or moved without
 * the other end noticing; keys are used for one connection alone.
 */
export class SealedLink {
  readonly #wire: Wire;
  readonly #keys: LinkKeys;
  #sent = 0;
  #received = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(wire: Wire, keys: LinkKeys) {
    this.#wire = wire;
    this.#keys = keys;
  }

  sendControl(value: object): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return this.#send(CONTROL, bytes);
  }

  sendData(bytes: Bytes): Promise<void> {
    return this.#send(DATA, bytes);
  }

  /** The next frame. @throws MoveError when the wire is cut, or something came that the other end did not send. */
  async receive(): Promise<Frame> {
    const sealed = await this.#wire.receive();
    const algorithm = { name: 'AES-GCM', iv: nonceOf(this.#received++) };
    const opened = await crypto.subtle
      .decrypt(algorithm, this.#keys.receive, sealed)
      .catch((cause: unknown) => this.#refuse(cause));
    const bytes = new Uint8Array(opened);
    const content = bytes.subarray(1);
    if (bytes[0] === DATA) return { kind: 'data', bytes: content };
    if (bytes[0] !== CONTROL || content.length > MAX_CONTROL_BYTES) return this.#refuse(null);
    try {
      return { kind: 'control', value: JSON.parse(new TextDecoder().decode(content)) };
    } catch (error) {
      return this.#refuse(error);
    }
  }

  close(): void {
    this.#wire.close();
  }

  #refuse(cause: unknown): never {
    this.close();
    throw new MoveError('changed', { cause });
  }

  #send(kind: number, content: Bytes): Promise<void> {
    const frame = new Uint8Array(content.length + 1);
    frame[0] = kind;
    frame.set(content, 1);
    const algorithm = { name: 'AES-GCM', iv: nonceOf(this.#sent++) };
    const sealing = crypto.subtle.encrypt(algorithm, this.#keys.send, frame);
    // In the order of their numbers, however long each takes.
    this.#sending = this.#sending.then(async () => this.#wire.send(new Uint8Array(await sealing)));
    return this.#sending;
  }
}

function nonceOf(number: number): Bytes {
  const nonce = new Uint8Array(12);
  new DataView(nonce.buffer).setBigUint64(4, BigInt(number));
  return nonce;
}
