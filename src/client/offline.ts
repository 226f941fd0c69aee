import type {
  BuiltInMessage,
  BuiltInModel,
  OfflineState,
  ServiceWorkerMessage,
} from '#transport/page-messages.ts';
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

/** Which built-in models are stored; null without a service worker. */
export function readBuiltIn(): Promise<readonly BuiltInModel[] | null> {
  return askForModels({ type: 'alcove:built-in-state' }, () => {});
}

/** Stores a built-in model for offline use. @returns the stored models then; null when it could not be fetched. */
export function saveBuiltIn(
  id: string,
  onBytes: (loaded: number) => void,
): Promise<readonly BuiltInModel[] | null> {
  return askForModels({ type: 'alcove:save-built-in', id }, onBytes);
}

async function askForModels(
  message: ServiceWorkerMessage,
  onBytes: (loaded: number) => void,
): Promise<readonly BuiltInModel[] | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let timer = setTimeout(() => resolve(null), PATIENCE_MS);
    port1.onmessage = ({ data }: MessageEvent<BuiltInMessage>) => {
      clearTimeout(timer);
      if (data.kind !== 'bytes') return resolve(data.kind === 'state' ? data.models : null);
      timer = setTimeout(() => resolve(null), PATIENCE_MS);
      onBytes(data.loaded);
    };
    if (!notifyServiceWorker(registration, message, [port2])) resolve(null);
  });
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
