import { type ApiErrorBody, withNextHost } from '#contract/api-error.ts';
import { appPath, CONNECT_PATH } from '#contract/app-path.ts';
import { ServiceFailure } from '#transport/service-failure.ts';
import { joinTrace } from '#transport/trace.ts';
import type { Alcove } from './alcove-global.d.ts';
import { type Connection, createConnection, followAborts } from './connection.ts';
import { recentTrace, startDebug, wantsDebug } from './debug.ts';
import { answerServiceWorker, type HostPage, standForHost } from './host-page.ts';
import { claimControl, registerServiceWorker } from './service-worker-registration.ts';

export interface Client {
  alcove: Alcove;
  connection: Connection;
  host: HostPage;
}

const ISOLATED = 'alcove-isolation-tried';

/**
 * Starts this page's part of the service and puts `alcove` on the global object.
 * @param isFirstVisit The host then starts with the first request, after the page's own code has arrived.
 */
export function startClient(version: string, isFirstVisit: boolean): Client {
  joinTrace('page');
  if (wantsDebug()) startDebug();
  const scriptedModels = wantsTestModels();
  const host = standForHost({ scriptedModels, startsOnDemand: isFirstVisit });
  const registered = registerServiceWorker();
  const connection = createConnection(host, registered, (control) => {
    // For each new host: the tab that runs it may know nothing of test models.
    if (wantsTestModels()) control.listTestModels().catch(reportError);
  });
  answerServiceWorker(host, connection.relay);
  followAborts(connection);
  // A client of `/v1` goes through the service worker, perhaps before this page calls the host itself.
  if (scriptedModels) connection.control((control) => control.hostId()).catch(reportError);
  const alcove: Alcove = {
    version,
    baseURL: `${location.origin}${appPath('/v1')}`,
    ready: becomeReady(registered),
    createApiKey: (name) => connection.control((control) => control.createApiKey(name)),
    fetch: connection.fetch,
    status: () => connection.control((control) => control.status()),
    setDevice: (device) => connection.control((control) => control.setDevice(device)),
    unload: (model) => connection.control((control) => control.unload(model)),
    trace: recentTrace,
    realtime: async (options) =>
      (await import('./realtime-socket.ts')).openRealtime(connection.relay, options),
  };
  // Callers that await `ready` see the failure; a notice in the page reports it otherwise.
  alcove.ready.catch(() => {});
  Object.assign(globalThis, { alcove });
  return { alcove, connection, host };
}

async function becomeReady(registered: Promise<ServiceWorkerRegistration | null>): Promise<void> {
  const registration = await registered;
  if (!registration) {
    throw new ServiceFailure(
      'service-worker',
      "Without a service worker fetch('/v1/…') is not answered here. Use alcove.fetch.",
    );
  }
  if (!(await claimControl(registration))) {
    throw new ServiceFailure(
      'service-worker',
      'This page was loaded past its service worker. Reload it normally, or use alcove.fetch.',
    );
  }
  isolateOnce();
  const response = await withNextHost(() => fetch(appPath('/v1/models')));
  // A response that is not read to its end prevents the service worker from being replaced.
  const text = await response.text();
  if (!response.ok) throw new ServiceFailure('host', reasonOf(text, response.status));
}

/** The sentence of an error's body; a general one where something else answered. */
function reasonOf(body: string, status: number): string {
  try {
    return (JSON.parse(body) as ApiErrorBody).error.message;
  } catch {
    return `/v1/models answered ${status}.`;
  }
}

/** On a static host the first page comes without isolation headers: once controlled, it is loaded again. */
function isolateOnce(): void {
  // It answers the site that opened it, and runs models only where no other tab does.
  if (location.pathname === CONNECT_PATH) return;
  if (globalThis.crossOriginIsolated || sessionStorage.getItem(ISOLATED)) return;
  sessionStorage.setItem(ISOLATED, 'yes');
  location.reload();
}

const STORED = 'alcove-scripted-models';

/**
 * Whether this tab was opened with `?scripted-models`, remembered until the tab is closed. A link can come from
 * anyone, so it changes no setting.
 */
function wantsTestModels(): boolean {
  const isAsked = new URL(location.href).searchParams.has('scripted-models');
  try {
    if (isAsked) sessionStorage.setItem(STORED, 'yes');
    return isAsked || sessionStorage.getItem(STORED) !== null;
  } catch {
    // Where storage is refused, the address alone decides.
    return isAsked;
  }
}

/** The person decides in Settings: from now on the setting alone counts in this tab. */
export function forgetTestModels(): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // Nothing was stored either.
  }
}
