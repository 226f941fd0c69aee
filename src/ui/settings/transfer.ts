import { create } from 'zustand';
import type { ServiceSettings } from '#contract/service-settings.ts';
import { importInWorker } from '#storage/backup/open-transfer.ts';
import { reportFault } from '#storage/report-fault.ts';
import { parseSetting } from '#storage/settings.ts';
import { formatCount } from '#ui/kit/format.ts';
import { settingsText } from '#ui/messages/settings.ts';
import type { Services } from '#ui/services.ts';
import { describeError } from '#ui/state/describe-error.ts';
import { exportData } from '#ui/state/export-data.ts';
import { indexAgain } from '#ui/state/index-old-messages.ts';
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

/** Adds an Alcove export, or the `conversations.json` of a ChatGPT export. */
export function startImport(services: Services, file: File): Promise<void> {
  return run('import', async (onProgress, signal) => {
    const { chatModel } = readPreferences();
    const result = await importInWorker(file, chatModel, onProgress, signal);
    const { added } = result;
    const present = formatCount(result.present);
    if (result.kind === 'chatgpt') {
      const sentences = [settingsText.chatsAdded(added, present)];
      if (result.skipped > 0) sentences.push(settingsText.chatsUnreadable(result.skipped));
      return sentences.join(' ');
    }
    await applySettings(services);
    indexAgain(services.storage).catch(reportFault);
    const sentences = [settingsText.itemsAdded(added, present)];
    if (result.unreadable > 0) sentences.push(settingsText.itemsUnreadable(result.unreadable));
    if (result.keys > 0) sentences.push(settingsText.keysNotImported);
    return sentences.join(' ');
  });
}

/** The service reads its settings when it starts: so imported settings are sent to it. */
async function applySettings({ database, control }: Services): Promise<void> {
  const rows = await database.settings.toArray();
  const known = rows.filter(({ name, value }) => parseSetting(name, value) !== undefined);
  const changes = Object.fromEntries(known.map(({ name, value }) => [name, value]));
  await control((c) => c.changeSettings(changes as Partial<ServiceSettings>));
  await refreshHost(control);
}
