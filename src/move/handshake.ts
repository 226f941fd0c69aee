import { joinBytes } from '#base/bytes.ts';
import { Cpace, type Said, SHARE_BYTES, sessionKey } from './cpace.ts';
import { MoveError } from './move-error.ts';
import type { LinkKeys } from './sealed-link.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const VERSION = 1;
const CONTEXT = new TextEncoder().encode('alcove move 1');
const SESSION_BYTES = 16;
const TAG_BYTES = 32;
/** First byte of each message of the handshake. */
const HELLO = 1;
const REPLY = 2;
const CONFIRM = 3;
const WRONG = 4;

/** What both ends have after they proved the same words to each other. */
export interface Meeting {
  /** Keys for one connection of a name; each name has its own. */
  keys(name: string): Promise<LinkKeys>;
  /** Takes the place of the words from now on: learnt later, these open nothing. */
  resumeSecret: Bytes;
}

/** The message that begins, of the device with the data. `data`: what it adds, authenticated with the rest. */
export class Opening {
  readonly message: Bytes;
  readonly #pake: Cpace;
  readonly #session = crypto.getRandomValues(new Uint8Array(SESSION_BYTES));
  readonly #said: Said;

  constructor(secret: Bytes, data: Bytes = new Uint8Array(0)) {
    this.#pake = new Cpace({ secret, context: CONTEXT, session: this.#session });
    this.#said = { share: this.#pake.share, data };
    this.message = joinBytes([
      Uint8Array.of(HELLO, VERSION),
      this.#session,
      this.#pake.share,
      data,
    ]);
  }

  /**
   * Reads the reply. @returns the meeting, the data of the other end, and the message that confirms it.
   * @throws MoveError `wrong-code` where the other end has other words: `WRONG_CODE` is the message that says so.
   */
  async read(reply: Bytes): Promise<{ meeting: Meeting; data: Bytes; confirm: Bytes }> {
    if (reply[0] !== REPLY || reply.length < 1 + TAG_BYTES + SHARE_BYTES)
      throw new MoveError('changed');
    const tag = reply.slice(1, 1 + TAG_BYTES);
    const share = reply.slice(1 + TAG_BYTES, 1 + TAG_BYTES + SHARE_BYTES);
    const data = reply.slice(1 + TAG_BYTES + SHARE_BYTES);
    const key = sessionKey(this.#session, this.#pake.multiply(share), this.#said, { share, data });
    const secrets = await deriveSecrets(key);
    if (!areEqual(tag, await secrets.bits('reply'))) throw new MoveError('wrong-code');
    const confirm = joinBytes([Uint8Array.of(CONFIRM), await secrets.bits('confirm')]);
    return { meeting: await meet(secrets, 'sender'), data, confirm };
  }
}

/** Says to the other end that its words are others. */
export const WRONG_CODE: Bytes = Uint8Array.of(WRONG);

/** The answer to an opening, of the device that gets the data. */
export class Reply {
  readonly message: Bytes;
  readonly #confirm: Bytes;
  /** Not proven yet: by `read`, or by the first frame that opens under its keys. */
  readonly meeting: Meeting;

  private constructor(message: Bytes, confirm: Bytes, meeting: Meeting) {
    this.message = message;
    this.#confirm = confirm;
    this.meeting = meeting;
  }

  /** `data` makes what this end adds of what the other did. @throws MoveError */
  static async to(
    opening: Bytes,
    secret: Bytes,
    answer: (data: Bytes) => Promise<Bytes> = async () => new Uint8Array(0),
  ): Promise<Reply> {
    const start = 2 + SESSION_BYTES;
    if (opening[0] !== HELLO || opening.length < start + SHARE_BYTES)
      throw new MoveError('changed');
    if (opening[1] !== VERSION) throw new MoveError('newer');
    const session = opening.slice(2, start);
    const initiator = {
      share: opening.slice(start, start + SHARE_BYTES),
      data: opening.slice(start + SHARE_BYTES),
    };
    const pake = new Cpace({ secret, context: CONTEXT, session });
    const product = pake.multiply(initiator.share);
    const said = { share: pake.share, data: await answer(initiator.data) };
    const secrets = await deriveSecrets(sessionKey(session, product, initiator, said));
    const message = joinBytes([
      Uint8Array.of(REPLY),
      await secrets.bits('reply'),
      said.share,
      said.data,
    ]);
    return new Reply(message, await secrets.bits('confirm'), await meet(secrets, 'receiver'));
  }

  /** @throws MoveError `wrong-code` where the other end says so, or proves nothing. */
  read(confirm: Bytes): Meeting {
    const isTag = confirm[0] === CONFIRM && areEqual(confirm.subarray(1), this.#confirm);
    if (!isTag) throw new MoveError('wrong-code');
    return this.meeting;
  }
}

interface Secrets {
  bits(name: string): Promise<Bytes>;
}

async function deriveSecrets(key: Bytes): Promise<Secrets> {
  const master = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  return {
    async bits(name) {
      const info = new TextEncoder().encode(`alcove move ${name}`);
      const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info };
      return new Uint8Array(await crypto.subtle.deriveBits(algorithm, master, 256));
    },
  };
}

async function meet(secrets: Secrets, as: 'sender' | 'receiver'): Promise<Meeting> {
  const keyOf = async (name: string) => {
    const raw = await secrets.bits(name);
    return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  };
  return {
    resumeSecret: await secrets.bits('resume'),
    async keys(name) {
      const out = await keyOf(`${name} from sender`);
      const back = await keyOf(`${name} from receiver`);
      return as === 'sender' ? { send: out, receive: back } : { send: back, receive: out };
    },
  };
}

/** In the same time wherever they differ. */
function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  let differing = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) differing |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return differing === 0;
}
