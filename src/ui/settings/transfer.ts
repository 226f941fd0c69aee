import { create } from 'zustand';
import { deferred } from '#base/promises.ts';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { Chosen } from '#storage/backup/chosen.ts';
import { BackupError, isSealed, type OnProgress } from '#storage/backup/format.ts';
import type { ImportResult } from '#storage/backup/import-file.ts';
import {
  exportChosenInWorker,
  exportInWorker,
  importInWorker,
} from '#storage/backup/open-transfer.ts';
import type { AlcoveDatabase } from '#storage/database.ts';
import { reportFault } from '#storage/open-database.ts';
import { loadDatabase } from '#storage/page-database.ts';
import { parseSetting } from '#storage/settings.ts';
import { formatCount } from '#ui/kit/format.ts';
import { itemPath } from '#ui/kit/item-path.ts';
import { backupsText } from '#ui/messages/backups.ts';
import { settingsText } from '#ui/messages/settings.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { refreshHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { saveFile } from '#ui/state/save-file.ts';
import { failureToast } from '#ui/state/storage-full.ts';
import { closeToast, showToast, type Toast } from '#ui/state/toasts.ts';
import type { AddFiles } from '#ui/state/transfers.ts';

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

/** @returns what to say once it is done; null where that was done already */
type Work = (
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
) => Promise<Omit<Toast, 'id'> | null>;

/** The exports and imports so far: each waits for those before it. */
let queue: Promise<void> = Promise.resolve();

function run(kind: Transfer['kind'], work: Work): Promise<void> {
  if (useTransfer.getState().transfer)
    showToast({ text: kind === 'export' ? settingsText.exportWaits : settingsText.importWaits });
  queue = queue.then(() => runNow(kind, work));
  return queue;
}

async function runNow(kind: Transfer['kind'], work: Work): Promise<void> {
  const controller = new AbortController();
  const show = (done: number, total: number) => {
    if (controller.signal.aborted) return;
    useTransfer.setState({ transfer: { kind, done, total, cancel: () => controller.abort() } });
  };
  show(0, 0);
  addEventListener('beforeunload', warn);
  const isExport = kind === 'export';
  try {
    const toast = await work(show, controller.signal);
    if (toast) showToast(toast);
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
    return { text: settingsText.exported };
  });
}

/** Saves a project, chats or recordings as one file that Alcove imports; other pages than Settings show it as a toast. */
export function startChosenExport(chosen: Chosen, name: string): Promise<void> {
  return run('export', async (onProgress, signal) => {
    const cancel = () => useTransfer.getState().transfer?.cancel();
    const action = { label: settingsText.cancel, run: cancel };
    const toast = showToast({ text: settingsText.exporting, action }, true);
    try {
      const file = await exportChosenInWorker(chosen, onProgress, signal);
      signal.throwIfAborted();
      saveFile(`${name}.ndjson`, file);
      return { text: settingsText.exported };
    } finally {
      closeToast(toast);
    }
  });
}

/** Writes a backup into the chosen folder now. */
export function startFolderBackup(database: AlcoveDatabase): Promise<void> {
  return run('export', async (onProgress, signal) => {
    const { backUpIntoFolder } = await import('./folder-backup.ts');
    const name = await backUpIntoFolder(database, onProgress, signal);
    const text = name === null ? settingsText.exportCancelled : backupsText.backedUp(name);
    return { text };
  });
}

type Go = (path: string) => void;

/**
 * Adds the exports of Alcove and of other products; a toast leads to the one chat, project or transcript that came.
 * `addElsewhere`: takes files that are no export after all.
 */
export function startImport(
  services: Services,
  files: readonly File[],
  go: Go,
  addElsewhere?: AddFiles,
): Promise<void> {
  return run('import', async (onProgress, signal) => {
    const { results, failed } = await importAll(files, onProgress, signal, addElsewhere);
    if (results.length + failed.length === 0) return null;
    if (results.some(({ kind }) => kind === 'backup')) await applySettings(services);
    const text = [...describeImport(results), ...failed].join(' ');
    const [one] = results.length === 1 ? results.map((result) => result.one) : [];
    if (!one) return { text };
    return { text, action: { label: backupsText.show, run: () => go(pathOf(one)) } };
  });
}

