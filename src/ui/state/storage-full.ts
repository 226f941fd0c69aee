import { appPath } from '#contract/app-path.ts';
import { toStorageError } from '#storage/open-database.ts';
import { errorsText } from '#ui/messages/errors.ts';

/** The page that lists stored data by size and deletes it. */
export const STORAGE_PATH = '/settings/data';

/** Whether something could not be stored for want of storage. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && toStorageError(error)?.problem === 'full';
}

interface FailureToast {
  text: string;
  stays?: boolean;
  topic?: 'storage';
  action?: { label: string; run: () => void };
}

/** The sentence of a failure as a toast; on a full disk it stays, with a button that opens the storage list. */
export function failureToast(text: string, error: unknown): FailureToast {
  if (!isStorageFull(error)) return { text };
  const run = () => history.pushState(null, '', appPath(STORAGE_PATH));
  return { text, stays: true, topic: 'storage', action: { label: errorsText.freeStorage, run } };
}
