// Before all that follows: its worker starts while the rest is evaluated.
import './start.ts';
import '#ui/fallback-font.css';
import '#ui/theme.css';
import '#ui/adapt.css';
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';

import headlineFont from '@fontsource/newsreader/files/newsreader-latin-500-normal.woff2?url';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { BASE, CONNECT_PATH } from '#contract/app-path.ts';
import { handleStorageEvents } from '#storage/page-database.ts';
import { App, preloadPage } from '#ui/app.tsx';
import { FirstPaintEnd } from '#ui/first-paint/first-paint-end.tsx';
import { ExportContext } from '#ui/kit/export-context.ts';
import { withRetries } from '#ui/kit/lazy-view.tsx';
import { loadLanguage } from '#ui/messages/load-language.ts';
import { missingFeatures } from '#ui/missing-features.ts';
import { openFirstPage } from '#ui/open-first-page.ts';
import { createServices } from '#ui/services.ts';
import { afterFirstPage } from '#ui/state/first-page.ts';
import { readPreferences } from '#ui/state/preferences.ts';
import { rememberFailures } from '#ui/state/recent-failures.ts';
import { exportData } from '#ui/state/save-file.ts';
import { showStorageLoss } from '#ui/state/toasts.ts';
import { started } from './start.ts';

rememberFailures();

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root.');

/** Reports the failure and offers an export and a reset: an exception here would leave the window blank. */
function fail(place: HTMLElement, kind: 'start' | 'stop', error: unknown): void {
  // In an insecure context everything fails, and the page says why.
  if (globalThis.isSecureContext) reportError(error);
  withRetries(() => import('#ui/show-start-failure.tsx')).then(
    ({ showStartFailure }) => showStartFailure(place, kind, error),
    () => {
      place.textContent = 'Alcove could not start. Check the connection and reload the page.';
    },
  );
}

/** Its file is requested once a headline is drawn; until then headlines use a fallback of its width. */
function addHeadlineFont(): void {
  const options = { weight: '500', display: 'swap' } as const;
  document.fonts.add(new FontFace('Newsreader', `url(${headlineFont})`, options));
}

function draw(place: HTMLElement): void {
  if (started === null) {
    withRetries(() => import('#ui/show-deleted.tsx')).then(
      ({ showDeleted }) => showDeleted(place),
      (error: unknown) => fail(place, 'start', error),
    );
    return;
  }
  if ('error' in started) throw started.error;
  const missing = missingFeatures();
  if (missing.length > 0) throw new Error(`This browser lacks ${missing.join(', ')}.`);
  handleStorageEvents({
    // No page works without the database.
    onFailure: (error) => fail(place, 'start', error),
    onLoss: showStorageLoss,
  });
  const client = started;
  if (location.pathname === CONNECT_PATH) {
    withRetries(() => import('#ui/show-consent.tsx')).then(
      ({ showConsent }) => showConsent(place, client),
      (error: unknown) => fail(place, 'start', error),
    );
    return;
  }
  const services = createServices(client);
  openFirstPage(services);
  afterFirstPage().then(addHeadlineFont).catch(reportError);
  afterFirstPage()
    .then(() => import('#client/own-language-model.ts'))
    .then(({ offerLanguageModel }) => offerLanguageModel(client))
    .catch(reportError);
  // An exception past every boundary unmounts the app: only an empty element remains.
  const onUncaughtError = (error: unknown) => fail(place, 'stop', error);
  const root = createRoot(place, { onUncaughtError });
  // In slices: what a person presses meanwhile is answered in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <ExportContext value={exportData}>
          <Router base={BASE.slice(0, -1)}>
            <App services={services} />
            <FirstPaintEnd place={place} />
          </Router>
        </ExportContext>
      </StrictMode>,
    ),
  );
}

loadLanguage(readPreferences().language)
  .catch(reportError)
  // What the first paint shows stays until the page itself can be drawn.
  .then(() => (element.hasChildNodes() ? preloadPage(location.pathname) : undefined))
  .catch(() => {})
  .then(() => draw(element))
  .catch((error: unknown) => fail(element, 'start', error));
