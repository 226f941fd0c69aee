import type { BackupKey } from '#storage/backup-records.ts';
import { AlcoveDatabase } from '#storage/database.ts';
import { listTables, measureTables } from '#storage/measure-tables.ts';
import { openDatabase, type StorageError, toStorageError } from '#storage/open-database.ts';
import { quarantineUnreadable } from '#storage/quarantine.ts';
import type { Chosen } from './chosen.ts';
import { BackupError, type BackupFault, type OnProgress } from './format.ts';
import { importFile } from './import-file.ts';
import { type MovedFile, openMovedFile, writeMove } from './moved-file.ts';
import { deriveBackupKey } from './passphrase-key.ts';
import { discardOldTransfers, folderSink, openSink } from './sink.ts';
import { writeBackup } from './write-backup.ts';

/** Errors lose their types between threads; the page needs only the message. */
export type Outcome<T> =
  | { ok: true; value: T }
  | { ok: false; message: string; detail: string; reason: BackupFault };

function settle<T>(work: (database: AlcoveDatabase) => Promise<T>): Promise<Outcome<T>> {
  return outcomeOf(async () => {
    await discardOldTransfers(Date.now()).catch(() => {});
    const database = new AlcoveDatabase();
    // Under a limit: the first query of one that never opens would wait for ever.
    await openDatabase(database);
    return work(database);
  });
}

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const known = error instanceof BackupError ? error : toStorageError(error);
    const message = known?.message ?? 'Something unexpected happened. Try again.';
    return { ok: false, message, detail: String(error), reason: reasonOf(known) };
  }
}

function reasonOf(known: BackupError | StorageError | null): BackupFault {
  if (known instanceof BackupError) return known.reason;
  return known?.problem === 'full' ? 'full' : 'none';
}

/** The file that another device sends to this thread. */
let moved: MovedFile | null = null;
const theMoved = (): MovedFile => {
  if (!moved) throw new BackupError('No file is being received.');
  return moved;
};

/** Exports and imports away from the page, which stays responsive. */
export const backupWork = {
  /** Everything, as a file for another device. */
  exportMove: (onProgress: OnProgress) =>
    settle((database) => writeMove(database, rarely(onProgress))),
  /** Opens the file that another device sends. @returns the bytes of it that are here. */
  openMoved: (id: string, size: number) =>
    outcomeOf(async () => {
      await discardOldTransfers(Date.now()).catch(() => {});
      moved = await openMovedFile(id, size);
      return moved.at;
    }),
  /** @returns the bytes that are stored for good. */
  appendMoved: (bytes: Uint8Array<ArrayBuffer>) =>
    outcomeOf(async () => {
      theMoved().append(bytes);
      return theMoved().at;
    }),
  closeMoved: () => outcomeOf(() => theMoved().close()),
  discardMoved: () => outcomeOf(async () => moved?.discard()),
  exportEverything: (onProgress: OnProgress, passphrase: string | null) =>
    settle(async (database) =>
      writeBackup(database, {
        now: Date.now(),
        openSink,
        key: passphrase === null ? null : await deriveBackupKey(passphrase),
        onProgress: rarely(onProgress),
      }),
    ),
  /** The chosen things alone. */
  exportChosen: (chosen: Chosen, onProgress: OnProgress) =>
    settle((database) =>
      writeBackup(database, {
        now: Date.now(),
        openSink,
        chosen,
        onProgress: rarely(onProgress),
      }),
    ),
  /** Writes a new file into a folder. @returns its bytes. */
  backUpTo: (
    folder: FileSystemDirectoryHandle,
    name: string,
    key: BackupKey | null,
    onProgress: OnProgress,
  ) =>
    settle(async (database) => {
      const file = await writeBackup(database, {
        now: Date.now(),
        openSink: folderSink(folder, name),
        key,
        onProgress: rarely(onProgress),
      });
      return file.size;
    }),
  deriveKey: (passphrase: string) => settle(() => deriveBackupKey(passphrase)),
  /** @returns stored bytes by kind. */
  measure: () => settle(measureTables),
  /** @returns what each table has. */
  list: () => settle(listTables),
  /** @returns how many stored rows no page can show. */
  check: () => settle(quarantineUnreadable),
  /** `passphrase`: of an encrypted backup. */
  importFile: (file: File, model: string, passphrase: string | null, onProgress: OnProgress) =>
    settle((database) =>
      importFile(database, file, { model, passphrase, openSink, onProgress: rarely(onProgress) }),
    ),
};

/** Milliseconds between two reports. */
const REPORT_MS = 100;

function rarely(onProgress: OnProgress): OnProgress {
  let last = 0;
  return (done, total) => {
    const now = performance.now();
    if (now - last < REPORT_MS) return;
    last = now;
    onProgress(done, total);
  };
}
