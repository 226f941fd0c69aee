import { DELETED_PATH } from '#contract/app-path.ts';
import { ELECTION } from './own-site.ts';

const CHANNEL = 'alcove-all-deleted';
/** What the deleted page is to do in this tab. A link from elsewhere has none, and does nothing. */
const TASK = 'alcove-delete';
type Task = 'delete' | 'show';

function open(task: Task): void {
  sessionStorage.setItem(TASK, task);
  location.replace(DELETED_PATH);
}

/** Leaves for the page that deletes everything: nothing that runs there stores anything again. */
export function openDeletingPage(): void {
  open('delete');
}

/** Why this tab was sent to the "deleted" page, once; null otherwise. */
export function readDeleteTask(): Task | null {
  const task = sessionStorage.getItem(TASK);
  sessionStorage.removeItem(TASK);
  return task === 'delete' || task === 'show' ? task : null;
}

/** Leaves this page when another tab deletes everything: this page would store its open data again. */
export function leaveWhenDeleted(): void {
  new BroadcastChannel(CHANNEL).onmessage = () => open('show');
}

/**
 * Ends every host, and sends all other tabs to a page that stores nothing. Holds the election, so that no tab starts a
 * host meanwhile. @returns how to let hosts start again.
 */
export async function stopEverywhere(): Promise<() => void> {
  let release = () => {};
  await new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve();
      return new Promise<void>((end) => {
        release = end;
      });
    };
    navigator.locks.request(ELECTION, { steal: true }, hold).catch(reject);
  });
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
  return release;
}
