// The service worker of a site that embeds the service: on its own, or imported into the site's own one. It answers
// `/v1` and caches nothing.
import { isServicePath } from '#contract/paths.ts';
import type { ServiceWorkerMessage } from '#transport/page-messages.ts';
import { attach, forward } from './answer-service.ts';

declare const self: ServiceWorkerGlobalScope;

/** A site's own service worker decides itself when it takes over. */
const isOwn = /\/alcove-service-worker\.js$/.test(self.location.pathname);
/** Whether pages and workers get the headers of cross-origin isolation. */
const isolates = new URL(self.location.href).searchParams.has('isolate');
const scope = new URL(self.registration.scope).pathname;

if (isOwn) {
  // It has no files of an older version, and the page refuses a host of another one.
  self.addEventListener('install', () => void self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (isServicePath(pathname, scope)) event.respondWith(forward(request));
  else if (isolates && needsHeaders(request)) event.respondWith(isolate(request));
});

self.addEventListener('message', (event) => {
  const message = event.data as ServiceWorkerMessage | null;
  const [port] = event.ports;
  if (message?.type === 'alcove:attach' && port) event.waitUntil(attach(message.as, port));
  if (message?.type === 'alcove:claim') event.waitUntil(self.clients.claim());
});

function needsHeaders({ mode, destination }: Request): boolean {
  return mode === 'navigate' || /^(?:shared)?worker$/.test(destination);
}

async function isolate(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.type === 'opaqueredirect' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  const { status, statusText } = response;
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : response.body, { status, statusText, headers });
}
