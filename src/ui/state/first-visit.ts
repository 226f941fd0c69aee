/** Milliseconds that belong to the first page of a first visit, once it is drawn. */
const FIRST_PAGE_MS = 1_000;

/**
 * Resolves when files that the page can do without may load: on a first visit, whose picture first-paint.js drew, they
 * would compete with the page for the connection, and nothing is stored that could be read. Later visits have the files.
 */
export function afterFirstPage(): Promise<void> {
  const isFirst = performance.getEntriesByName('first-picture').length > 0;
  return new Promise((resolve) => {
    if (isFirst) setTimeout(resolve, FIRST_PAGE_MS);
    else resolve();
  });
}
