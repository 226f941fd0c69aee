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

/** Events of input. */
const ACTS = ['pointerdown', 'keydown', 'drop'] as const;
/** Milliseconds in which the page answers the input itself first. */
const ANSWER_MS = 200;

/**
 * Runs the work shortly after the first input: code that only a person at work needs takes nothing from a page that
 * is just opened. @returns a function that cancels it.
 */
export function afterFirstInput(work: () => void, page: EventTarget = globalThis): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    for (const act of ACTS) page.removeEventListener(act, start, { capture: true });
  };
  const start = () => {
    forget();
    timer = setTimeout(work, ANSWER_MS);
  };
  for (const act of ACTS) page.addEventListener(act, start, { capture: true });
  return () => {
    forget();
    clearTimeout(timer);
  };
}
