import { saveFile } from './save-file.ts';

/** Saves everything that is stored, in a separate thread, because this page may have failed. */
export async function exportData(
  onProgress: (done: number, total: number) => void = () => {},
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { exportInWorker } = await import('#storage/backup/open-transfer.ts');
  const file = await exportInWorker(onProgress, signal);
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`alcove-${day}.ndjson`, file);
}
