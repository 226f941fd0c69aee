/** Milliseconds of work after which the page may do other things. */
const SLICE_MS = 10;

/** Called between pieces of long work: waits a moment where the page has waited long enough. */
export function pause(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  };
}
