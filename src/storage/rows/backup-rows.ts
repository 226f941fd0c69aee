import type { BackupFolder, BackupKey, BackupRow } from '#storage/backup-records.ts';
import {
  amount,
  bytes,
  flag,
  folderHandle,
  label,
  list,
  name,
  nullable,
  type RowParser,
  row,
  sentence,
  time,
  z,
} from './fields.ts';

export const backup: RowParser<BackupRow> = row<BackupRow>({
  id: z.enum(['download', 'folder']),
  name: name('backup'),
  at: time(),
  bytes: amount(),
  isEncrypted: flag(),
});

const key = row<BackupKey>({
  salt: bytes,
  cost: row({ memoryKiB: amount(), iterations: amount(), lanes: amount() }),
  master: z.custom<CryptoKey>((value) => value instanceof CryptoKey),
});

/** One whose key cannot be read fails: plain backups must not take the place of encrypted ones. */
export const backupFolder: RowParser<BackupFolder> = row<BackupFolder>({
  id: z.literal('folder'),
  handle: folderHandle(),
  days: z.catch(z.number().check(z.int(), z.minimum(1), z.maximum(365)), 1),
  key: z.nullable(key),
  names: list(label),
  pending: nullable(label),
  failedAt: nullable(time()),
  problem: nullable(sentence),
});
