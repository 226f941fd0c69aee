import { type Connection, createConnection } from '#client/connection.ts';
import { answerServiceWorker, standForHost } from '#client/host-page.ts';
import { claimControl, registerServiceWorker } from '#client/service-worker-registration.ts';
import type { SiteSetup } from '#transport/page-messages.ts';
import type { LoadProgress, SiteAlcove, StartOptions } from './alcove.d.ts';
import { choose } from './site-choices.ts';
import { placeWorkers, scriptUrl } from './site-workers.ts';

/** Milliseconds between two questions about a download. */
const POLL_MS = 250;

let started: Promise<SiteAlcove> | null = null;

/** See `alcove.d.ts`. */
export function startAlcove(options: StartOptions = {}): Promise<SiteAlcove> {
  started ??= start(options).catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

async function start(options: StartOptions): Promise<SiteAlcove> {
  if (!globalThis.isSecureContext) {
    throw new Error('Alcove needs https, or http://localhost: browsers run it nowhere else.');
  }
  const base = folderOf(options.base ?? '/alcove/');
  const scope = folderOf(options.scope ?? '/');
  placeWorkers({
    host: options.workers?.host ?? `${base}assets/host-worker.js`,
    entry: options.workers?.entry ?? `${base}assets/brokered-entry.js`,
  });
  const site: SiteSetup = {
    models: absolute(options.models ?? []),
    hub: options.hub ?? null,
    device: options.device ?? 'wasm',
  };
  const script = scriptOf(options, scope);
  choose({ script, type: options.serviceWorkerType ?? 'classic', scope, site });
  const host = standForHost({ scriptedModels: false, startsOnDemand: true });
  const registered = script === null ? Promise.resolve(null) : registerServiceWorker();
  const connection = createConnection(host, registered);
  answerServiceWorker(host, connection.relay);
  const { control } = connection;
  const alcove: SiteAlcove = {
    version: __ALCOVE_VERSION__,
    baseURL: `${location.origin}${scope}v1`,
    fetch: connection.fetch,
    async load(model, { onProgress = () => {}, signal } = {}) {
      if (model.includes('/')) await download(connection, model, { onProgress, signal });
      onProgress({ phase: 'prepare', loaded: 0, total: 0 });
      await control((c) => c.load(model), signal);
    },
    unload: (model) => control((c) => c.unload(model)),
    remove: (model) => control((c) => c.deleteModel(model)),
    status: () => control((c) => c.status()),
  };

  if (script !== null) await becomeReady(await registered, scope);
  return alcove;
}

interface LoadOptions {
  onProgress: (progress: LoadProgress) => void;
  signal: AbortSignal | undefined;
}

async function download({ control }: Connection, model: string, options: LoadOptions) {
  const { onProgress, signal } = options;
  const find = async () => {
    const list = await control((c) => c.listCatalog(), signal);
    return list.find((entry) => entry.model.id === model)?.state;
  };
  if (!(await find())) await control((c) => c.addModel(model), signal);
  if ((await find())?.kind === 'ready') return;
  await control((c) => c.downloadModel(model), signal);
  for (let hasBegun = false; ; ) {
    const state = await find();
    if (state?.kind === 'ready') return;
    if (state?.kind === 'failed') throw new Error(state.problem);
    const running = progressOf(state);
    // Paused, removed, or cancelled on another page.
    if (hasBegun && !running) throw new Error(`The download of ${model} was stopped.`);
    if (running) onProgress(running);
    hasBegun ||= running !== null;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (signal?.aborted) return pause(control, model, signal);
  }
}

/** What has come stays: the next load resumes there. @throws the reason of the abort */
async function pause(control: Connection['control'], model: string, signal: AbortSignal) {
  await control((c) => c.pauseDownload(model));
  throw signal.reason;
}

/** How far a download is that will end by itself; null for another state. */
function progressOf(state?: {
  kind: string;
  loaded?: number;
  total?: number;
}): LoadProgress | null {
  if (state?.kind !== 'queued' && state?.kind !== 'downloading') return null;
  const { loaded = 0, total = 0 } = state;
  return { phase: 'download', loaded, total };
}

/** A path with slashes at both ends. */
function folderOf(path: string): string {
  return new URL(path.replace(/\/*$/, '/'), location.href).pathname;
}

/** With addresses that a worker in another folder reads as this page does. */
function absolute(models: NonNullable<StartOptions['models']>): SiteSetup['models'] {
  return models.map((model) =>
    typeof model === 'string'
      ? model
      : { ...model, address: new URL(model.address, location.href).href },
  );
}

/** Address of the service worker's script; null where the site wants none. */
function scriptOf({ serviceWorker, isolate }: StartOptions, scope: string): string | null {
  if (serviceWorker === false) return null;
  if (!location.pathname.startsWith(scope)) {
    throw new Error(`This page is outside of ${scope}, the scope that /v1 is answered in.`);
  }
  const url = new URL(serviceWorker ?? `${scope}alcove-service-worker.js`, location.href);
  if (isolate) url.searchParams.set('isolate', 'yes');
  return scriptUrl(url.href);
}

async function becomeReady(
  registration: ServiceWorkerRegistration | null,
  scope: string,
): Promise<void> {
  const advice = 'Or start it with serviceWorker: false, and use its fetch.';
  if (!registration) {
    throw new Error(
      `The service worker could not be started: run "npx alcove init" in the project. ${advice}`,
    );
  }
  if (!(await claimControl(registration))) {
    throw new Error(`This page was loaded past its service worker: reload it normally. ${advice}`);
  }
  const answer = await fetch(`${scope}v1/models`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(sentenceOf(text, answer.status));
}

/** The sentence of an error's body; a general one where something else answered. */
function sentenceOf(body: string, status: number): string {
  try {
    return (JSON.parse(body) as { error: { message: string } }).error.message;
  } catch {
    return `/v1/models answered ${status}: the service worker of this page does not import Alcove's.`;
  }
}
