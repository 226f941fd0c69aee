import { catalogue } from './catalogue.ts';

/** Exceptions of the browser, as sentences for a person. */
export const errorsText = catalogue('errors', {
  noRoom: 'The browser has no more room for data. Delete something and try again.',
  notReadable: 'The file could not be read. It may have been moved or changed.',
  notFound: 'The file was not found.',
  notAllowed: 'The browser did not allow it.',
  stopped: 'It was stopped.',
  timeout: 'It took too long.',
  cannotStore: 'This browser cannot store data.',
  noConnection: 'The connection failed.',
  unknown: 'Something went wrong.',
  unknownReload: 'Something went wrong. Reload the page and try again.',
  noServiceWorkerYet:
    'The service worker has not started. The chat works; fetch calls to /v1 are answered once it has.',
  failed: (action: string, reason: string) => `${action}: ${reason}`,
});
