import { catalogue, plural } from './catalogue.ts';

/** Texts of failures of a part of the app, or of the whole. */
export const failureText = catalogue('failure', {
  notLoaded: 'Its code could not be loaded. Check the connection and try again.',
  dataIsSafe: 'Your data is still stored in this browser.',
  tryAgain: 'Try again',
  showPlain: 'Show as plain text',
  reload: 'Reload',
  copyDetails: 'Copy details',
  exportData: 'Export my data',
  exporting: 'Exporting…',
  exported: 'Exported',
  notExported: 'The data in this browser could not be read.',
  showMore: (left: number) =>
    plural(left, {
      one: 'Show more (# character left)',
      other: 'Show more (# characters left)',
    }),
  stopped: 'Alcove has stopped',
  stoppedAdvice: 'Something went wrong while the page was drawn. Reload it to continue.',
  insecure: 'Alcove needs a secure connection',
  insecureAdvice: (origin: string) =>
    `Browsers turn off service workers and locks on ${origin}. Open the app over https, or on localhost.`,
  noLocks: 'This browser has no Web Locks',
  noLocksAdvice:
    'Alcove needs them to share models between tabs. Update the browser or use another one.',
  noStorage: 'This browser cannot store data',
  noStorageAdvice:
    'IndexedDB is turned off, as in some private windows. Open the app in a normal window.',
  tooOld: 'This browser lacks something that Alcove needs',
  tooOldAdvice: (missing: string) =>
    `It has no ${missing}. Update the browser, switch off what blocks it, or open Alcove in another browser.`,
  notOpened: 'The stored data could not be opened',
  notStarted: 'Alcove could not start',
  notStartedAdvice: 'Reload the page. If that does not help, export your data and start again.',
  dataUnchanged:
    'Your chats, transcripts and settings are stored in this browser and were not changed.',
  deleteAndRestart: 'Delete everything and start again',
  deleteWarning:
    'Deletes all chats, transcripts, text collections, keys, settings and downloaded models from this browser. This cannot be undone. Export your data first.',
  deleteEverything: 'Delete everything',
  notDeleted: (what: string) => `Not deleted: ${what}. Close other tabs of this app and try again.`,
  deleting: 'Deleting everything…',
  allDeleted: 'Everything was deleted',
  allDeletedLead:
    'Nothing of Alcove is stored in this browser any more. When you open it again, it starts as on a first visit.',
  openAgain: 'Open Alcove',
  serviceWorker: 'the service worker',
  cachedFiles: 'cached files',
  databases: 'chats, transcripts and settings',
  modelFiles: 'model files',
  preferences: 'preferences',
});
