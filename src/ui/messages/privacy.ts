import { catalogue, plural } from './catalogue.ts';

/** The requests that left, the stored data, and how to check both: parts of Settings. */
export const privacyText = catalogue('privacy', {
  none: (since: string) =>
    `Nothing has left this browser since ${since}: 0 requests to other sites.`,
  some: (count: number, since: string) =>
    plural(count, {
      one: `# request has left this browser since ${since}.`,
      other: `# requests have left this browser since ${since}.`,
    }),
  bySite: 'Requests by site',
  each: (count: number) =>
    plural(count, { one: 'The last request', other: 'The last # requests, one by one' }),
  eachCaption: 'The last requests',
  time: 'Time',
  why: 'For',
  page: 'A page or a part of it',
  description: 'Facts about a model',
  file: 'A file of a model',
  answer: 'An answer',
  providerModels: 'A list of models',
  inventory: 'What is stored here',
  inventoryNotShown: 'The list of stored data could not be shown.',
  aboutInventory:
    'Every table, folder and cache of this origin in this browser, measured now. Last used: of a model, when it answered; of the app’s files and the preferences, this visit; of everything else, when it was written.',
  items: 'Items',
  from: 'Oldest',
  to: 'Newest',
  lastUsed: 'Last used',
  name: 'Name',
  empty: 'Empty:',
  folders: 'Folders',
  caches: 'Caches',
  preferences: 'Preferences of pages',
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleteTitle: (name: string) => `Delete “${name}”`,
  deleteTable: 'Deletes its rows from this browser. This cannot be undone.',
  deleteFolder: 'Deletes its files from this browser. This cannot be undone.',
  deleteCache:
    'Deletes the stored files of the app and of the built-in models. They are fetched again from Alcove’s own address when they are needed; without a connection the app does not open until then.',
  deletePreferences:
    'Deletes the choices of pages, such as the theme and the last model. The page opens again.',
  gone: (name: string) => `“${name}” is deleted. Measured again: nothing is left of it.`,
  notGone: (name: string) =>
    `“${name}” was deleted. Files that this page uses were stored again since.`,
  notDeleted: 'It was not deleted',
  manage: 'Manage',
  manageNamed: (name: string) => `Manage ${name}`,
  check: 'Check it yourself',
  first:
    'Open the network panel of the browser (F12), reload this page and use Alcove. Each line names Alcove’s own address.',
  second:
    'Turn on offline mode above, or the network off, and ask a model again. It answers as before.',
  third:
    'Save the report and give it to an auditor. It has the hash of each file that runs here, the policy of the page, and counts: no texts, names or keys.',
  report: 'Save report',
  reporting: 'Hashing the files of the app',
  reported: 'The report is in your downloads.',
  notReported: 'The report could not be made',
});
