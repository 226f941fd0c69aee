import { isDeletedUrl } from '#contract/app-path.ts';
import type { BridgeDescription } from '#transport/bridge-messages.ts';
import {
  isDownloadScript,
  isRelayScript,
  withHeaders,
  withRelayHeaders,
} from '#transport/isolation-headers.ts';
import type { BuiltInMessage, ServiceWorkerMessage } from '#transport/page-messages.ts';
import { reportSent } from '#transport/sent-requests.ts';
import { joinTrace } from '#transport/trace.ts';
import { attach, forward } from './answer-service.ts';
import { isOffline, readProviderOrigins } from './provider-origins.ts';
import {
  answerFile,
  builtInModels,
  cacheFirst,
  cacheLater,
  checkDaily,
  dropOld,
  offlineState,
  repairCode,
  saveBuiltIn,
  stopLater,
} from './shell-cache.ts';
import { routeRequest } from './takes-request.ts';

declare const self: ServiceWorkerGlobalScope;

/** A failed request would be an error in the console of a page that works offline. */
const UNREACHABLE: BridgeDescription = { bridge: 'away' };
joinTrace('service-worker');

// No skipWaiting: a new version waits until the person agrees and no answer is being written.
self.addEventListener('install', (event) => event.waitUntil(cacheFirst()));
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), dropOld()])),
);

/** Pages that report that everything was deleted: caching their files would store data again. */
const deletedPages = new Set<string>();

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate' && isDeletedUrl(url)) deletedPages.add(event.resultingClientId);
  if (deletedPages.has(event.resultingClientId) || deletedPages.has(event.clientId)) return;
  switch (routeRequest(event.request, self.location.origin)) {
    case 'service':
      // Nothing but the answer holds the event: with waitUntil a long stream is killed after 5 minutes.
      event.respondWith(forward(event.request));
      return;
    case 'server':
      event.respondWith(fetch(event.request).catch(() => Response.json(UNREACHABLE)));
      return;
    case 'isolate':
      event.respondWith(isolate(event));
      if (mode === 'navigate')
        event.waitUntil(expectStart(event.resultingClientId).catch(() => {}));
      return;
    case 'pass': {
      void reportPage(event).catch(() => {});
      const answer = answerFile(event);
      if (answer !== null) event.respondWith(answer);
      return;
    }
  }
});

self.addEventListener('message', (event) => {
  const message = event.data as ServiceWorkerMessage;
  switch (message.type) {
    case 'alcove:attach': {
      const [port] = event.ports;
      if (port) event.waitUntil(attach(message.as, port));
      return;
    }
    case 'alcove:claim':
      event.waitUntil(self.clients.claim());
      return;
    case 'alcove:save-offline':
      event.waitUntil(
        cacheLater()
          .then(() => reportState(event.ports[0]))
          .then(checkDaily)
          .catch(() => {}),
      );
      return;
    case 'alcove:check-code':
      event.waitUntil(repairCode().catch(() => {}));
      return;
    case 'alcove:started':
      if (event.source && 'id' in event.source) endWaits(event.source.id);
      return;
    case 'alcove:offline-state':
      event.waitUntil(reportState(event.ports[0]));
      return;
    case 'alcove:built-in-state':
      event.waitUntil(reportBuiltIn(event.ports[0]));
      return;
    case 'alcove:save-built-in': {
      const [port] = event.ports;
      const onBytes = (loaded: number) => port?.postMessage(bytesMessage(loaded));
      event.waitUntil(
        saveBuiltIn(message.id, onBytes).then(
          () => reportBuiltIn(port),
          () => port?.postMessage(FAILED),
        ),
      );
      return;
    }
    case 'alcove:awake':
      return;
    case 'alcove:activate':
      stopLater();
      endWaits();
      event.waitUntil(self.skipWaiting());
      return;
  }
});

/** Milliseconds a page has to say that it started; a slow one costs no more than a look at its files. */
const START_MS = 10_000;
/** Ends the wait for each page that has not said so yet. */
const waits = new Map<string, (isStarted: true) => void>();

/** A page that does not start may have been stored wrongly: its files are repaired, and it is loaded again. */
async function expectStart(id: string): Promise<void> {
  const isStarted = await new Promise<boolean>((resolve) => {
    waits.set(id, resolve);
    setTimeout(() => resolve(false), START_MS);
  });
  const wasDamaged = !isStarted && (await repairCode());
  const page = wasDamaged && waits.has(id) && (await self.clients.get(id));
  waits.delete(id);
  if (page instanceof WindowClient) await page.navigate(page.url);
}

/** Of one page, or of all: a new version waits for them too. */
function endWaits(id?: string): void {
  for (const [page, resolve] of waits) {
    if (id !== undefined && page !== id) continue;
    waits.delete(page);
    resolve(true);
  }
}

async function reportState(port: MessagePort | undefined): Promise<void> {
  port?.postMessage(await offlineState());
}

const FAILED: BuiltInMessage = { kind: 'failed' };
const bytesMessage = (loaded: number): BuiltInMessage => ({ kind: 'bytes', loaded });

async function reportBuiltIn(port: MessagePort | undefined): Promise<void> {
  const state: BuiltInMessage = { kind: 'state', models: await builtInModels() };
  port?.postMessage(state);
}

/** The workers that may leave this origin report their requests themselves. */
const REPORTING = /\/(?:download|relay)-worker[^/]*\.(?:js|ts)$/;

/** Counts a request of a page to another origin. */
async function reportPage({ clientId, request }: FetchEvent): Promise<void> {
  if (new URL(request.url).origin === self.location.origin) return;
  const client = await self.clients.get(clientId);
  if (!client || !REPORTING.test(new URL(client.url).pathname)) reportSent(request.url, 'page');
}

/** The same document or worker script with the headers a plain static host does not send. */
async function isolate(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const answer = await (answerFile(event) ?? fetch(request));
  // In offline mode both workers that may leave get a policy that lets nothing out.
  if (isDownloadScript(pathname) && (await isOffline())) {
    return withRelayHeaders(answer, [], { probes: false });
  }
  if (!isRelayScript(pathname)) return withHeaders(pathname, answer);
  // Chromium alone has both this and `credentialless`.
  const probes = 'userAgentData' in self.navigator;
  return withRelayHeaders(answer, await readProviderOrigins(), { probes });
}
