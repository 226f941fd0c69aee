import { BackupError, type OnProgress } from '#storage/backup/format.ts';
import { backUpInWorker } from '#storage/backup/open-transfer.ts';
import type { BackupFolder } from '#storage/backup-records.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { backupsText } from '#ui/messages/backups.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { showToast } from '#ui/state/toasts.ts';

const DAY_MS = 86_400_000;
/** Milliseconds after a failure before the next attempt, and between two looks at the clock. */
const RETRY_MS = 3_600_000;
/** Files of its own that stay in the folder. */
const RETAINED = 3;

/** What pages of Chromium know of a folder that a person chose; types of others do not have it. */
interface Permissions {
  queryPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

const WRITING = { mode: 'readwrite' } as const;
const isAllowed = async (handle: FileSystemDirectoryHandle) =>
  ((await (handle as Permissions).queryPermission?.(WRITING)) ?? 'granted') === 'granted';

/** Writes a backup into the chosen folder. `null`: another tab is writing one. @throws BackupError */
export async function backUpIntoFolder(
  database: AlcoveDatabase,
  onProgress: OnProgress,
  signal: AbortSignal,
  now = Date.now(),
): Promise<string | null> {
  return navigator.locks.request('alcove-backup', { ifAvailable: true }, async (lock) => {
    const folder = lock && (await database.backupFolder.get('folder'));
    if (!folder) return null;
    try {
      return await write(database, folder, onProgress, signal, now);
    } catch (error) {
      if (!signal.aborted) {
        const problem = describeError(error);
        await database.backupFolder.update('folder', { failedAt: now, problem });
      }
      throw error;
    }
  });
}

async function write(
  database: AlcoveDatabase,
  { handle, key, names, pending }: BackupFolder,
  onProgress: OnProgress,
  signal: AbortSignal,
  now: number,
): Promise<string> {
  if (!handle)
    throw new BackupError('The folder of the backups can no longer be used. Choose it again.');
  const permission = await (handle as Permissions).requestPermission?.(WRITING).catch(() => null);
  if (permission === null || permission === 'denied') {
    throw new BackupError('The browser was not allowed to write into the folder.');
  }
  // What a closed tab has left of one: it was never verified.
  if (pending !== null) {
    // Chromium writes next to the file, under this name.
    for (const left of [pending, `${pending}.crswap`]) {
      await handle.removeEntry(left).catch(() => {});
    }
  }
  const name = `alcove-${new Date(now).toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')}.${key ? 'alcove' : 'ndjson'}`;
  await database.backupFolder.update('folder', { pending: name });
  const bytes = await backUpInWorker({ folder: handle, name, key }, onProgress, signal);
  const written = [...names, name];
  await database.transaction('rw', database.backups, database.backupFolder, async () => {
    await database.backups.put({ id: 'folder', name, at: now, bytes, isEncrypted: key !== null });
    const done = { names: written, pending: null, failedAt: null, problem: null };
    await database.backupFolder.update('folder', done);
  });
  // Only now: until here the folder has the old ones, each of them whole.
  const old = written.slice(0, -RETAINED);
  for (const each of old) await handle.removeEntry(each).catch(() => {});
  await database.backupFolder.update('folder', { names: written.slice(-RETAINED) });
  return name;
}

/** Whether the time for the next backup has come. */
async function isBackupDue(database: AlcoveDatabase, now = Date.now()): Promise<boolean> {
  const folder = await database.backupFolder.get('folder');
  if (!folder) return false;
  if (folder.failedAt !== null && now - folder.failedAt < RETRY_MS) return false;
  const last = await database.backups.get('folder');
  return !last || folder.names.length === 0 || now - last.at >= folder.days * DAY_MS;
}

let isAsked = false;

/** Backs up when it is due, now and every hour; asks where the browser wants the person to allow it. */
export async function followBackups(database: AlcoveDatabase): Promise<void> {
  const look = async () => {
    if (!(await isBackupDue(database))) return;
    const folder = await database.backupFolder.get('folder');
    if (!folder?.handle) return;
    const run = async () => {
      await backUpIntoFolder(database, () => {}, new AbortController().signal);
    };
    if (await isAllowed(folder.handle)) return run();
    if (isAsked) return;
    isAsked = true;
    const action = { label: backupsText.backUpNow, run: () => run().catch(() => {}) };
    showToast({ text: backupsText.isDue(folder.handle.name), action, stays: true });
  };
  const lookQuietly = () => void look().catch(() => {});
  lookQuietly();
  setInterval(lookQuietly, RETRY_MS);
}
