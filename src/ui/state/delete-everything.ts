/**
 * Deletes all that this origin stores in the browser: data, model files, settings, the service worker.
 * @returns what could not be deleted.
 */
export async function deleteEverything(): Promise<string[]> {
  const steps: Record<string, () => Promise<unknown>> = {
    'the service worker': async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      await Promise.all(registrations.map((registration) => registration.unregister()));
    },
    'cached files': async () => {
      const names = await caches.keys();
      await Promise.all(names.map((name) => caches.delete(name)));
    },
    'chats, transcripts and settings': deleteDatabases,
    'model files': deleteFiles,
    preferences: async () => {
      localStorage.clear();
      sessionStorage.clear();
    },
  };
  const left: string[] = [];
  for (const [name, run] of Object.entries(steps)) {
    try {
      await run();
    } catch {
      left.push(name);
    }
  }
  return left;
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
