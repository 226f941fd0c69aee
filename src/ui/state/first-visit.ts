/** Milliseconds that belong to the first page of a first visit, once it is drawn. */
const FIRST_PAGE_MS = 1_000;

/** Whether nothing of the app was here before: first-paint.js drew the first picture. */
export function isFirstVisit(): boolean {
  return performance.getEntriesByName('first-picture').length > 0;
}

/**
 * Resolves when files that the page can do without may load: on a first visit they would compete with the
 * page for the connection, and nothing is stored that could be read. Later visits have the files.
 */
export function afterFirstPage(): Promise<void> {
  return new Promise((resolve) => {
    if (isFirstVisit()) setTimeout(resolve, FIRST_PAGE_MS);
    else resolve();
  });
}
