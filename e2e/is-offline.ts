/** Whether the service worker has every file, as it counts them. */
export async function isOffline(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const state = new Promise<{ cached: number; total: number }>((resolve) => {
    port1.onmessage = (event) => resolve(event.data);
  });
  registration.active?.postMessage({ type: 'alcove:offline-state' }, [port2]);
  const { cached, total } = await state;
  return total > 0 && cached === total;
}
