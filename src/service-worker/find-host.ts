import { HostRefusedError, openConnection, WireVersionError } from '#transport/open-connection.ts';
import type { ConnectMessage } from '#transport/page-messages.ts';
import type { PortFetch } from '#transport/port-fetch.ts';

/** Milliseconds the page that runs the host has before the others are asked to relay. */
const FIRST_ROUND_MS = 500;
/** Milliseconds one round of asking waits for a hello. */
const ROUND_MS = 1_000;
/** Milliseconds between rounds in which every page failed immediately. */
const PAUSE_MS = 100;
/** Milliseconds without any page: Firefox lists none while one page follows another in a tab. */
const NO_PAGE_MS = 3_000;
/** Milliseconds after which a request fails because no page runs the models. */
const GIVE_UP_MS = 15_000;

interface Page {
  postMessage(message: ConnectMessage, transfer: Transferable[]): void;
}

/** The part of a service worker's scope that is used here. */
declare const self: {
  clients: {
    matchAll(o: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
  };
};

let current: Promise<PortFetch | null> | null = null;

/**
 * The connection to the host worker, opened again after the host or this worker was gone; null: none.
 * @throws WireVersionError, HostRefusedError when asking again does not help.
 */
export async function findHost(): Promise<PortFetch | null> {
  const asked = current;
  const known = await asked?.catch(() => null);
  if (known && !known.isLost) return known;
  // The first caller asks; the others wait for the same answer.
  if (current === asked) current = search();
  return current;
}

async function search(): Promise<PortFetch | null> {
  const start = performance.now();
  for (let round = 0; performance.now() - start < GIVE_UP_MS; round++) {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length === 0 && performance.now() - start >= NO_PAGE_MS) return null;
    const found = await firstToAnswer(pages, round > 0);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

/** Asks all pages in parallel; one that runs the host worker, or may `relay`, passes its port on. */
async function firstToAnswer(pages: readonly Page[], relay: boolean): Promise<PortFetch | null> {
  const asked = pages.map(async (page) => {
    const { port1, port2 } = new MessageChannel();
    const message: ConnectMessage = { type: 'alcove:connect', relay };
    page.postMessage(message, [port2]);
    const connection = await openConnection(port1, relay ? ROUND_MS : FIRST_ROUND_MS);
    if (!connection) throw new Error('This page does not reach the models.');
    return connection;
  });
  return Promise.any(asked).catch((error: AggregateError) => {
    const final = error.errors.find(isFinal);
    if (final) throw final;
    return null;
  });
}

function isFinal(error: unknown): boolean {
  return error instanceof WireVersionError || error instanceof HostRefusedError;
}
