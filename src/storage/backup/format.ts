/**
 * The fault of an encrypted file, `full` where there is no storage left, or `nothing` where a file is not an export at all; `none` for
 * everything else.
 */
export type BackupFault = 'none' | 'nothing' | 'passphrase' | 'changed' | 'cut' | 'newer' | 'full';

/** A file cannot be imported, or an export cannot be made; the message is a sentence for a person. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly reason: BackupFault;

  constructor(message: string, options: { cause?: unknown; reason?: BackupFault } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'none';
  }
}

export const FORMAT = 'alcove-backup';
/** 1 had each recording as base64 in the line of its row; 2 has it in parts, and an end to check by. */
export const VERSION = 2;

/** Characters of a passphrase: shorter ones are found by trying all. */
export const MIN_PASSPHRASE = 8;

/** Bytes of one part of a recording; divisible by three, so that its base64 needs no padding. */
export const PART_BYTES = 768 * 1024;
/** Bytes up to which binary data is written into the line of its row. */
export const INLINE_BYTES = 48 * 1024;
/** Characters of JSON above which a row is written in parts too. */
export const LONG_ROW = 4_000_000;

/** Limits of one import, checked before the work they bound. */
export const LIMITS = {
  /** Bytes of the first line, which identifies the file. */
  headBytes: 64 * 1024,
  /** Bytes of a line. */
  lineBytes: 32_000_000,
  /** Bytes of a line of the first version: a recording of 225 MB. */
  oldLineBytes: 300_000_000,
  /** Levels of nesting. */
  depth: 64,
  /** Values in one line. */
  items: 4_000_000,
  rows: 5_000_000,
  /** Bytes of data that is needed in memory as a whole: vectors, long texts. */
  memoryBytes: 512_000_000,
  /** Bytes of one chat in a ChatGPT export. */
  chatBytes: 64_000_000,
  /** Bytes of all chats that one archive unpacks to, and how many times its own bytes: texts pack to a fifth. */
  unpackedBytes: 8_000_000_000,
  unpackedTimes: 100,
};

/** Progress in bytes; `total` is 0 while unknown. */
export type OnProgress = (done: number, total: number) => void;

/** A limit or a size, as a sentence names it. */
export const megabytes = (bytes: number): string =>
  bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e3)} kB`;

/** The first bytes of an encrypted backup. */
export const SEALED = 'alcove-encrypted';

/** Whether a file begins as an encrypted backup. */
export async function isSealed(file: Blob): Promise<boolean> {
  const start = await file.slice(0, SEALED.length).text();
  return start === SEALED;
}
