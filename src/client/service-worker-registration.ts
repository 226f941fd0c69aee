import type { ServiceWorkerMessage } from '#transport/page-messages.ts';
import { MAY_RELOAD, OPTIONS, SCRIPT } from './own-site.ts';

/** Milliseconds after which a page that is not controlled counts as loaded past its service worker: a busy computer takes seconds. */
const CONTROL_MS = 15_000;
/** Milliseconds between two requests for control: a service worker that is being activated may miss one. */
const ASK_MS = 1_000;
/** Milliseconds after which a page without any input so far is loaded again to be controlled. */
const RELOAD_MS = 5_000;
/** Set in the tab that did that. */
const RELOADED = 'alcove-control-tried';
/** Milliseconds after which a service worker that is not ready counts as none. */
const READY_MS = 30_000;

/** How often a registration is tried: a connection that breaks on a first visit must not leave the page without `/v1`. */
const TRIES = 3;
/** Milliseconds between two tries. */
const RETRY_MS = 1_000;

/** The worker that answers this origin, controlling this page or not; null where there is none. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return null;
  // One that is blocked silently is never ready; in WebKit a page that was left while it installed can leave it so.
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), READY_MS));
  // Private windows and file: pages have none; the direct port still works there.
  return Promise.race([becomeActive(serviceWorker), late]).catch(() => null);
}

async function becomeActive(
  serviceWorker: ServiceWorkerContainer,
): Promise<ServiceWorkerRegistration | null> {
  for (let left = TRIES - 1; ; left--) {
    try {
      // Extensions that block service workers answer with nothing.
      const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register(
        SCRIPT,
        OPTIONS,
      );
      if (!registration) return null;
      const active = await Promise.race([serviceWorker.ready, whenRefused(registration)]);
      if (active || left === 0) return active;
    } catch (error) {
      // Not allowed: asking again changes nothing. A script that did not arrive may do so now.
      const isRefused = error instanceof DOMException && error.name !== 'AbortError';
      if (isRefused || left === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Resolves when the installation failed and there is no service worker from before. */
function whenRefused(registration: ServiceWorkerRegistration): Promise<null> {
  return new Promise((resolve) => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !registration.active) resolve(null);
    });
  });
}

/** Whether a service worker runs here, controlling this page or not. */
export async function hasServiceWorker(): Promise<boolean> {
  try {
    return Boolean((await navigator.serviceWorker?.getRegistration())?.active);
  } catch {
    return false;
  }
}

/**
 * Waits until the service worker controls this page. After a hard reload it has to be asked.
 * @returns whether `fetch('/v1/…')` in this page reaches it.
 */
export async function claimControl(registration: ServiceWorkerRegistration): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return true;
  const ask = () => notifyServiceWorker(registration, { type: 'alcove:claim' });
  ask();
  const asking = setInterval(ask, ASK_MS);
  const reloading = setTimeout(() => {
    if (MAY_RELOAD) reloadUnused();
  }, RELOAD_MS);
  return new Promise<boolean>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true });
    setTimeout(() => resolve(serviceWorker.controller !== null), CONTROL_MS);
  }).finally(() => {
    clearInterval(asking);
    clearTimeout(reloading);
  });
}

/**
 * WebKit never gives control of a page that followed another one while the first service worker was being
 * installed; the next page is controlled. Once in a tab, and where nothing can be lost.
 */
function reloadUnused(): void {
  if (navigator.userActivation?.hasBeenActive !== false) return;
  try {
    if (sessionStorage.getItem(RELOADED)) return;
    sessionStorage.setItem(RELOADED, 'yes');
  } catch {
    // Without storage it might be loaded again and again.
    return;
  }
  location.reload();
}

/** Reports to the service worker how the app's stored code fares: `alcove:started` or `alcove:check-code`. */
export function reportCode(type: 'alcove:started' | 'alcove:check-code'): void {
  const message: ServiceWorkerMessage = { type };
  navigator.serviceWorker?.controller?.postMessage(message);
}

/**
 * Lets the service worker take control of this page's workers. One whose script was requested before the first
 * service worker was active is passed over by its claim if it does not run by then: what it downloads would not be cached.
 */
export function claimWorkers(): void {
  navigator.serviceWorker?.ready.then(
    (registration) => notifyServiceWorker(registration, { type: 'alcove:claim' }),
    reportError,
  );
}

/** False when there is no active service worker to notify. */
export function notifyServiceWorker(
  registration: ServiceWorkerRegistration,
  message: ServiceWorkerMessage,
  transfer: Transferable[] = [],
): boolean {
  const { active } = registration;
  active?.postMessage(message, transfer);
  return active !== null;
}
