/** Milliseconds of work after which the page may do other things. */
const SLICE_MS = 10;

/** Called between pieces of long work: waits a moment where the page has waited long enough. Throws where `signal` aborted. */
export function pause(signal?: AbortSignal): () => Promise<void> {
  let start = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - start < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    start = performance.now();
  };
}
