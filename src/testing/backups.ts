import type { ImportCount } from '#storage/backup/add-rows.ts';
import { readBackup } from '#storage/backup/read-backup.ts';
import { memorySink, type OpenSink } from '#storage/backup/sink.ts';
import { writeBackup } from '#storage/backup/write-backup.ts';
import type { AlcoveDatabase } from '#storage/database.ts';

const inMemory: OpenSink = async () => memorySink();

export function exportBackup(database: AlcoveDatabase, openSink = inMemory): Promise<Blob> {
  return writeBackup(database, { now: 5, openSink });
}

export function importBackup(database: AlcoveDatabase, file: Blob): Promise<ImportCount> {
  return readBackup(database, file, inMemory);
}

/** A file as version 1 wrote it, from lines that are objects or text. */
export function oldBackup(...lines: unknown[]): Blob {
  const head = { format: 'alcove-backup', version: 1, exportedAt: 1 };
  const texts = [head, ...lines].map((line) =>
    typeof line === 'string' ? line : JSON.stringify(line),
  );
  return new Blob([texts.join('\n')]);
}
