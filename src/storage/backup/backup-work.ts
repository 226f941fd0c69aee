import { AlcoveDatabase } from '#storage/database.ts';
import { measureTables } from '#storage/measure-tables.ts';
import { openDatabase, toStorageError } from '#storage/open-database.ts';
import { quarantineUnreadable } from '#storage/quarantine.ts';
import type { ImportCount } from './add-rows.ts';
import { BackupError, type OnProgress } from './format.ts';
import { importChatGpt } from './import-chatgpt.ts';
import { readBackup } from './read-backup.ts';
import { discardOldTransfers, openSink } from './sink.ts';
import { writeBackup } from './write-backup.ts';

/** What became of an import. */
export type ImportResult =
  | ({ kind: 'backup' } & ImportCount)
  | { kind: 'chatgpt'; added: number; present: number; skipped: number };
/** Errors lose their types between threads; the page needs only the message. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string; detail: string };

async function settle<T>(work: (database: AlcoveDatabase) => Promise<T>): Promise<Outcome<T>> {
  try {
    await discardOldTransfers(Date.now()).catch(() => {});
    const database = new AlcoveDatabase();
    // Under a limit: the first query of one that never opens would wait for ever.
    await openDatabase(database);
    return { ok: true, value: await work(database) };
  } catch (error) {
    const known = error instanceof BackupError ? error : toStorageError(error);
    const message = known?.message ?? 'Something unexpected happened. Try again.';
    return { ok: false, message, detail: String(error) };
  }
}

/** Exports and imports away from the page, which stays responsive. */
export const backupWork = {
  exportEverything: (onProgress: OnProgress) =>
    settle((database) =>
      writeBackup(database, {
        now: Date.now(),
        openSink,
        onProgress: rarely(onProgress),
      }),
    ),
  /** @returns stored bytes by kind. */
  measure: () => settle(measureTables),
  /** @returns how many stored rows no page can show. */
  check: () => settle(quarantineUnreadable),
  importFile: (file: File, model: string, onProgress: OnProgress) =>
    settle(async (database): Promise<ImportResult> => {
      const start = (await file.slice(0, 200).text()).trimStart();
      if (start.startsWith('[')) {
        const count = await importChatGpt(database, file, model, rarely(onProgress));
        return { kind: 'chatgpt', ...count };
      }
      const count = await readBackup(database, file, openSink, rarely(onProgress));
      return { kind: 'backup', ...count };
    }),
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
