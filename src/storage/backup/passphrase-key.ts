import { argon2id } from 'hash-wasm';
import type { BackupKey, PassphraseCost } from '#storage/backup-records.ts';
import { BackupError } from './format.ts';

/** About half a second on a laptop of 2024. */
export const COST: PassphraseCost = { memoryKiB: 64 * 1024, iterations: 8, lanes: 1 };

/** Costs that a file may ask for: a file from elsewhere must not take the memory or hours of this device. */
const MAX_COST: PassphraseCost = { memoryKiB: 256 * 1024, iterations: 64, lanes: 4 };

export function isAllowedCost({ memoryKiB, iterations, lanes }: PassphraseCost): boolean {
  const isBelow =
    memoryKiB <= MAX_COST.memoryKiB && iterations <= MAX_COST.iterations && lanes <= MAX_COST.lanes;
  return isBelow && iterations >= 1 && lanes >= 1 && memoryKiB >= 8 * lanes;
}

/**
 * The key of a passphrase, by Argon2id. Letters that look the same are the same, however a keyboard writes them
 * (NFKC). Slow on purpose. @throws BackupError where WebAssembly is switched off or the memory is missing.
 */
export async function deriveBackupKey(
  passphrase: string,
  salt = crypto.getRandomValues(new Uint8Array(16)),
  cost = COST,
): Promise<BackupKey> {
  const secret = await argon2id({
    password: passphrase.normalize('NFKC'),
    salt,
    memorySize: cost.memoryKiB,
    iterations: cost.iterations,
    parallelism: cost.lanes,
    hashLength: 32,
    outputType: 'binary',
  }).catch((error: unknown) => {
    throw new BackupError(
      'This browser could not compute the key of the passphrase: it needs WebAssembly and 64 MB of memory. Close other tabs and try again. The stored data is unchanged.',
      { cause: error },
    );
  });
  const bytes = new Uint8Array(secret);
  const master = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  bytes.fill(0);
  return { salt, cost, master };
}

/** The keys of one file: for its parts, and for its head. */
export async function fileKeys(
  { master }: BackupKey,
  salt: Uint8Array<ArrayBuffer>,
): Promise<{ parts: CryptoKey; head: CryptoKey }> {
  const from = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt,
    info: new TextEncoder().encode(info),
  });
  const { subtle } = crypto;
  const aes = { name: 'AES-GCM', length: 256 };
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  const [parts, head] = await Promise.all([
    subtle.deriveKey(from('alcove backup parts'), master, aes, false, ['encrypt', 'decrypt']),
    subtle.deriveKey(from('alcove backup head'), master, hmac, false, ['sign', 'verify']),
  ]);
  return { parts, head };
}
