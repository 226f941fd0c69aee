import { catalogue } from './catalogue.ts';

/** Exceptions of the browser, as sentences for a person. */
export const errorsText = catalogue('errors', {
  noRoom:
    'There is no storage left on this device. Delete recordings, chats or models, then try again.',
  freeStorage: 'Free up storage',
  notReadable: 'The file could not be read. It may have been moved or changed.',
  notFound: 'The file was not found.',
  notAllowed: 'The browser did not allow it.',
  stopped: 'It was stopped.',
  timeout: 'It took too long.',
  cannotStore: 'This browser cannot store data.',
  storageMissing:
    'This browser does not let Alcove store anything here. Leave private mode or allow site data, then reload.',
  storageBlocked:
    'Another tab holds an older version of the stored data open. Close the other tabs of Alcove, then reload.',
  storageSilent:
    'The browser did not open the stored data in time. Close other tabs of Alcove, then reload.',
  storageNewer:
    'The data here was stored by a newer version of Alcove. Reload to update this page.',
  storageDamaged:
    'The stored data has lost its tables: nothing of it can be read. Delete everything to start again.',
  storageFailed:
    'The browser could not read the stored data. Reload; if that does not help, restart it.',
  missingCodes:
    'The table of character codes that this PDF needs is not on this device. Connect to the internet and add the PDF again: it can be read offline from then on.',
  noConnection: 'The connection failed.',
  unknown: 'Something went wrong.',
  unknownReload: 'Something went wrong. Reload the page and try again.',
  noServiceWorkerYet:
    'The service worker has not started. The chat works; fetch calls to /v1 are answered once it has.',
  failed: (action: string, reason: string) => `${action}: ${reason}`,
});
