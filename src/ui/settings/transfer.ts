import { create } from 'zustand';
import { deferred } from '#base/deferred.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { ImportResult } from '#storage/backup/backup-work.ts';
import { BackupError, isSealed, type OnProgress } from '#storage/backup/format.ts';
import { exportInWorker, importInWorker } from '#storage/backup/open-transfer.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { loadDatabase } from '#storage/page-database.ts';
import { reportFault } from '#storage/report-fault.ts';
import { parseSetting } from '#storage/settings.ts';
import { formatCount } from '#ui/kit/format.ts';
import { backupsText } from '#ui/messages/backups.ts';
import { settingsText } from '#ui/messages/settings.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { refreshHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { failureToast } from '#ui/state/storage-full.ts';
import { showToast } from '#ui/state/toasts.ts';

/** An export or import that is running, whichever page is open. */
interface Transfer {
  kind: 'export' | 'import';
  /** Bytes; total is 0 while unknown. */
  done: number;
  total: number;
  cancel: () => void;
}

/** The passphrase of a file that is being imported; null cancels it. */
export interface Question {
  name: string;
  /** Whether the last answer did not open the file. */
  isWrong: boolean;
  answer: (passphrase: string | null) => void;
}

export const useTransfer = create<{ transfer: Transfer | null; question: Question | null }>(() => ({
  transfer: null,
  question: null,
}));

/** Leaving the page would end the work: the browser asks first. */
const warn = (event: Event) => event.preventDefault();

async function run(
  kind: Transfer['kind'],
  work: (onProgress: (done: number, total: number) => void, signal: AbortSignal) => Promise<string>,
): Promise<void> {
  if (useTransfer.getState().transfer) return;
  const controller = new AbortController();
  const show = (done: number, total: number) => {
    if (controller.signal.aborted) return;
    useTransfer.setState({ transfer: { kind, done, total, cancel: () => controller.abort() } });
  };
  show(0, 0);
  addEventListener('beforeunload', warn);
  const isExport = kind === 'export';
  try {
    showToast({ text: await work(show, controller.signal) });
  } catch (error) {
    if (controller.signal.aborted) {
      showToast({ text: isExport ? settingsText.exportCancelled : settingsText.importCancelled });
      return;
    }
    const reason = describeError(error);
    const text = isExport ? settingsText.exportFailed(reason) : settingsText.importFailed(reason);
    // It stays until dismissed: the data that was not exported may be cleared next.
    showToast(failureToast(text, error), true);
  } finally {
    removeEventListener('beforeunload', warn);
    useTransfer.setState({ transfer: null, question: null });
  }
}

/** Saves everything a person made as one file, verified, and encrypted where there is a passphrase. */
export function startExport(passphrase: string | null = null): Promise<void> {
  return run('export', async (onProgress, signal) => {
    const file = await exportInWorker(onProgress, signal, passphrase);
    const at = Date.now();
    const isEncrypted = passphrase !== null;
    const name = `alcove-${new Date(at).toISOString().slice(0, 10)}.${isEncrypted ? 'alcove' : 'ndjson'}`;
    saveFile(name, file);
    const database = await loadDatabase();
    // The file is there already: that it cannot be noted is no failure of the export.
    await database.backups
      .put({ id: 'download', name, at, bytes: file.size, isEncrypted })
      .catch(reportFault);
    return settingsText.exported;
  });
}

/** Writes a backup into the chosen folder now. */
export function startFolderBackup(database: AlcoveDatabase): Promise<void> {
  return run('export', async (onProgress, signal) => {
    const { backUpIntoFolder } = await import('./folder-backup.ts');
    const name = await backUpIntoFolder(database, onProgress, signal);
    return name === null ? settingsText.exportCancelled : backupsText.backedUp(name);
  });
}

/** Adds the exports of Alcove and of other products. */
export function startImport(services: Services, files: readonly File[]): Promise<void> {
  return run('import', async (onProgress, signal) => {
    const { sum, failed } = await importAll(files, onProgress, signal);
    if (sum.kind === 'backup') await applySettings(services);
    return [...describeImport(sum), ...failed].join(' ');
  });
}

/** A file that cannot be read costs only itself. */
async function importAll(
  files: readonly File[],
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ sum: ImportResult; failed: string[] }> {
  const { chatModel } = readPreferences();
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const sum: ImportResult = {
    kind: 'chats',
    added: 0,
    present: 0,
    grown: 0,
    unreadable: 0,
    keys: 0,
  };
  const failed: string[] = [];
  let before = 0;
  for (const file of files) {
    const show = (done: number) => onProgress(before + done, total);
    try {
      const found = await importOne(file, chatModel, show, signal);
      if (found.kind === 'backup') sum.kind = 'backup';
      for (const name of ['added', 'present', 'grown', 'unreadable', 'keys'] as const) {
        sum[name] += found[name];
      }
    } catch (error) {
      if (signal.aborted || files.length === 1) throw error;
      failed.push(settingsText.fileNotImported(file.name, describeError(error)));
    }
    before += file.size;
  }
  if (failed.length === files.length) throw new BackupError(failed.join(' '));
  return { sum, failed };
}

/** Asks for the passphrase where the file is encrypted, until it is the right one. */
async function importOne(
  file: File,
  model: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ImportResult> {
  if (!(await isSealed(file))) return importInWorker(file, model, null, onProgress, signal);
  for (let isWrong = false; ; isWrong = true) {
    const passphrase = await askPassphrase(file.name, isWrong, signal);
    if (passphrase === null) {
      useTransfer.getState().transfer?.cancel();
      throw new BackupError(settingsText.importCancelled);
    }
    try {
      return await importInWorker(file, model, passphrase, onProgress, signal);
    } catch (error) {
      if (!(error instanceof BackupError && error.reason === 'passphrase')) throw error;
    }
  }
}

function askPassphrase(
  name: string,
  isWrong: boolean,
  signal: AbortSignal,
): Promise<string | null> {
  const { promise, resolve } = deferred<string | null>();
  const answer = (passphrase: string | null) => {
    useTransfer.setState({ question: null });
    resolve(passphrase);
  };
  signal.addEventListener('abort', () => answer(null), { once: true });
  useTransfer.setState({ question: { name, isWrong, answer } });
  return promise;
}

function describeImport({ kind, added, present, grown, unreadable, keys }: ImportResult): string[] {
  const [addedText, unreadableText] =
    kind === 'chats'
      ? [settingsText.chatsAdded, settingsText.chatsUnreadable]
      : [settingsText.itemsAdded, settingsText.itemsUnreadable];
  const sentences = [addedText(added, formatCount(present))];
  if (grown > 0) sentences.push(backupsText.grown(grown));
  if (unreadable > 0) sentences.push(unreadableText(unreadable));
  if (keys > 0) sentences.push(settingsText.keysNotImported);
  return sentences;
}

/** The service reads its settings when it starts: so imported settings are sent to it. */
export async function applySettings({ database, control }: Services): Promise<void> {
  const rows = await database.settings.toArray();
  const known = rows.filter(({ name, value }) => parseSetting(name, value) !== undefined);
  const changes = Object.fromEntries(known.map(({ name, value }) => [name, value]));
  await control((c) => c.changeSettings(changes as Partial<ServiceSettings>));
  await refreshHost(control);
}
