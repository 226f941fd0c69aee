/** What one guess at a passphrase costs, by Argon2id. */
export interface PassphraseCost {
  memoryKiB: number;
  iterations: number;
  lanes: number;
}

/** What a passphrase opens and seals: never the passphrase itself, and the browser does not give the key out. */
export interface BackupKey {
  salt: Uint8Array<ArrayBuffer>;
  cost: PassphraseCost;
  /** For HKDF: each file has keys of its own. */
  master: CryptoKey;
}

/** The last backup of a place that was read again and found whole. */
export interface BackupRow {
  /** A file that was given to the browser's downloads, or one in the chosen folder. */
  id: 'download' | 'folder';
  name: string;
  /** Unix milliseconds. */
  at: number;
  bytes: number;
  isEncrypted: boolean;
}

/** The folder that backups are written into by themselves. */
export interface BackupFolder {
  id: 'folder';
  /** Null where the browser does not give it out any more: it has to be chosen again. */
  handle: FileSystemDirectoryHandle | null;
  /** Days between two backups. */
  days: number;
  /** Encrypts them; null for plain ones. */
  key: BackupKey | null;
  /** Files that were written and verified, oldest first. */
  names: string[];
  /** A file that is being written, or that a closed tab left. */
  pending: string | null;
  /** Unix milliseconds of an attempt that failed since the last good one, and why. */
  failedAt: number | null;
  problem: string | null;
}
