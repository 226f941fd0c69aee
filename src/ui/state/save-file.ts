/** Lets the browser save a file under a name. */
export function saveFile(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title as a file name. */
export const plainName = (title: string): string =>
  title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'chat';

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
