import type { Chosen } from '#storage/backup/chosen.ts';
import { type BackupImport, readBackup } from '#storage/backup/read-backup.ts';
import { memorySink, type OpenSink } from '#storage/backup/sink.ts';
import { writeBackup } from '#storage/backup/write-backup.ts';
import type { BackupKey } from '#storage/backup-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';

const inMemory: OpenSink = async () => memorySink();

export function exportBackup(
  database: AlcoveDatabase,
  openSink = inMemory,
  key: BackupKey | null = null,
): Promise<Blob> {
  return writeBackup(database, { now: 5, openSink, key });
}

export function importBackup(
  database: AlcoveDatabase,
  file: Blob,
  passphrase: string | null = null,
): Promise<BackupImport> {
  return readBackup(database, file, inMemory, () => {}, passphrase);
}

/** A file of these alone. */
export function exportChosen(database: AlcoveDatabase, chosen: Chosen): Promise<Blob> {
  return writeBackup(database, { now: 5, openSink: inMemory, chosen });
}

/** A file as version 1 wrote it, from lines that are objects or text. */
export function oldBackup(...lines: unknown[]): Blob {
  const head = { format: 'alcove-backup', version: 1, exportedAt: 1 };
  const texts = [head, ...lines].map((line) =>
    typeof line === 'string' ? line : JSON.stringify(line),
  );
  return new Blob([texts.join('\n')]);
}
