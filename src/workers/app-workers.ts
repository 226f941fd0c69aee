// The two workers that a page starts. In the npm package they are files that the site serves: its build puts
// `embed/site-workers.ts` in the place of this file.

export function openHostWorker(): Worker {
  return new Worker(new URL('../host/host-worker.ts', import.meta.url), { type: 'module' });
}

/** A worker that waits for the script it becomes (brokered-entry.ts). */
export function openBrokeredEntry(): Worker {
  return new Worker(new URL('./brokered-entry.ts', import.meta.url), { type: 'module' });
}
