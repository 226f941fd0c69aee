import { ristretto255, ristretto255_hasher } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { joinBytes } from '#base/bytes.ts';
import { MoveError } from './move-error.ts';

// CPACE-RISTR255-SHA512 of draft-irtf-cfrg-cpace, initiator and responder: both ends prove that they know the same short
// secret, and one that does not learns nothing but that its single guess was wrong.

type Bytes = Uint8Array<ArrayBuffer>;

const NAME = new TextEncoder().encode('CPaceRistretto255');
const KEY_NAME = new TextEncoder().encode('CPaceRistretto255_ISK');
/** Bytes that SHA-512 reads at a time. */
const BLOCK_BYTES = 128;
/** Bytes of a share. */
export const SHARE_BYTES = 32;

export interface CpaceInput {
  /** The shared secret; a few words are enough. */
  secret: Bytes;
  /** What the exchange is for, the same at both ends. */
  context: Bytes;
  /** Of this exchange alone. */
  session: Bytes;
}

/** One end of an exchange. */
export class Cpace {
  readonly share: Bytes;
  readonly #scalar: bigint;

  /** `random`: 32 bytes, given by tests alone. */
  constructor(input: CpaceInput, random = crypto.getRandomValues(new Uint8Array(32))) {
    const bytes = random.slice();
    // Below the order of the group.
    bytes[31] = (bytes[31] ?? 0) & 0x0f;
    this.#scalar = bytesToNumberLE(bytes);
    this.share = generatorOf(input).multiply(this.#scalar).toBytes() as Bytes;
  }

  /** The secret of both ends, not yet known to be the same. @throws MoveError where the share is none. */
  multiply(share: Bytes): Bytes {
    const point = decode(share);
    const product = point.is0() ? point : point.multiply(this.#scalar);
    if (product.is0()) throw new MoveError('changed');
    return product.toBytes() as Bytes;
  }
}

/** What an end said of itself. */
export interface Said {
  share: Bytes;
  data: Bytes;
}

/** 64 bytes that only both ends know, if their secrets and all that they said are the same. */
export function sessionKey(
  session: Bytes,
  product: Bytes,
  initiator: Said,
  responder: Said,
): Bytes {
  const said = joinBytes([
    withLengths(initiator.share, initiator.data),
    withLengths(responder.share, responder.data),
  ]);
  return sha512(joinBytes([withLengths(KEY_NAME, session, product), said])) as Bytes;
}

function generatorOf({ secret, context, session }: CpaceInput) {
  const padding = Math.max(
    0,
    BLOCK_BYTES - 1 - withLengths(secret).length - withLengths(NAME).length,
  );
  const text = withLengths(NAME, secret, new Uint8Array(padding), context, session);
  const derive = ristretto255_hasher.deriveToCurve;
  if (!derive) throw new Error('Ristretto255 derives elements.');
  return derive(sha512(text));
}

function decode(share: Bytes) {
  try {
    return ristretto255.Point.fromBytes(share);
  } catch (error) {
    throw new MoveError('changed', { cause: error });
  }
}

/** Each part after its length in LEB128, so that no two lists make the same bytes. */
function withLengths(...parts: readonly Bytes[]): Bytes {
  return joinBytes(
    parts.flatMap((part) => {
      const length: number[] = [];
      let rest = part.length;
      do {
        length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
        rest >>= 7;
      } while (rest > 0);
      return [new Uint8Array(length), part];
    }),
  );
}
