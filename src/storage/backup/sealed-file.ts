import type { BackupKey, PassphraseCost } from '#storage/backup-records.ts';
import { BackupError, type OnProgress, SEALED } from './format.ts';
import { deriveBackupKey, fileKeys, isAllowedCost } from './passphrase-key.ts';
import type { Sink } from './sink.ts';

// The format is written down in docs/backups.md.
const MAGIC = new TextEncoder().encode(SEALED);
const END = new TextEncoder().encode('alcove-encr-end.');
const VERSION = 1;
const ARGON2ID = 1;
const HEAD_BYTES = 100;
/** Bytes of the head that its authentication covers, and those that its checksum covers. */
const SIGNED_BYTES = 64;
const SUMMED_BYTES = 96;
const TAG_BYTES = 16;
/** Bytes of a part before it is encrypted. */
const PART_BYTES = 1024 * 1024;
const MAX_PART_BYTES = 16 * PART_BYTES;

/** Encrypts the bytes written to the returned sink, part by part; one part is in memory. */
export async function sealInto(sink: Sink, key: BackupKey): Promise<Sink> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const keys = await fileKeys(key, salt);
  const { head, signature } = await writeHead(key, salt, keys.head);
  await sink.write(head);
  const part = new Uint8Array(PART_BYTES);
  let used = 0;
  let count = 0;
  const seal = async (isLast: boolean) => {
    const algorithm = ofPart(count++, isLast, signature);
    const sealed = await crypto.subtle.encrypt(algorithm, keys.parts, part.subarray(0, used));
    used = 0;
    await sink.write(new Uint8Array(sealed));
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (used === PART_BYTES) await seal(false);
        const length = Math.min(PART_BYTES - used, bytes.length - at);
        part.set(bytes.subarray(at, at + length), used);
        used += length;
        at += length;
      }
    },
    async close() {
      await seal(true);
      await sink.write(END);
      return sink.close();
    },
    discard: () => sink.discard(),
  };
}

/**
 * The decrypted pieces of an encrypted file, in order. What came before a damaged part is given before the error.
 * `open`: the passphrase, or its key where that is at hand.
 * @throws BackupError with the reason: a wrong passphrase, a changed part, or an end that is missing.
 */
export async function* openSealed(
  file: Blob,
  open: string | BackupKey,
  onProgress: OnProgress = () => {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const { salt, fileSalt, cost, partBytes, signed, signature } = await readHead(file);
  const key = typeof open === 'string' ? await deriveBackupKey(open, salt, cost) : open;
  const keys = await fileKeys(key, fileSalt);
  if (!(await crypto.subtle.verify('HMAC', keys.head, signature, signed))) {
    throw new BackupError(
      'The passphrase is not the one that this backup was made with. Nothing was added.',
      { reason: 'passphrase' },
    );
  }
  const hasEnd = areEqual(await bytesOf(file, file.size - END.length, file.size), END);
  const end = hasEnd ? file.size - END.length : file.size;
  const step = partBytes + TAG_BYTES;
  const parts = Math.ceil((end - HEAD_BYTES) / step);
  const decrypt = async (i: number, isLast: boolean) => {
    const start = HEAD_BYTES + i * step;
    const sealed = await bytesOf(file, start, Math.min(end, start + step));
    const algorithm = ofPart(i, isLast, signature);
    return crypto.subtle.decrypt(algorithm, keys.parts, sealed).then(
      (bytes) => new Uint8Array(bytes),
      () => null,
    );
  };
  for (let i = 0; i < parts; i++) {
    const isLast = i === parts - 1;
    const bytes = await decrypt(i, isLast && hasEnd);
    if (bytes) yield bytes;
    // The last one that is here is not the last one that was written.
    else if (isLast && (!hasEnd || (await decrypt(i, false)))) break;
    else throw changed(i, parts);
    onProgress(Math.min(end, HEAD_BYTES + (i + 1) * step), file.size);
    if (isLast && hasEnd) return;
  }
  throw new BackupError(
    'The backup ends early, or something was added to its end: it was not written or copied to the end. What could be read was added.',
    { reason: 'cut' },
  );
}

const changed = (i: number, parts: number) =>
  new BackupError(
    `Part ${i + 1} of ${parts} of the backup was changed, or is in another place than it was written. What came before it was added.`,
    { reason: 'changed' },
  );

/** Eleven bytes of the part's number and one for the last part: no part can stand for another. */
function ofPart(number: number, isLast: boolean, additionalData: Uint8Array<ArrayBuffer>) {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(7, number);
  iv[11] = isLast ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData, tagLength: TAG_BYTES * 8 };
}

async function writeHead(key: BackupKey, fileSalt: Uint8Array<ArrayBuffer>, signing: CryptoKey) {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  head.set(MAGIC);
  view.setUint8(16, VERSION);
  view.setUint8(17, ARGON2ID);
  view.setUint8(18, key.cost.lanes);
  view.setUint32(20, key.cost.memoryKiB);
  view.setUint32(24, key.cost.iterations);
  view.setUint32(28, PART_BYTES);
  head.set(key.salt, 32);
  head.set(fileSalt, 48);
  const signed = head.subarray(0, SIGNED_BYTES);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', signing, signed));
  head.set(signature, SIGNED_BYTES);
  head.set(await checksum(head), SUMMED_BYTES);
  return { head, signature };
}

async function readHead(file: Blob) {
  const head = await bytesOf(file, 0, HEAD_BYTES);
  if (head.length < HEAD_BYTES) {
    throw new BackupError('The backup ends early: not even its head is whole.', { reason: 'cut' });
  }
  // Without a secret: so that a damaged head is not taken for a wrong passphrase.
  if (!areEqual(await checksum(head), head.subarray(SUMMED_BYTES))) {
    throw new BackupError('The head of the backup was changed: it cannot be opened.', {
      reason: 'changed',
    });
  }
  const view = new DataView(head.buffer);
  const cost: PassphraseCost = {
    lanes: view.getUint8(18),
    memoryKiB: view.getUint32(20),
    iterations: view.getUint32(24),
  };
  const partBytes = view.getUint32(28);
  const isKnown = view.getUint8(16) === VERSION && view.getUint8(17) === ARGON2ID;
  if (!isKnown || !isAllowedCost(cost) || partBytes === 0 || partBytes > MAX_PART_BYTES) {
    throw new BackupError('This export was made by a newer Alcove. Update this page first.', {
      reason: 'newer',
    });
  }
  return {
    cost,
    partBytes,
    salt: head.slice(32, 48),
    fileSalt: head.slice(48, 64),
    signed: head.slice(0, SIGNED_BYTES),
    signature: head.slice(SIGNED_BYTES, SUMMED_BYTES),
  };
}

async function checksum(head: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const digest = await crypto.subtle.digest('SHA-256', head.subarray(0, SUMMED_BYTES));
  return new Uint8Array(digest, 0, HEAD_BYTES - SUMMED_BYTES);
}

async function bytesOf(file: Blob, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(Math.max(0, start), Math.max(0, end)).arrayBuffer());
  } catch (error) {
    throw new BackupError('The file can no longer be read: it was changed, moved or deleted.', {
      cause: error,
    });
  }
}

const areEqual = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
