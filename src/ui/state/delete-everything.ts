import { withLimit } from '#base/promises.ts';

/** Milliseconds for each kind of store: one that does not answer must not stop the others. */
const LIMIT_MS = 15_000;
const TRIES = 5;
/** Milliseconds between two tries. */
const PAUSE_MS = 300;

/** What an origin stores, by the kind of its store. */
type Part = 'serviceWorker' | 'cachedFiles' | 'databases' | 'modelFiles' | 'preferences';

/**
 * Deletes all that this origin stores in the browser: data, model files, settings, the service worker.
 * @returns the stores that could not be deleted.
 */
export async function deleteEverything(): Promise<Part[]> {
  const steps: Record<Part, () => Promise<unknown>> = {
    serviceWorker: async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      await Promise.all(registrations.map((registration) => registration.unregister()));
    },
    cachedFiles: async () => {
      const names = await caches.keys();
      await Promise.all(names.map((name) => caches.delete(name)));
    },
    databases: deleteDatabases,
    modelFiles: deleteFiles,
    preferences: async () => {
      localStorage.clear();
      sessionStorage.clear();
    },
  };
  const left: Part[] = [];
  for (const part of Object.keys(steps) as Part[]) {
    if (!(await isDone(steps[part]))) left.push(part);
  }
  return left;
}

/** Tries again for a while: workers that are being ended hold files and databases for a moment. */
async function isDone(step: () => Promise<unknown>): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      await withLimit(step(), LIMIT_MS, () => new Error('This store did not answer.'));
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  return false;
}

async function deleteDatabases(): Promise<void> {
  const found = await indexedDB.databases();
  await Promise.all(found.map(({ name }) => name && deleteDatabase(name)));
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    // Another tab has it open: it is deleted when that tab closes.
    request.onblocked = () => reject(new Error('Another tab uses the database.'));
  });
}

async function deleteFiles(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of root.keys()) names.push(name);
  for (const name of names) await root.removeEntry(name, { recursive: true });
}
