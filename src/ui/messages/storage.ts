import { catalogue, plural } from './catalogue.ts';

/** What the app sends and stores, and deleting all of it: parts of Settings. */
export const storageText = catalogue('storage', {
  offline: 'Offline mode',
  offlineLabel: 'Nothing leaves this browser',
  offlineIs:
    'While it is on, no provider is called, no model is downloaded and no link to another site is opened, neither for a page nor for an answer or a program with a key.',
  linkBlocked: (host: string) => `Offline mode is on: ${host} was not opened.`,
  offlineScope:
    'Models that are here answer as before. Alcove’s own address can still be asked for files of the app, and programs of this computer can still ask this tab.',
  sent: 'What was sent',
  sentNotShown: 'The count of requests could not be shown.',
  sentSince: (count: number) =>
    plural(count, {
      one: 'Models run in this tab. Since you opened it, # request has left for another site.',
      other: 'Models run in this tab. Since you opened it, # requests have left for other sites.',
    }),
  sentScope:
    'Counted are downloads of models, calls of providers and requests of pages to other sites. Alcove’s own address, where the app and the built-in models come from, is not counted.',
  site: 'Site',
  askedBy: 'Asked by',
  byModels: 'Model downloads',
  byProvider: 'A provider',
  byPage: 'A page',
  requests: 'Requests',
  bytesSent: 'Sent',
  bytesReceived: 'Received',
  receivedScope:
    'Received are the bytes of answers that Alcove read, unpacked, since this version. Of requests of pages the browser does not report them.',
  last: 'Last',
  providers: 'Who may receive something',
  noProviders: 'No provider is set up: nothing can be sent to one.',
  openProviders: 'Open Providers',
  title: 'Storage',
  notShown: 'The stored data could not be measured.',
  measuring: 'Measuring…',
  total: (used: string, quota: string) => `This app uses ${used} of ${quota}.`,
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
  textSets: 'Text collections',
  vectors: 'Maps of text collections',
  presets: 'Presets and prompts',
  usage: 'Request log',
  service: 'Settings and keys',
  deleteEverything: 'Delete everything',
  deleteWarning:
    'Deletes all chats, recordings, transcripts, text collections, keys, settings and downloaded models from this browser, in every open tab. This cannot be undone.',
  offlineWarning: 'This device is offline: Alcove can be opened again only with a connection.',
  exportFirst: 'Export my data first',
  deleteAll: 'Delete all of it',
});
