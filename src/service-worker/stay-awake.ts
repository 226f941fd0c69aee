import type { StayAwakeMessage } from '#transport/page-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds between events. Firefox ends a service worker 60 s after the last one, busy or not. */
const EVERY_MS = 15_000;

interface Connection {
  readonly isBusy: boolean;
}

const awake = new WeakSet<Connection>();

/** Has pages send events as long as answers are awaited or written. */
export function stayAwake(host: Connection): void {
  if (awake.has(host)) return;
  awake.add(host);
  const timer = setInterval(async () => {
    if (!host.isBusy) {
      awake.delete(host);
      clearInterval(timer);
      return;
    }
    const message: StayAwakeMessage = { type: 'alcove:stay-awake' };
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    for (const page of pages) page.postMessage(message);
  }, EVERY_MS);
}
