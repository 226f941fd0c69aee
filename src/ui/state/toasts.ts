import { create } from 'zustand';
import type { StorageLoss } from '#storage/open-page-database.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { shellText } from '#ui/messages/shell.ts';
import { describeError } from './describe-error.ts';
import { failureToast } from './storage-full.ts';

export interface Toast {
  id: string;
  text: string;
  action?: { label: string; run: () => Promise<void> | void };
  /** Whether it stays until it is put away. */
  stays?: boolean;
  /** A newer toast about the same topic replaces it. */
  topic?: 'storage';
}

/** Milliseconds a toast stays; one with an action stays longer. */
const PLAIN_MS = 5_000;
const ACTION_MS = 10_000;

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Says something in the corner. `stays`: until it is put away. */
export function showToast(toast: Omit<Toast, 'id'>, stays = toast.stays ?? false): string {
  const id = crypto.randomUUID();
  const isReplaced = ({ topic }: Toast) => topic !== undefined && topic === toast.topic;
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => !isReplaced(other)).slice(-3), { id, ...toast }],
  }));
  if (!stays) setTimeout(() => closeToast(id), toast.action ? ACTION_MS : PLAIN_MS);
  return id;
}

export function closeToast(id: string): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Shows a toast if `work` fails: `what`, then the reason. */
export function reportFailure(what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) =>
    showToast(failureToast(errorsText.failed(what, describeError(error)), error)),
  );
}

let isShown = false;

/** Reports once that this page's data is no longer stored. */
export function showStorageLoss(loss: StorageLoss): void {
  if (isShown) return;
  isShown = true;
  const text = loss === 'cleared' ? shellText.dataCleared : shellText.dataNewer;
  showToast({ text, action: { label: shellText.reload, run: () => location.reload() } }, true);
}
