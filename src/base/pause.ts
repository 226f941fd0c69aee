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

/**
 * Lets waiting messages in, without the 4 ms that a nested timer costs. A run on wasm blocks its
 * thread and resolves in a microtask: without this pause no abort would be handled before the end.
 */
export function yieldThread(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
