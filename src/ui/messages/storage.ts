import { catalogue } from './catalogue.ts';

/** What the app stores, and deleting all of it: a part of Settings. */
export const storageText = catalogue('storage', {
  title: 'Storage',
  notShown: 'The stored data could not be measured.',
  measuring: 'Measuring…',
  total: (used: string, quota: string) =>
    `The browser counts ${used} for this app, of ${quota} that it may store.`,
  aboutSizes: 'Everything is stored in this browser, on this device.',
  kind: 'Kind',
  size: 'Size',
  actions: 'Actions',
  openModels: 'Open Models',
  nothing: 'Nothing',
  models: 'Downloaded models',
  app: 'App and built-in models, for offline use',
  chats: 'Chats and their files',
  transcripts: 'Recordings and transcripts',
  textSets: 'Text sets',
  vectors: 'Vectors of text sets',
  presets: 'Presets and prompts',
  usage: 'Usage and stored responses',
  service: 'Settings and keys',
  deleteEverything: 'Delete everything',
  deleteWarning:
    'Deletes all chats, recordings, transcripts, text sets, keys, settings and downloaded models from this browser, in every open tab. This cannot be undone.',
  offlineWarning: 'This device is offline: Alcove can be opened again only with a connection.',
  exportFirst: 'Export my data first',
  deleteAll: 'Delete all of it',
});
