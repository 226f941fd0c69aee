import type { StorageLoss } from '#storage/open-page-database.ts';
import { shellText } from '#ui/messages/shell.ts';
import { showToast } from './toasts.ts';

let isShown = false;

/** Reports once that this page's data is no longer stored. */
export function showStorageLoss(loss: StorageLoss): void {
  if (isShown) return;
  isShown = true;
  const text = loss === 'cleared' ? shellText.dataCleared : shellText.dataNewer;
  showToast({ text, action: { label: shellText.reload, run: () => location.reload() } }, true);
}
