import type { OfflineState, ServiceWorkerMessage } from '#transport/page-messages.ts';
import { notifyServiceWorker } from './service-worker-registration.ts';

/** Milliseconds after which a service worker that does not answer counts as none. */
const PATIENCE_MS = 300_000;

/** Caches the app and the embedded models for offline use. @returns how much of it is cached; null without a service worker. */
export function saveOffline(): Promise<OfflineState | null> {
  return ask({ type: 'alcove:save-offline' });
}

/** How much of the app is cached for offline use, as counted; null without a service worker. */
export function readOfflineState(): Promise<OfflineState | null> {
  return ask({ type: 'alcove:offline-state' });
}

async function ask(message: ServiceWorkerMessage): Promise<OfflineState | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OfflineState>) => resolve(data);
    setTimeout(() => resolve(null), PATIENCE_MS);
    if (!notifyServiceWorker(registration, message, [port2])) resolve(null);
  });
}
