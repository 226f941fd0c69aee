import type { Chosen } from '#storage/backup/chosen.ts';
import { saveFile } from './save-file.ts';

/** Saves a project or chats with all that belongs to them, as a file that Alcove imports. @throws BackupError */
export async function exportChosen(chosen: Chosen, name: string): Promise<void> {
  const { exportChosenInWorker } = await import('#storage/backup/open-transfer.ts');
  const file = await exportChosenInWorker(chosen, new AbortController().signal);
  saveFile(`${plainName(name)}.ndjson`, file);
}

/** A title as a file name. */
export const plainName = (title: string): string =>
  title.replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'chat';
