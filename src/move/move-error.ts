/** Why a move ended, or was interrupted. */
export type MoveFault =
  /** The connection was interrupted: it is made again. */
  | 'cut'
  /** Something else came than the other device sent: the connection is made again. */
  | 'changed'
  /** The words are not the ones that the other device shows. */
  | 'wrong-code'
  /** Wrong words came too often: the code works no more. */
  | 'too-many-tries'
  /** No device waits under these words. */
  | 'unknown-code'
  /** Another device uses these words already. */
  | 'in-use'
  /** The server has no room left. */
  | 'full'
  /** The network lets no connection through, and no server of ours passes it on. */
  | 'no-way'
  /** The other device was not there, or not again, in time. */
  | 'gone'
  /** The person at the other device cancelled. */
  | 'cancelled'
  /** The other device has another version. */
  | 'newer'
  /** The data does not fit on this device. */
  | 'too-large'
  /** The other device could not read or store the data. */
  | 'failed'
  /** A text was pasted that no Alcove made for this. */
  | 'no-text'
  | 'offline';

/** A move cannot continue; `cut` and `changed` are mended by a new connection. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
  readonly fault: MoveFault;
  /** What the other device says of it; a sentence. */
  readonly detail: string | null;

  constructor(fault: MoveFault, options: { cause?: unknown; detail?: string } = {}) {
    super(`Move: ${fault}`, options);
    this.fault = fault;
    this.detail = options.detail ?? null;
  }
}

/** Whether a new connection can mend it. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof MoveError && (error.fault === 'cut' || error.fault === 'changed');
