import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { saveOffline } from '#client/offline.ts';
import { hasServiceWorker, reportCode } from '#client/service-worker-registration.ts';
import { isMetered } from '#device/browser.ts';
import { reportFault } from '#storage/open-database.ts';
import { ServiceFailure } from '#transport/service-failure.ts';
import { ChatBook } from '#ui/chat/session/chat-book.ts';
import { errorsText } from '#ui/messages/errors.ts';
import { shellText } from '#ui/messages/shell.ts';
import { fetchBuiltIn, readMissing } from '#ui/state/built-in.ts';
import { afterFirstPage } from '#ui/state/first-page.ts';
import { refreshHost, showServiceFailure, useHost, watchHost } from '#ui/state/models.ts';
import { finishSettings } from '#ui/state/pending-settings.ts';
import { watchSent } from '#ui/state/sent.ts';
import { useShell } from '#ui/state/shell.ts';
import { reportFailure } from '#ui/state/toasts.ts';
import { onChosenExport, onOfferedFiles } from '#ui/state/transfers.ts';
import { whenQuiet } from '#ui/state/when-quiet.ts';
import type { Services } from './services.ts';
import { withStorage } from './with-storage.ts';

/** Milliseconds after the service is ready in which the first question is likely to come. */
const SETTLE_MS = 1_000;
/** Milliseconds after which a page without a service worker says so; one that comes later is used. */
const NO_WORKER_MS = 5_000;
/** When files for offline use are fetched and old messages indexed: once the page has been quiet, or after two minutes. */
const OFFLINE_PATIENCE = { quietMs: 8_000, maxMs: 120_000 };

/** When the large speech model is fetched: after the first minute without input. */
const WHISPER = 'alcove-whisper';
const WHISPER_PATIENCE = { quietMs: 60_000, maxMs: 2 ** 31 - 1 };

/** Follows the host, and clears up after pages that went away in the middle of an answer. */
export function useService(services: Services): void {
  useEffect(() => watchHost(services.control), [services]);
  useEffect(() => watchSent(), []);
  useEffect(() => {
    reportCode('alcove:started');
    const check = () => reportCode('alcove:check-code');
    addEventListener('vite:preloadError', check);
    return () => removeEventListener('vite:preloadError', check);
  }, []);

  useEffect(() => {
    const settle = () => setTimeout(() => useShell.setState({ isSettled: true }), SETTLE_MS);
    services.ready.then(settle, settle);
    services.ready.then(
      () => {
        useHost.setState({ service: { state: 'ready' } });
        // Requested files load first: the rest is fetched when the page is idle.
        if (isMetered()) return;
        const isBusy = () => isAtWork(services);
        whenQuiet(OFFLINE_PATIENCE, isBusy).then(saveOffline).catch(reportError);
        whenQuiet(WHISPER_PATIENCE, isBusy).then(fetchWhisper).catch(reportError);
      },
      (error: unknown) => showServiceFailure(error),
    );
    setTimeout(() => reportMissingWorker().catch(reportError), NO_WORKER_MS);
    refreshHost(services.control).catch(() => {});
    finishSettings(services.control).catch(reportFault);
    afterFirstPage()
      .then(() => import('./state/guard-exits.ts'))
      .then(({ guardExits }) => guardExits())
      .catch(reportFault);
    afterFirstPage()
      .then(() => settleInterrupted(services))
      .catch(reportFault);
  }, [services]);
}

/** Whether a model is downloaded, loaded or answers: a person waits for it, and a first answer on two cores takes all of them. */
async function isAtWork({ control }: Services): Promise<boolean> {
  const [{ slots }, entries] = await control((c) => Promise.all([c.status(), c.listCatalog()]));
  const isComing = entries.some(({ state }) => state.kind === 'downloading');
  return isComing || slots.some(({ state, running }) => state === 'loading' || running > 0);
}

/** Stores the large speech model, so that recordings can be transcribed offline. Where it fails, its first use fetches it. */
async function fetchWhisper(): Promise<void> {
  if (!navigator.onLine || isMetered() || !(await readMissing(WHISPER))) return;
  await fetchBuiltIn(WHISPER).catch(() => {});
}

async function reportMissingWorker(): Promise<void> {
  if (useHost.getState().service.state !== 'starting' || (await hasServiceWorker())) return;
  // It may have come meanwhile.
  if (useHost.getState().service.state !== 'starting') return;
  showServiceFailure(new ServiceFailure('service-worker', errorsText.noServiceWorkerYet));
}

/** Unsent drafts survive the page, and changes of other tabs are shown. */
export function useDrafts(services: Services, isSettled: boolean): void {
  useEffect(() => {
    if (!isSettled) return;
    const following = withStorage(import('#ui/chat/session/follow-storage.ts'));
    const stop = following.then((m) => m.followStorage(services.session(ChatBook), leaveAddress));
    stop.catch(reportError);
    return () => void stop.then((end) => end()).catch(() => {});
  }, [services, isSettled]);
}

/** The link `?sample` opens a page with its sample at work. */
export function useSample(
  services: Services,
  location: string,
  go: (path: string, options: { replace: boolean }) => void,
): void {
  const isAsked = new URLSearchParams(useSearch()).has('sample');
  useEffect(() => {
    if (!isAsked) return;
    // Once: a reload must not open it again.
    go(location, { replace: true });
    const open = async () => {
      const { openSample } = await import('./open-sample.ts');
      const shown = await openSample(services, location);
      if (shown && shown !== location) go(shown, { replace: true });
    };
    reportFailure(shellText.sampleNotOpened, open());
  }, [services, isAsked, location, go]);
}

/** Exports that are dropped on a page are imported, and chosen things exported: Settings does both. */
export function useOfferedFiles(services: Services, go: (path: string) => void): void {
  useEffect(() => {
    onChosenExport((...chosen) =>
      import('#ui/settings/transfer.ts').then((m) => m.startChosenExport(...chosen)),
    );
    onOfferedFiles((files, addElsewhere) => {
      const started = import('#ui/settings/transfer.ts').then((m) =>
        m.importOffered(services, files, go, addElsewhere),
      );
      started.catch(reportError);
    });
  }, [services, go]);
}

/** Recordings that a closed tab left continue, whatever page is open. */
export function useUnfinished(services: Services, go: (path: string) => void): void {
  useEffect(() => {
    afterFirstPage()
      .then(() => import('./resume-recordings.ts'))
      .then((m) => m.resumeRecordings(services, go))
      .catch(reportFault);
  }, [services, go]);
}

/** The address of a chat that is no longer stored. */
function leaveAddress(): void {
  if (!/\/chat\/[^/]+$/.test(location.pathname)) return;
  history.replaceState(null, '', location.pathname.replace(/\/[^/]+$/, ''));
}

async function settleInterrupted(services: Services): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  await services.conversations.settleInterrupted((id) => alive.has(`alcove-answer:${id}`));
  await services.session(ChatBook).refreshList();
}
