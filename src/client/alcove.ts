import type { ApiErrorBody } from '#contract/api-error.ts';
import { appPath } from '#contract/app-path.ts';
import type { HostControl } from '#transport/host-control.ts';
import { ServiceFailure } from '#transport/service-failure.ts';
import { type Connection, createConnection } from './connection.ts';
import { answerServiceWorker, type HostPage, standForHost } from './host-page.ts';
import { registerServiceWorker, takeControl } from './service-worker-registration.ts';
import { wantsTestModels } from './test-models.ts';

/** What scripts and the console of a page can use. Described in the README. */
interface Alcove {
  version: string;
  /** Base address for clients: `https://example.org/v1`. */
  baseURL: string;
  /** Resolves when `fetch('/v1/…')` answers in this page; rejects with a sentence when it cannot. */
  ready: Promise<void>;
  /** Makes an API key and returns it, this once. */
  createApiKey: (name: string) => Promise<string>;
  /** `fetch` for `/v1` without the service worker. */
  fetch: Connection['fetch'];
  /** Which models are loaded, on what, and how many requests run and wait. */
  status: () => ReturnType<HostControl['status']>;
  /** Takes a model out of memory; the next request loads it again. */
  unload: (model: string) => Promise<void>;
  /** Puts the embedded models on the processor (wasm, the default) or on the graphics chip (WebGPU). */
  setDevice: (device: 'wasm' | 'webgpu') => Promise<void>;
}

export interface Client {
  alcove: Alcove;
  connection: Connection;
  host: HostPage;
}

const ISOLATED = 'alcove-isolation-tried';

/** Starts this page's part of the service and puts `alcove` on the global object. */
export function startClient(version: string): Client {
  const scriptedModels = wantsTestModels();
  const host = standForHost(scriptedModels);
  const registered = registerServiceWorker();
  const connection = createConnection(host, registered, (control) => {
    // Each host anew: the tab that runs it may know nothing of test models.
    if (wantsTestModels()) control.listTestModels().catch(reportError);
  });
  answerServiceWorker(host, connection.relay);
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
  };
  // Whoever awaits `ready` sees the failure; a page that does not is told by its own notice.
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
  if (!(await takeControl(registration))) {
    throw new ServiceFailure(
      'service-worker',
      'This page was loaded past its service worker. Reload it normally, or use alcove.fetch.',
    );
  }
  isolateOnce();
  const response = await fetch(appPath('/v1/models'));
  // An answer that nobody reads to its end keeps the service worker from being replaced.
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
  if (globalThis.crossOriginIsolated || sessionStorage.getItem(ISOLATED)) return;
  sessionStorage.setItem(ISOLATED, 'yes');
  location.reload();
}
