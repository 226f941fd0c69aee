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
