import { create } from 'zustand';
import type { ServiceSettings } from '#contract/service-settings.ts';
import type { ImportResult } from '#storage/backup/backup-work.ts';
import { BackupError, type OnProgress } from '#storage/backup/format.ts';
import { importInWorker } from '#storage/backup/open-transfer.ts';
import { parseSetting } from '#storage/settings.ts';
import { formatCount } from '#ui/kit/format.ts';
import { settingsText } from '#ui/messages/settings.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { exportData } from '#ui/state/export-data.ts';
import { refreshHost } from '#ui/state/models.ts';
import { readPreferences } from '#ui/state/preferences.ts';
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

export const useTransfer = create<{ transfer: Transfer | null }>(() => ({ transfer: null }));

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
    useTransfer.setState({ transfer: null });
  }
}

/** Saves everything a person made as one file, verified. */
export function startExport(): Promise<void> {
  return run('export', async (onProgress, signal) => {
    await exportData(onProgress, signal);
    return settingsText.exported;
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
  const sum: ImportResult = { kind: 'chats', added: 0, present: 0, unreadable: 0, keys: 0 };
  const failed: string[] = [];
  let before = 0;
  for (const file of files) {
    const show = (done: number) => onProgress(before + done, total);
    try {
      const found = await importInWorker(file, chatModel, show, signal);
      if (found.kind === 'backup') sum.kind = 'backup';
      for (const name of ['added', 'present', 'unreadable', 'keys'] as const) {
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

function describeImport({ kind, added, present, unreadable, keys }: ImportResult): string[] {
  const [addedText, unreadableText] =
    kind === 'chats'
      ? [settingsText.chatsAdded, settingsText.chatsUnreadable]
      : [settingsText.itemsAdded, settingsText.itemsUnreadable];
  const sentences = [addedText(added, formatCount(present))];
  if (unreadable > 0) sentences.push(unreadableText(unreadable));
  if (keys > 0) sentences.push(settingsText.keysNotImported);
  return sentences;
}

/** The service reads its settings when it starts: so imported settings are sent to it. */
async function applySettings({ database, control }: Services): Promise<void> {
  const rows = await database.settings.toArray();
  const known = rows.filter(({ name, value }) => parseSetting(name, value) !== undefined);
  const changes = Object.fromEntries(known.map(({ name, value }) => [name, value]));
  await control((c) => c.changeSettings(changes as Partial<ServiceSettings>));
  await refreshHost(control);
}
