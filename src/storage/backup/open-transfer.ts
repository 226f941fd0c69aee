import { proxy, type Remote, wrap } from 'comlink';
import type { BackupWork } from './backup.worker.ts';
import type { ImportResult, Outcome } from './backup-work.ts';
import { BackupError, type OnProgress } from './format.ts';

/** Everything a person made, as a file. @throws BackupError */
export function exportInWorker(onProgress: OnProgress, signal: AbortSignal): Promise<Blob> {
  return inWorker((work) => work.exportEverything(proxy(onProgress)), signal);
}

/** Adds an Alcove export, or the `conversations.json` of a ChatGPT export. @throws BackupError */
export function importInWorker(
  file: File,
  model: string,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<ImportResult> {
  return inWorker((work) => work.importFile(file, model, proxy(onProgress)), signal);
}

/** Sets stored rows aside that no page can show. @returns how many there are. */
export function checkInWorker(signal: AbortSignal): Promise<number> {
  return inWorker((work) => work.check(), signal);
}

/** Runs work in a thread that ends with it, or when it is cancelled. */
async function inWorker<T>(
  use: (work: Remote<BackupWork> | BackupWork) => Promise<Outcome<T>>,
  signal: AbortSignal,
): Promise<T> {
  const worker = openWorker();
  // Slower for the page, and better than data that nobody can take along.
  if (!worker) return settled(await use((await import('./backup-work.ts')).backupWork));
  const failed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    // A thread that could not start, or that ran out of memory.
    worker.onerror = () =>
      reject(new BackupError('The browser ended the work: the file may need too much memory.'));
  });
  try {
    signal.throwIfAborted();
    return settled(await Promise.race([use(wrap<BackupWork>(worker)), failed]));
  } finally {
    worker.terminate();
  }
}

/** Null in a browser that lets this page start none. */
function openWorker(): Worker | null {
  try {
    return new Worker(new URL('./backup.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}

function settled<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new BackupError(outcome.message, { cause: outcome.detail });
  return outcome.value;
}
