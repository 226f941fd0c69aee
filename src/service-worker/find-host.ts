import { openConnection } from '#transport/open-connection.ts';
import type { ConnectMessage } from '#transport/page-messages.ts';
import type { PortFetch } from '#transport/port-fetch.ts';

/** Milliseconds one round of asking waits for a hello. */
const ROUND_MS = 1_000;
/** Milliseconds after which a request is told that no page runs the models. */
const GIVE_UP_MS = 15_000;

declare const self: ServiceWorkerGlobalScope;

let current: Promise<PortFetch | null> | null = null;

/** The connection to the host worker, made anew after the host or this worker was gone; null: none. */
export async function findHost(): Promise<PortFetch | null> {
  const asked = current;
  const known = await asked;
  if (known && !known.isLost) return known;
  // Whoever comes first asks; the others wait for the same answer.
  if (current === asked) current = search();
  return current;
}

async function search(): Promise<PortFetch | null> {
  const start = performance.now();
  while (performance.now() - start < GIVE_UP_MS) {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length === 0) return null;
    const found = await firstToAnswer(pages);
    if (found) return found;
  }
  return null;
}

/** Asks every page at once; only the one that runs the host worker passes its port on. */
async function firstToAnswer(pages: readonly Client[]): Promise<PortFetch | null> {
  const asked = pages.map(async (page) => {
    const { port1, port2 } = new MessageChannel();
    const message: ConnectMessage = { type: 'alcove:connect' };
    page.postMessage(message, [port2]);
    const connection = await openConnection(port1, ROUND_MS);
    if (!connection) throw new Error('This page does not run the models.');
    return connection;
  });
  return Promise.any(asked).catch(() => null);
}