/** Bytes whose import takes long enough that its progress is shown. */
const LARGE = 5_000_000;

/** Imports files that were given to another page. Where they are large or encrypted, Settings shows it and asks. */
export async function importOffered(
  services: Services,
  files: readonly File[],
  go: Go,
  addElsewhere?: AddFiles,
): Promise<void> {
  const sealed = await Promise.all(files.map(isSealed));
  if (sealed.includes(true) || files.some(({ size }) => size > LARGE)) go('/settings/data');
  await startImport(services, files, go, addElsewhere);
}

function pathOf({ kind, id }: NonNullable<ImportResult['one']>): string {
  if (kind === 'transcript') return itemPath('/transcribe', id);
  return itemPath(kind === 'project' ? '/chat/project' : '/chat', id);
}

/** Lets a file in which the import found nothing go where it was dropped. */
function isElsewhere(file: File, error: unknown, addElsewhere: AddFiles | undefined): boolean {
  if (!(addElsewhere && error instanceof BackupError && error.reason === 'nothing')) return false;
  addElsewhere([file]);
  showToast({ text: settingsText.noExport(file.name) });
  return true;
}

/** A file that cannot be read costs only itself. */
async function importAll(
  files: readonly File[],
  onProgress: OnProgress,
  signal: AbortSignal,
  addElsewhere: AddFiles | undefined,
): Promise<{ results: ImportResult[]; failed: string[] }> {
  const { chatModel } = readPreferences();
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const results: ImportResult[] = [];
  const failed: string[] = [];
  let before = 0;
  for (const file of files) {
    const start = before;
    before += file.size;
    const show = (done: number) => onProgress(start + done, total);
    try {
      results.push(...(await importOne(file, chatModel, show, signal)));
    } catch (error) {
      if (signal.aborted) throw error;
      if (isElsewhere(file, error, addElsewhere)) continue;
      if (files.length === 1) throw error;
      failed.push(settingsText.fileNotImported(file.name, describeError(error)));
    }
  }
  if (results.length === 0 && failed.length > 0) throw new BackupError(failed.join(' '));
  return { results, failed };
}

/** Asks for the passphrase where the file is encrypted, until it is the right one. */
async function importOne(
  file: File,
  model: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ImportResult[]> {
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

/** The sentences of a kind: what came, and what could not be read. */
function sentencesOf(kind: ImportResult['kind']) {
  switch (kind) {
    case 'backup':
      return [settingsText.itemsAdded, settingsText.itemsUnreadable] as const;
    case 'chats':
      return [settingsText.chatsAdded, settingsText.chatsUnreadable] as const;
    case 'projects':
      return [backupsText.projectsAdded, settingsText.itemsUnreadable] as const;
    case 'transcripts':
      return [backupsText.transcriptsAdded, settingsText.itemsUnreadable] as const;
  }
}

function describeImport(results: readonly ImportResult[]): string[] {
  const sum = (
    kind: ImportResult['kind'] | null,
    count: 'added' | 'present' | 'grown' | 'skipped' | 'unreadable' | 'keys',
  ) => results.reduce((all, one) => all + (kind === null || one.kind === kind ? one[count] : 0), 0);
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const sentences = kinds.map((kind) =>
    sentencesOf(kind)[0](sum(kind, 'added'), formatCount(sum(kind, 'present'))),
  );
  if (sum(null, 'grown') > 0) sentences.push(backupsText.grown(sum(null, 'grown')));
  if (sum(null, 'skipped') > 0) sentences.push(backupsText.filesSkipped(sum(null, 'skipped')));
  for (const kind of kinds) {
    const unreadable = sum(kind, 'unreadable');
    if (unreadable > 0) sentences.push(sentencesOf(kind)[1](unreadable));
  }
  if (sum(null, 'keys') > 0) sentences.push(settingsText.keysNotImported);
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
